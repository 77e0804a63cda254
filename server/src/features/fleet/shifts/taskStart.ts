/** Starts one task of a shift by the start of a person's press, as long as the right to do so holds. */
import type { CommandOutcome } from '@greensward/contract'
import { begun, currentTask, missionOfTask, needsNewDrive, type RouteStep, type ShiftTask } from '@greensward/domain'
import type { Tx } from '../../../platform/db/database.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { deadline } from '../../../shared/missionLife/commandAge.ts'
import { readMission } from '../../../shared/missionLife/missionsStore.ts'
import { SYSTEM } from '../../../shared/missionLife/moveMission.ts'
import { why } from '../../../shared/missionLife/why.ts'
import type { Drives } from '../commands/drives.ts'
import type { FleetParts } from '../fleetParts.ts'
import type { ControlledMower, StartRight } from '../mower/controlledMower.ts'
import { refusedChecksOf } from '../start/refusedChecks.ts'
import { monotonicAt } from './releaseEnds.ts'
import { type LiveRoute, lockShift, readRunner, saveRoute } from './shiftStore.ts'

type Parts = Pick<FleetParts, 'ctx' | 'interruptions'>

export interface TaskStart {
  readonly live: LiveRoute
  readonly step: Extract<RouteStep, { kind: 'begin' }>
  /** The interruptions of the mower when the route was read: one more makes this void. */
  readonly count: number
  /** The server ends. */
  isClosed(): boolean
}

/** In the transaction that records the start: the route is as it was when this was decided, and the release holds. */
const take = async ({ ctx, interruptions }: Parts, tx: Tx, start: TaskStart, missionId: string): Promise<void> => {
  const { shift, route } = start.live
  const stored = (await lockShift(tx, shift.id)) ?? refuse('notFound')
  const now = stored.routes.find(({ mowerId }) => mowerId === route.mowerId) ?? refuse('notFound')
  const { release } = stored
  const task = currentTask(now)
  const at = ctx.clock.now()
  const isReleased =
    release?.mowerIds.includes(route.mowerId) === true &&
    at.getTime() >= Date.parse(stored.from) &&
    at.getTime() < Date.parse(release.until)
  const isRunnable = now.state === 'waiting' || now.state === 'running'
  if (!isReleased || !isRunnable || task?.id !== start.step.task.id || task.state !== 'planned')
    return refuse('shiftNotReleased')
  if ((await readRunner(tx, shift.id, route.mowerId)) !== ctx.replicaId) refuse('gatewayChanged')
  if (interruptions.count(route.mowerId) !== start.count) refuse('stopRequested')
  const isDrive = task.kind === 'drive' || task.kind === 'returnToBase'
  const driven: ShiftTask = isDrive ? { ...task, missionId } : task
  await saveRoute(tx, shift.id, begun(now, driven, at.toISOString()), at)
}

/** As long as a mission's title may be. */
const MOST_TITLE = 120

/** Names the drive to a mission after it, such as `→ Green 7`: every list has the two next to each other. */
const driveTitle = async ({ ctx }: Parts, { route }: LiveRoute, task: ShiftTask): Promise<string | undefined> => {
  const after = route.tasks.slice(route.tasks.findIndex(({ id }) => id === task.id) + 1)
  const next = after.find(({ kind }) => kind === 'mow')
  const missionId = next === undefined ? null : missionOfTask(next)
  const mission = missionId === null ? undefined : await readMission(ctx.db, missionId)
  return mission && `→ ${mission.title}`.slice(0, MOST_TITLE)
}

/** @throws Refusal as the start of a person's press, shiftNotReleased */
export const startTask = async (
  parts: Parts,
  drives: Drives,
  mower: ControlledMower,
  start: TaskStart,
): Promise<CommandOutcome> => {
  const { ctx, interruptions } = parts
  const { live, step, count } = start
  const { task, how } = step
  const { release } = live.shift
  const endsAtMs = release === null ? undefined : monotonicAt(ctx.clock, new Date(release.until))
  const hasEnded = (): boolean => endsAtMs !== undefined && ctx.clock.monotonicMs() >= endsAtMs
  const rightFor = (missionId: string): StartRight => ({
    why: why('shiftStarts', { shift: live.shift.name, who: release?.by ?? '' }),
    ...(endsAtMs === undefined ? {} : { endsAtMs }),
    holds: () => interruptions.count(mower.id) === count && !start.isClosed() && !hasEnded(),
    take: tx => take(parts, tx, start, missionId),
  })
  const own = missionOfTask(task)
  if (own !== null && how !== 'drive') {
    const asked = mower[how === 'resume' ? 'resume' : 'start'](own, SYSTEM, deadline(ctx, 0), rightFor(own))
    if (task.kind === 'mow') return asked
    const outcome = await asked.catch((error: unknown) => {
      if (needsNewDrive(refusedChecksOf(error))) return undefined
      throw error
    })
    if (outcome !== undefined) return outcome
    await mower.replaceDrive(own)
    if (!rightFor(own).holds()) return refuse('stopRequested')
  }
  const limit = deadline(ctx, 0)
  const startDrive = (missionId: string) => mower.start(missionId, SYSTEM, limit, rightFor(missionId))
  return task.kind === 'drive'
    ? drives.driveTo(mower.id, task.to, SYSTEM, limit, startDrive, await driveTitle(parts, live, task))
    : drives.sendHome(mower.id, SYSTEM, limit, startDrive)
}
