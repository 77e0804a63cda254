/** The health of the fleet over a span of days: faults, cutting units, and each mower with its service and what it uses, parts. */
import type { FleetHealth, FleetPart } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { addDays, compareNames, type Day, daysBetween, type ServiceDue, startOfDay } from '@greensward/domain'
import { said } from '@greensward/messages'
import type { Context } from '../../platform/context.ts'
import { refuseFields } from '../../platform/http/refusal.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { readMowers, readTimeZone } from '../../shared/missionLife/machinesStore.ts'
import { readRates } from '../../shared/missionLife/ratesStore.ts'
import {
  type PartUse,
  readBatteryUse,
  readBladeHours,
  readFaults,
  readMowerWork,
  readPartUse,
} from './fleetHealthStore.ts'
import { readAllDue, readChecklists } from './serviceStore.ts'

/** Two years: last season beside this one. */
const MOST_DAYS = 732
const WEEK_MS = 7 * 86_400_000

const NO_SERVICE: ServiceDue = { state: 'none', engineHoursLeft: null, bladeHoursLeft: null, dueAt: null }
const byName = (a: { readonly name: string }, b: { readonly name: string }): number => compareNames(a.name, b.name)

const NO_WORK = { missions: 0, endedByHand: 0, hours: 0 }

const roundedHours = (hours: number): number => Math.round(hours * 10) / 10

/** @param hours that the mower works in a week */
const isDueWithinWeek = ({ engineHoursLeft, bladeHoursLeft, dueAt }: ServiceDue, hours: number, now: Date): boolean =>
  [engineHoursLeft, bladeHoursLeft].some(left => left !== null && left <= hours) ||
  (dueAt !== null && Date.parse(dueAt) <= now.getTime() + WEEK_MS)

/** To the hundredth: sums of decimals are not exact. */
const roundedCost = (cost: number): number => Math.round(cost * 100) / 100

/** Parts of one name, in small letters or capitals: the latest service says how it is written. */
const partsOf = (uses: readonly PartUse[]): FleetPart[] =>
  [...Map.groupBy(uses, ({ name }) => name.toLowerCase()).values()]
    .flatMap((same): FleetPart[] => {
      const [latest] = same
      if (latest === undefined) return []
      const costs = same.flatMap(({ cost }) => (cost === null ? [] : [cost]))
      return [
        {
          name: latest.name,
          count: same.reduce((sum, { count }) => sum + count, 0),
          cost: costs.length === 0 ? null : roundedCost(costs.reduce((sum, cost) => sum + cost, 0)),
          vehicles: [...new Map(same.map(({ vehicle }) => [vehicle.id, vehicle])).values()].toSorted(byName),
          lastAt: latest.at.toISOString(),
        },
      ]
    })
    .toSorted(byName)

const readFleetHealth = async ({ db, clock }: Context, from: Day, to: Day): Promise<FleetHealth> => {
  const zone = await readTimeZone(db)
  const now = clock.now()
  const span = { from: startOfDay(from, zone), to: startOfDay(addDays(to, 1), zone), zone, now }
  const work = await readMowerWork(db, span)
  const lastWeek = await readMowerWork(db, { ...span, from: new Date(now.getTime() - WEEK_MS), to: now })
  const [use, due] = [await readBatteryUse(db, span), await readAllDue(db, now)]
  const checklists = await readChecklists(db)
  const mowers = (await readMowers(db)).map(({ id, name }) => {
    const service = due.get(id) ?? NO_SERVICE
    const { missions, endedByHand, hours } = work.get(id) ?? NO_WORK
    return {
      id,
      name,
      missions,
      endedByHand,
      hours: roundedHours(hours),
      service,
      checklist: [...(checklists.get(id) ?? [])],
      isDueNextWeek: isDueWithinWeek(service, lastWeek.get(id)?.hours ?? 0, now),
      use: [...(use.get(id) ?? [])],
    }
  })
  const blades = await readBladeHours(db, span)
  return {
    faults: await readFaults(db, span),
    blades: blades.map(blade => ({ ...blade, hours: roundedHours(blade.hours) })),
    mowers: mowers.toSorted(byName),
    parts: partsOf(await readPartUse(db, span)),
    currency: (await readRates(db)).currency,
  }
}

export const fleetHealthRoutes = (ctx: Context): readonly Route[] => [
  route(lateCalls.fleetHealth.get, ({ query: { from, to } }) => {
    if (to < from) refuseFields({ 'query.to': said('beforeFrom') })
    if (daysBetween(from, to) >= MOST_DAYS)
      refuseFields({ 'query.to': said('daysAfterFrom', { count: MOST_DAYS - 1 }) })
    return readFleetHealth(ctx, from, to)
  }),
]
