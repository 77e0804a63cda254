/** The first part of a start: its pre-start checks and its record, before anything is sent to the mower. */
import { COURSE_MODES, type GateLine, gateOpen, type Mower, refusedLines } from '@greensward/domain'
import { databaseFailure } from '../../../platform/db/database.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { heldModeNow } from '../../../shared/course/courseModeStore.ts'
import type { Deadline } from '../../../shared/missionLife/commandAge.ts'
import { type MissionRow, missionOf, saveDrive } from '../../../shared/missionLife/missionsStore.ts'
import { type Actor, announceMission, moveMissionIn, SYSTEM } from '../../../shared/missionLife/moveMission.ts'
import { checksRefused, partOf, why } from '../../../shared/missionLife/why.ts'
import type { FleetParts } from '../fleetParts.ts'
import { loadActive, type OwnMission } from '../mission/activeMission.ts'
import { driveOf, restOfPlan } from '../mission/missionDrive.ts'
import { driveEntryOf } from '../mission/recordMove.ts'
import type { StartRight } from '../mower/controlledMower.ts'
import { isInOtherHand } from '../mower/otherHand.ts'
import { pauseWhy } from '../shifts/routeInterruptions.ts'
import type { Approach } from './approach.ts'
import { type Gate, gateOf } from './gate.ts'
import { heldByStop } from './heldByStop.ts'
import { lockCourse } from './lockCourse.ts'
import { startMeets, withMeeting } from './meetings.ts'
import { lockOf } from './zoneLocks.ts'

export type How = 'start' | 'resume'

/** @throws Refusal gateShut */
export const requireChecks = (lines: readonly GateLine[]): void => {
  if (!gateOpen(lines))
    refuse('gateShut', { lines: refusedLines(lines) }, { details: { lines }, why: checksRefused(lines) })
}

/** @throws Refusal notFound, gateShut */
const openGateOf = async (parts: Parameters<typeof gateOf>[0], row: MissionRow): Promise<Gate> => {
  const gate = await gateOf(parts, row)
  requireChecks(gate.lines)
  return gate
}

/**
 * The comparison with the other mowers again, as the start is recorded: two that passed their checks at the same moment did not
 * see each other there.
 * @throws Refusal gateShut
 */
const requireApart = (parts: Pick<FleetParts, 'garage' | 'view'>, { lines, beginning }: Gate): void => {
  const [other] = (beginning && startMeets(parts, beginning)) ?? []
  if (other !== undefined) requireChecks(withMeeting(lines, other))
}

/**
 * A start does not take a mower out of the hand that drives it.
 * @throws Refusal startBrokenOff
 */
const requireNoOtherHand = ({ view }: Pick<FleetParts, 'view'>, mowerId: string): void => {
  const telemetry = view.telemetryOf(mowerId)
  if (telemetry !== undefined && isInOtherHand(telemetry))
    refuse('startBrokenOff', { cause: partOf(pauseWhy('otherHand', SYSTEM)) })
}

/** @throws Refusal missionState, changedDuringChecks */
export const refuseWrong = (row: MissionRow, how: How, mowerId: string): void => {
  const isRight = how === 'start' ? row.status === 'planned' : row.status === 'stopped' || row.status === 'interrupted'
  if (!isRight) refuse('missionState', {}, { details: missionOf(row) })
  if (row.mowerId !== mowerId) refuse('changedDuringChecks')
}

/** A start as it is asked for. */
export interface StartAsked {
  readonly row: MissionRow
  readonly how: How
  readonly actor: Actor
  readonly limit: Deadline
  /** Of a start that no person pressed. */
  readonly right?: StartRight | undefined
}

/** A start that has passed its checks. */
export interface StartRequest extends StartAsked {
  readonly gate: Gate
}

/** Compared and recorded before anything is sent: a record that fails refuses the start. @param bound the mission of its mower now */
export const recordStart = async (
  parts: Pick<FleetParts, 'ctx' | 'course' | 'garage' | 'journal' | 'ownership' | 'view'>,
  { row, how, actor, limit, right, gate }: StartRequest,
  bound: () => OwnMission | undefined,
): Promise<OwnMission> => {
  const { ctx, journal, ownership, garage } = parts
  requireApart(parts, gate)
  requireNoOtherHand(parts, row.mowerId)
  await journal.settled(5_000)
  const known = bound()
  const active =
    (known?.id === row.id ? known : undefined) ?? (await loadActive(parts, row, false)) ?? refuse('mowerOrPlanGone')
  const other = bound()
  if (other !== undefined && other !== active) refuse('mowerOfAnotherMission')
  const approached = approachedDrive(active, garage.mowers.get(row.mowerId), gate.approach)
  try {
    const moved = await ctx.db.transaction(async tx => {
      const result = await moveMissionIn(tx, ctx, {
        missionId: row.id,
        event: how,
        actor,
        why: right?.why ?? why(how === 'start' ? 'startAsked' : 'resumeAsked'),
        guard: async (guarded, locked) => {
          await lockCourse(row)(guarded, locked)
          // The mode may have been switched since the gate was asked.
          if (COURSE_MODES[await heldModeNow(guarded)].holdsMissions) refuse('courseHoldsMissions')
          if (!(await ownership.confirm(guarded, row.mowerId))) refuse('gatewayChanged')
          // A database that held everything up must not let a start through that nobody waits for any more.
          limit.check()
          await right?.take(guarded)
          const held = right === undefined && actor.user === undefined ? await heldByStop(guarded, row) : undefined
          if (held !== undefined) refuse('stopRequested', {}, { why: held })
        },
      })
      // A server that ends before the mower is seen driving leaves this to the next one.
      if (result.ok && approached !== undefined)
        await saveDrive(tx, driveEntryOf({ ...active, ...approached }, ctx.clock.now()))
      return result
    })
    if (!moved.ok)
      return moved.error.kind === 'notFound'
        ? refuse('notFound')
        : refuse('missionState', {}, { details: moved.error.mission })
    announceMission(ctx, moved.value.mission)
  } catch (error) {
    if (databaseFailure(error) === 'duplicate') refuse('mowerOfAnotherMission')
    throw error
  }
  active.isOfShift = right !== undefined
  active.releaseEndsAtMs = right?.endsAtMs
  active.isCleared = false
  active.checkedAt = gate.beginning?.ahead?.at ?? null
  if (approached !== undefined) Object.assign(active, approached)
  return active
}

/**
 * An approach that is not straight is driven as part of the mission, so that it is checked and read back with it.
 * @returns what becomes of the mission's drive; undefined where it stays as it is
 */
const approachedDrive = (
  { plan }: OwnMission,
  mower: Mower | undefined,
  approach: Approach | null,
): Pick<OwnMission, 'approach' | 'from' | 'drive' | 'seq'> | undefined => {
  if (mower === undefined || approach === null || approach.kind === 'asItWas') return undefined
  const { points, from } = approach
  return { approach: points, from, drive: driveOf(restOfPlan(plan, from, points.at(-1)), mower, points), seq: 0 }
}

/** The mower that is started. */
export interface StartedMower {
  /** @throws Refusal where a stop or something else has ended the start meanwhile */
  requireNotEnded(): void
  /** Its mission now. */
  bound(): OwnMission | undefined
  /** The start is recorded: the mission belongs to this mower from here on. */
  bind(mission: OwnMission): void
}

/** Checks the gate and records the start. Two that start on one zone at once would not see each other in the gate. */
export const prepareStart = (parts: FleetParts, asked: StartAsked, mower: StartedMower): Promise<OwnMission> => {
  const { zoneLocks } = parts
  return zoneLocks.withLock(lockOf(asked.row), async () => {
    const gate = await openGateOf(parts, asked.row)
    return zoneLocks.inTurn(async () => {
      mower.requireNotEnded()
      const mission = await recordStart(parts, { ...asked, gate }, mower.bound)
      mower.bind(mission)
      return mission
    })
  })
}
