/** The turf of the demo course: how its types grow, the weather of the last weeks and of the next days, and what people recorded. */
import { between, chance, fixedId } from '@greensward/demo'
import {
  addDays,
  type Day,
  daysBetween,
  type GrowthSettings,
  momentOf,
  type ReadRecord,
  weekdayOf,
  type Zone,
  type ZoneRecordKind,
} from '@greensward/domain'
import { addRecords, type Recorder } from '../../../features/grass/recordStore.ts'
import { zoneTypeStore } from '../../../features/settings/settingsStore.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { addMeasurements, storeForecastHours } from '../../../shared/weather/weatherHoursStore.ts'
import type { Ground } from './standing.ts'

const SOURCE = 'demo'
const HOUR_MS = 3_600_000
/** Growth is counted from before the first day that was worked. */
const DAYS_BEFORE = 12
const DAYS_AHEAD = 3

/** By the names of the types; greens are cut every day, however they grow. */
const GROWTH: Readonly<Record<string, GrowthSettings>> = {
  Fairway: { grass: 'cool', baseC: 0, heightMm: 14, mmPerDay: 2.4, leastDays: 2, mostDays: 6 },
  Rough: { grass: 'cool', baseC: 0, heightMm: 50, mmPerDay: 4, leastDays: 4, mostDays: 12 },
}

interface TurfDays {
  readonly today: Day
  readonly pastDays: number
  readonly timeZone: string
  readonly now: Date
}

/** A mild week of May: warm at three in the afternoon, dew before dawn, and a wet day now and then. */
const hourAt = (day: Day, hour: number, timeZone: string) => {
  const next = chance(`weather ${day}`)
  const [middleC, swingC, windMps, wet] = [between(next, 13, 17), between(next, 3, 6), between(next, 0.5, 4), next()]
  const temperatureC = middleC + swingC * Math.cos(((hour - 15) / 12) * Math.PI)
  return {
    at: momentOf(day, hour, 0, timeZone),
    temperatureC,
    dewPointC: Math.min(temperatureC - 0.4, middleC - swingC + 0.6),
    windMps: windMps * (hour > 8 && hour < 20 ? 1.5 : 0.6),
    rainMm: wet > 0.8 && hour >= 13 && hour < 16 ? between(next, 0.5, 2) : 0,
  }
}

const writeWeather = async (tx: Tx, { today, pastDays, timeZone, now }: TurfDays): Promise<void> => {
  const first = addDays(today, -pastDays - DAYS_BEFORE)
  const days = Array.from({ length: pastDays + DAYS_BEFORE + 1 + DAYS_AHEAD }, (_, n) => addDays(first, n))
  const all = days.flatMap(day => Array.from({ length: 24 }, (_, hour) => hourAt(day, hour, timeZone)))
  // An hour that the clocks skip is the same as the next.
  const hours = [...new Map(all.map(hour => [hour.at.getTime(), hour])).values()]
  const measured = hours
    .filter(({ at }) => at < now)
    .map(({ at, rainMm, ...figures }) => ({ at, source: SOURCE, figures, rainMm, et0Mm: undefined }))
  await addMeasurements(tx, measured, now)
  const ahead = hours.filter(({ at }) => at.getTime() > now.getTime() - HOUR_MS)
  await storeForecastHours(
    tx,
    SOURCE,
    ahead.map(({ at, ...figures }) => ({ from: at.toISOString(), ...figures })),
    now,
  )
}

/** Monday and Thursday. */
const MEASURED: readonly number[] = [0, 3]

type Measure = readonly [kind: ZoneRecordKind, value: number, product?: string]

/** What is recorded on a green on one day, `ago` days before today. */
const measuresOf = (green: Zone, index: number, day: Day, ago: number): readonly Measure[] => {
  const next = chance(`records ${green.id} ${day}`)
  const round = (low: number, high: number, digits: number): number => Number(between(next, low, high).toFixed(digits))
  const isMeasured = MEASURED.includes(weekdayOf(day))
  return [
    ...(isMeasured && index % 3 === 0
      ? ([
          ['greenSpeed', round(2.8, 3.2, 1)],
          ['moisture', round(19, 26, 0)],
          ['firmness', round(95, 110, 0)],
        ] as const)
      : []),
    ...(isMeasured && index === 0 ? ([['heightOfCut', 4]] as const) : []),
    ...(index % 6 === 0 ? ([['clippings', round(12, 24, 0)]] as const) : []),
    ...(ago === 10 ? ([['product', 25, 'Slow-release 12-0-10']] as const) : []),
    ...(ago === 6 ? ([['growthRegulator', 0.4, 'Trinexapac-ethyl']] as const) : []),
  ]
}

const recordsOf = ({ features, zoneTypes }: Ground, { today, pastDays, timeZone }: TurfDays) => {
  const typeId = zoneTypes.find(({ name }) => name === 'Green')?.id
  const greens = features.filter(
    (feature): feature is Zone => feature.kind === 'zone' && feature.properties.zoneTypeId === typeId,
  )
  const days = Array.from({ length: pastDays }, (_, n) => addDays(today, n - pastDays))
  return days.flatMap(day =>
    greens.flatMap((green, index) => {
      const at = momentOf(day, 6, 10 + 4 * (index % 12), timeZone).toISOString()
      return measuresOf(green, index, day, daysBetween(day, today)).map(
        ([kind, value, product = null]): ReadRecord & { readonly id: string } => ({
          id: fixedId(`demo record ${green.id} ${kind} ${day}`),
          zoneId: green.id,
          kind,
          value,
          product,
          at,
        }),
      )
    }),
  )
}

/** In one transaction. Written a second time it changes nothing. @param keeper who recorded */
export const writeTurf = async (tx: Tx, ground: Ground, days: TurfDays, keeper: Recorder): Promise<void> => {
  const added = await addRecords(tx, recordsOf(ground, days), keeper)
  if (added === 0) return
  await writeWeather(tx, days)
  for (const type of ground.zoneTypes) {
    const growth = GROWTH[type.name]
    if (growth !== undefined && (type.growth ?? null) === null)
      await zoneTypeStore.change(tx, type.id, type.updatedAt, { growth }, days.now)
  }
}
