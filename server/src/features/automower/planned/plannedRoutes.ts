/** Planned starts over HTTP: people plan them, and release them. */
import type { PlannedStart } from '@greensward/contract'
import { lateCalls, MOST_RELEASED_DAYS } from '@greensward/contract/late'
import { dayOf, daysBetween } from '@greensward/domain'
import { said } from '@greensward/messages'
import type { Context } from '../../../platform/context.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { refuse, refuseFields } from '../../../platform/http/refusal.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import { readTimeZone } from '../../../shared/missionLife/machinesStore.ts'
import { readAutomower, shownMachines } from '../automowerStore.ts'
import type { StartChecks } from '../starts/startChecks.ts'
import {
  hasRoomForStart,
  MOST_PLANNED_STARTS,
  plannedStore,
  RELEASE_ENDED,
  readStart,
  readStarts,
  shownStart,
} from './plannedStore.ts'

const SUBJECT = 'automowerStart'

export const plannedRoutes = (ctx: Context, checks: StartChecks): readonly Route[] => {
  const { automowerStarts: calls } = lateCalls

  /** A mower and an area that the maker's service lists. @throws Refusal of the field */
  const requireArea = async (tx: Tx, machineId: string, areaId: string): Promise<void> => {
    const machine = shownMachines(await readAutomower(tx)).find(({ id }) => id === machineId)
    if (machine === undefined) refuseFields({ 'body.machineId': said('noSuchMower') })
    if (!machine?.areas.some(({ id }) => id === areaId)) refuseFields({ 'body.areaId': said('noSuchArea') })
  }
  const shown = async (tx: Tx, id: string): Promise<PlannedStart> => {
    const row = (await readStart(tx, id)) ?? refuse('notFound')
    return shownStart(row, shownMachines(await readAutomower(tx)), ctx.clock.now(), await readTimeZone(tx))
  }
  const change = async (tx: Tx, id: string, updatedAt: string, values: Readonly<Record<string, unknown>>) => {
    const changed = await plannedStore.change(tx, id, updatedAt, values, ctx.clock.now())
    if (changed.kind === 'notFound') return refuse('notFound')
    if (changed.kind === 'conflict') return refuse('conflict', {}, { details: changed.today })
    return changed
  }

  return [
    route(calls.list, async () => {
      const machines = shownMachines(await readAutomower(ctx.db))
      const [now, zone] = [ctx.clock.now(), await readTimeZone(ctx.db)]
      return { items: (await readStarts(ctx.db)).map(row => shownStart(row, machines, now, zone)) }
    }),
    route(calls.create, ({ body, user, write }) =>
      write(async tx => {
        if (!(await hasRoomForStart(tx))) refuse('automowerStartsFull', { count: MOST_PLANNED_STARTS })
        await requireArea(tx, body.machineId, body.areaId)
        const { id } = await plannedStore.add(tx, body, ctx.clock.now())
        await ctx.audit(tx, { user, action: 'automowerStart.create', subject: SUBJECT, subjectId: id, details: body })
        return shown(tx, id)
      }),
    ),
    route(calls.update, ({ params: { id }, body: { updatedAt, ...values }, user, write }) =>
      write(async tx => {
        // A release is for what a person saw: what is changed needs a new one.
        const { before, item } = await change(tx, id, updatedAt, { ...values, ...RELEASE_ENDED, doneDay: null })
        await requireArea(tx, String(item.machineId), String(item.areaId))
        const details = { before, after: item }
        await ctx.audit(tx, { user, action: 'automowerStart.update', subject: SUBJECT, subjectId: id, details })
        return shown(tx, id)
      }),
    ),
    route(calls.remove, ({ params: { id }, user, write }) =>
      write(async tx => {
        const details = (await plannedStore.remove(tx, id)) ?? refuse('notFound')
        await ctx.audit(tx, { user, action: 'automowerStart.delete', subject: SUBJECT, subjectId: id, details })
        return {}
      }),
    ),
    route(calls.release, async ({ params: { id }, body: { until, updatedAt }, user, write }) => {
      const now = ctx.clock.now()
      const today = dayOf(now, await readTimeZone(ctx.db))
      if (until < today) refuseFields({ 'body.until': said('inThePast') })
      if (daysBetween(today, until) >= MOST_RELEASED_DAYS)
        refuseFields({ 'body.until': said('daysAhead', { count: MOST_RELEASED_DAYS - 1 }) })
      return write(async tx => {
        const row = (await readStart(tx, id)) ?? refuse('notFound')
        // What cannot be started at all is not released either.
        await checks.subject(row.machineId, { command: 'startArea', areaId: row.areaId, minutes: row.minutes })
        await change(tx, id, updatedAt, { releasedUntil: until, releasedBy: user.fullname, releasedAt: now })
        const answer = await shown(tx, id)
        const { machineName: name, areaName: area } = answer
        const details = { name, area, until }
        await ctx.audit(tx, { user, action: 'automowerStart.release', subject: SUBJECT, subjectId: id, details })
        return answer
      })
    }),
    route(calls.revoke, ({ params: { id }, user, write }) =>
      write(async tx => {
        const row = (await readStart(tx, id)) ?? refuse('notFound')
        // Revoked at any time, also from a page that is not of today.
        await change(tx, id, row.updatedAt.toISOString(), RELEASE_ENDED)
        const answer = await shown(tx, id)
        const details = { name: answer.machineName, area: answer.areaName }
        await ctx.audit(tx, { user, action: 'automowerStart.revoke', subject: SUBJECT, subjectId: id, details })
        return answer
      }),
    ),
  ]
}
