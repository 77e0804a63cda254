/** How the task of a route ends, and why it was skipped. */
import { clockOf, currentTask, ended, type ShiftRoute, type ShiftTask, type SkipReason } from '@greensward/domain'
import type { Said } from '@greensward/messages'
import { why } from '../../../shared/missionLife/why.ts'
import { movedWhy } from './movedMissions.ts'
import type { KnownRoute } from './routeFacts.ts'

/** The reason of a skipped task, with the promise that is broken. @param until the end of the release, by the clock of the course */
export const skipWhy = (
  reason: SkipReason,
  { facts: { play }, mission }: KnownRoute,
  until: string,
  zone: string,
): Said => {
  if (reason === 'windowTooShort' && mission !== undefined)
    return why('skippedNoTime', { minutes: Math.ceil(mission.stats.durationS / 60), until })
  if (reason === 'movedAway' && mission?.startsAt != null) return movedWhy(mission.startsAt, zone)
  if (reason !== 'aheadOfPlay' || play.kind !== 'cutsIn') return why('taskSkipped', { reason })
  const { doneAt, groupAt, isFirst, wantedMinutes: wanted } = play.margin
  const [done, group] = [doneAt, groupAt].map(at => clockOf(new Date(at), zone)) as [string, string]
  return isFirst ? why('skippedAheadOfFirst', { done, group, wanted }) : why('skippedAheadOfNext', { done, group })
}

/** The task that may wait for others to leave its ground. */
export const waitingTask = (route: ShiftRoute): ShiftTask | undefined => {
  const task = currentTask(route)
  return task?.state === 'planned' ? task : undefined
}

export const isCharging = (route: ShiftRoute): boolean => {
  const task = currentTask(route)
  return task?.kind === 'charge' && task.state === 'running'
}

/** Done, or skipped for a reason. */
export const withEnd = (route: ShiftRoute, { id }: ShiftTask, at: string, reason?: Said): ShiftRoute => {
  const task = currentTask(route)
  if (task?.id !== id) return route
  return reason === undefined ? ended(route, task, 'done', at) : ended(route, task, 'skipped', at, reason)
}
