/** The facts about the route of a mower that this server controls; the domain decides by them. */
import {
  COURSE_MODES,
  currentTask,
  dayOf,
  isMovedAway,
  MARGIN_LOOKS_AHEAD_MS,
  MOST_WAIT_MS,
  type MowerReadiness,
  missionOfTask,
  needsConfirmation,
  type PlayAhead,
  playAheadOf,
  type RouteFacts,
  type ShiftTask,
  START_DURATION_S,
  type TaskMission,
} from '@greensward/domain'
import { modeNow } from '../../../shared/course/courseModeStore.ts'
import { readTimeZone } from '../../../shared/missionLife/machinesStore.ts'
import { type MissionRow, readMission, targetOf } from '../../../shared/missionLife/missionsStore.ts'
import { onField, playOnFields } from '../../../shared/play/comingPlays.ts'
import type { FleetParts } from '../fleetParts.ts'
import type { ControlledMower } from '../mower/controlledMower.ts'
import { isInOtherHand, STILL_MPS } from '../mower/otherHand.ts'
import type { ChargeWatch } from './chargeWatch.ts'
import type { LiveRoute } from './shiftStore.ts'
import type { TaskWaits } from './taskWaits.ts'

type Parts = Pick<FleetParts, 'ctx' | 'course' | 'view' | 'interruptions' | 'garage'>

/** A mower comes to rest within this after its task; then a person has to look. */
const SETTLE_MS = 60_000

/** Since when each mower comes to rest. */
export type Settling = Map<string, number>

export const taskMission = (missionId: string | null, row: MissionRow | undefined, mowerId: string): TaskMission => {
  if (missionId === null) return 'none'
  if (row === undefined) return 'gone'
  return row.mowerId === mowerId ? row.status : 'ofOtherMower'
}

/** @param hasBegun the server has started a task since the press: from then on the mower's mode is the server's */
export const isAtRest = ({ view }: Pick<Parts, 'view'>, mower: ControlledMower, hasBegun: boolean): MowerReadiness => {
  if (mower.state === 'foreignDrive') return 'otherHand'
  if (mower.state !== 'idle' && mower.state !== 'unfencing' && mower.state !== 'stopped') return 'settling'
  const { mode = null, speedMps = null } = view.telemetryOf(mower.id) ?? {}
  if (!hasBegun) return isInOtherHand({ mode, speedMps }) ? 'otherHand' : 'ready'
  if (mode === null || mode === 'auto') return 'settling'
  if (mode !== 'hold') return 'otherHand'
  return speedMps !== null && speedMps < STILL_MPS ? 'ready' : 'settling'
}

const readinessOf = (
  parts: Parts,
  mower: ControlledMower,
  { route }: LiveRoute,
  missionId: string | null,
  settling: Settling,
): MowerReadiness => {
  const readiness =
    mower.mission !== undefined && mower.mission.id !== missionId
      ? 'taken'
      : isAtRest(parts, mower, route.state === 'running')
  if (readiness !== 'settling') {
    settling.delete(mower.id)
    return readiness
  }
  const nowMs = parts.ctx.clock.monotonicMs()
  const sinceMs = settling.get(mower.id) ?? nowMs
  settling.set(mower.id, sinceMs)
  return nowMs - sinceMs > SETTLE_MS ? 'neverSettled' : 'settling'
}

/** What the runner remembers of the mower. */
interface KnownBefore {
  readonly isStarting: boolean
  readonly settling: Settling
  readonly charging: ChargeWatch
  readonly waits: TaskWaits
}

const CLEAR: PlayAhead = { kind: 'clear' }

/** Without a press at this moment: also the rest of a mission that the server interrupted. */
const startsByItself = ({ status }: Pick<MissionRow, 'status'>): boolean =>
  status === 'planned' || status === 'interrupted'

const restS = ({ status, stats, progress }: Pick<MissionRow, 'status' | 'stats' | 'progress'>): number =>
  stats.durationS * (status === 'interrupted' ? 1 - progress : 1)

/** Asked for only where the mission may start now. */
const playAhead = async (
  { ctx, course }: Parts,
  { shift }: LiveRoute,
  task: ShiftTask | undefined,
  mission: MissionRow | undefined,
): Promise<PlayAhead> => {
  const from = ctx.clock.now().getTime()
  if (task?.kind !== 'mow' || task.state !== 'planned' || mission === undefined || !startsByItself(mission))
    return CLEAR
  if (shift.release === null || from < Date.parse(shift.from)) return CLEAR
  const map = await course.read()
  const zone = await readTimeZone(ctx.db)
  // As the shift was planned: what a drive takes longer than predicted must not take from the margin.
  const to = from + (restS(mission) + START_DURATION_S) * 1_000
  const last = to + MOST_WAIT_MS + MARGIN_LOOKS_AHEAD_MS
  const days = [...new Set([from, last].map(at => dayOf(new Date(at), zone)))]
  const field = (await playOnFields(ctx, map, [targetOf(mission)], days))(targetOf(mission))
  return field === undefined ? CLEAR : playAheadOf({ ...field, from, to }, field.plays.map(onField), MOST_WAIT_MS)
}

export interface KnownRoute {
  readonly facts: RouteFacts
  /** The mission of the current task. */
  readonly mission: MissionRow | undefined
}

export const routeFacts = async (
  parts: Parts,
  mower: ControlledMower,
  live: LiveRoute,
  { isStarting, settling, charging, waits }: KnownBefore,
): Promise<KnownRoute> => {
  const { ctx, view, interruptions, garage } = parts
  const { shift, route, runnerId } = live
  const task = currentTask(route)
  const missionId = task === undefined ? null : missionOfTask(task)
  const mission = missionId === null ? undefined : await readMission(ctx.db, missionId)
  const courseHolds = COURSE_MODES[await modeNow(ctx.db)].holdsMissions
  const play = await playAhead(parts, live, task, mission)
  // From here on nothing is awaited: what is in memory is of one moment.
  const machine = garage.mowers.get(mower.id)
  const reported = view.telemetryOf(mower.id)?.battery ?? null
  // Of a mower with a tank it is the battery of its starter.
  const battery = machine === undefined || needsConfirmation(machine, reported) ? null : reported
  const word = machine?.refuelled?.at
  return {
    mission,
    facts: {
      nowMs: ctx.clock.now().getTime(),
      fromMs: Date.parse(shift.from),
      release: shift.release,
      isOwnRun: runnerId === ctx.replicaId,
      interruption: interruptions.pending(mower.id),
      courseHolds,
      mower: readinessOf(parts, mower, live, missionId, settling),
      mission: taskMission(missionId, mission, mower.id),
      isMovedAway: task?.kind === 'mow' && isMovedAway(task, mission?.startsAt?.toISOString() ?? null, shift),
      zoneId: mission?.targetId ?? null,
      durationS: mission === undefined ? null : restS(mission),
      play,
      waitedMs: task === undefined ? 0 : waits.waitedMs(task.id),
      isStarting: isStarting || mower.isStarting,
      battery,
      isRefuelled: word !== undefined && task?.startedAt != null && Date.parse(word) >= Date.parse(task.startedAt),
      isChargeStuck: charging.isStuck(machine, task, battery),
    },
  }
}
