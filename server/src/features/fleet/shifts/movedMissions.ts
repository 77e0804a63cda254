/** A mission that rain, frost or a person moved out of the window of its shift leaves that, before its turn comes. */
import { clockOf, dayOf, ended, isMovedAway } from '@greensward/domain'
import type { Said } from '@greensward/messages'
import { readTimeZone } from '../../../shared/missionLife/machinesStore.ts'
import { readMission } from '../../../shared/missionLife/missionsStore.ts'
import { why } from '../../../shared/missionLife/why.ts'
import type { FleetParts } from '../fleetParts.ts'
import { lockShift, saveRoute, type TimedTask, tasksOutsideWindow } from './shiftStore.ts'
import type { Skipped } from './skippedTasks.ts'

export const movedWhy = (startsAt: Date, zone: string): Said =>
  why('skippedMoved', { to: `${dayOf(startsAt, zone)} ${clockOf(startsAt, zone)}` })

/** @returns the reason; undefined where it began, was skipped or was moved back meanwhile */
const leave = (
  { ctx }: Pick<FleetParts, 'ctx'>,
  { shift, mowerId, task, mission }: TimedTask,
  zone: string,
): Promise<Said | undefined> =>
  ctx.db.transaction(async tx => {
    const stored = await lockShift(tx, shift.id)
    const route = stored?.routes.find(each => each.mowerId === mowerId)
    const found = route?.tasks.find(({ id }) => id === task.id)
    const row = await readMission(tx, mission.id)
    if (stored === undefined || route === undefined || found?.kind !== 'mow' || found.state !== 'planned')
      return undefined
    if (row?.status !== 'planned' || row.startsAt === null) return undefined
    if (!isMovedAway(found, row.startsAt.toISOString(), stored)) return undefined
    const now = ctx.clock.now()
    const cause = movedWhy(row.startsAt, zone)
    await saveRoute(tx, shift.id, ended(route, found, 'skipped', now.toISOString(), cause), now)
    return cause
  })

/** @returns what left its shift */
export const leaveShifts = async (parts: Pick<FleetParts, 'ctx'>): Promise<Skipped[]> => {
  const { db, clock } = parts.ctx
  const skipped: Skipped[] = []
  const outside = await tasksOutsideWindow(db, clock.now())
  const moved = outside.filter(({ task, mission, shift }) => isMovedAway(task, mission.startsAt.toISOString(), shift))
  if (moved.length === 0) return skipped
  const zone = await readTimeZone(db)
  for (const one of moved) {
    const reason = await leave(parts, one, zone)
    const { shift, mission } = one
    if (reason !== undefined) skipped.push({ shift, until: clockOf(new Date(shift.until), zone), mission, reason })
  }
  return skipped
}
