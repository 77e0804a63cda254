/** From a pressed start to a driving mower: gate, send, read back, compare, judge what came back, arm, run. */

import {
  COURSE_MODES,
  gateOpen,
  type MissionEvent,
  type MissionWhy,
  type Position,
  shutLines,
} from '@greensward/domain'
import type { CommandOutcome } from '@greensward/domain/contract'
import type { Outcome } from '@greensward/vehicle'
import { heldModeNow } from '../course/courseModeStore.ts'
import { databaseFailure } from '../db/database.ts'
import { refuse } from '../http/refusal.ts'
import { type MissionRow, missionOf, readMission } from '../missionLife/missionsStore.ts'
import { type Actor, announceMission, moveMissionIn, nameOf, SYSTEM } from '../missionLife/moveMission.ts'
import { answerWhy, gateShut, refusalOf, why } from '../missionLife/why.ts'
import type { ActiveMission } from './activeMission.ts'
import { type Deadline, deadline } from './commandAge.ts'
import type { Departure } from './departure.ts'
import { fenceIn } from './fencing.ts'
import { activeById, type Fleet } from './fleetState.ts'
import { nextPlanned } from './fleetStore.ts'
import { gateOf } from './gate.ts'
import { holdCourse } from './holdCourse.ts'
import { loadActive } from './loadActive.ts'
import { driveOf, pathOf, restOfPlan } from './missionDrive.ts'
import { recordLine, recordMove } from './recordMove.ts'
import type { Companion } from './settingOff.ts'
import { inTurn, wouldMeet } from './sharing.ts'

type How = 'start' | 'resume'

const HANDS_CHANGED = 'This gateway does not hold the mower any more.'

const refuseState = (row: MissionRow): never => refuse('missionState', {}, { details: missionOf(row) })

/**
 * Starts a planned mission, or resumes a stopped one. Answers when the mower drives, or with why it does not.
 * @throws Refusal notFound, missionState, gateRefused with the gate's lines
 */
export const depart = async (
  fleet: Fleet,
  missionId: string,
  how: How,
  actor: Actor,
  limit: Deadline = deadline(fleet.ctx, 0),
): Promise<CommandOutcome> => {
  const row = (await readMission(fleet.ctx.db, missionId)) ?? refuse('notFound')
  if (row.status !== (how === 'start' ? 'planned' : 'stopped')) refuseState(row)
  if (fleet.starting.has(row.mowerId)) refuse('startingAlready')
  const ending = new AbortController()
  fleet.starting.set(row.mowerId, ending)
  const companion = fleet.settingOff.join(row.targetId)
  try {
    // Two that are let go on one zone at once would not see each other in the gate.
    const active = await inTurn(fleet, row.targetId, async () => {
      const { lines, departure } = await gateOf(fleet, row)
      if (!gateOpen(lines))
        return refuse('gateShut', { lines: shutLines(lines) }, { details: { lines }, why: gateShut(lines) })
      if (ending.signal.aborted) refuse('stopRequested')
      const entered = await enterUploading(fleet, row, how, actor, limit)
      takeDeparture(fleet, entered, departure)
      return entered
    })
    const outcome = await setOff(fleet, active, how, actor, ending.signal, companion)
    return answerOf(outcome)
  } finally {
    companion.leave()
    if (fleet.starting.get(row.mowerId) === ending) fleet.starting.delete(row.mowerId)
  }
}

/** Resumes the mission of a mower, or starts the one that is planned for it soonest. */
export const startNext = async (
  fleet: Fleet,
  mowerId: string,
  actor: Actor,
  limit: Deadline,
): Promise<CommandOutcome> => {
  const active = fleet.active.get(mowerId)
  if (active?.status === 'stopped') return depart(fleet, active.id, 'resume', actor, limit)
  if (active !== undefined) return refuse('onMissionAlready')
  const next = await nextPlanned(fleet.ctx.db, mowerId)
  return next === undefined ? refuse('nothingPlanned') : depart(fleet, next, 'start', actor, limit)
}

/** Written before anything is sent: a record that fails stops a start. */
const enterUploading = async (
  fleet: Fleet,
  row: MissionRow,
  how: How,
  actor: Actor,
  limit: Deadline,
): Promise<ActiveMission> => {
  const { ctx } = fleet
  await fleet.journal.settled(5_000)
  const known = activeById(fleet, row.id)
  const active = known ?? (await loadActive(fleet, row, false)) ?? refuse('mowerOrPlanGone')
  const other = fleet.active.get(row.mowerId)
  if (other !== undefined && other !== active) refuse('mowerOfAnotherMission')
  const asked = why(how === 'start' ? 'startAsked' : 'resumeAsked')
  try {
    const moved = await ctx.db.transaction(tx =>
      moveMissionIn(tx, ctx, {
        missionId: row.id,
        event: how,
        actor,
        why: asked,
        guard: async (guarded, locked) => {
          await holdCourse(row)(guarded, locked)
          // The mode may have been switched since the gate was asked.
          if (COURSE_MODES[await heldModeNow(guarded)].holdsMissions) refuse('courseHoldsMissions')
          if (!(await fleet.ownership.confirm(guarded, row.mowerId))) refuse('gatewayChanged')
          // A database that held everything up must not let a start through that nobody waits for any more.
          limit.check()
        },
      }),
    )
    if (!moved.ok)
      return moved.error.kind === 'notFound'
        ? refuse('notFound')
        : refuse('missionState', {}, { details: moved.error.mission })
    announceMission(ctx, moved.value.mission)
  } catch (error) {
    if (databaseFailure(error) === 'duplicate') refuse('mowerOfAnotherMission')
    throw error
  }
  active.status = 'uploading'
  active.mayHaveMoved = how === 'resume'
  active.isUnconfirmed = false
  fleet.active.set(row.mowerId, active)
  return active
}

/**
 * A way that is not straight is driven as part of the mission, so that it is checked and read back with it. A mission
 * that goes on as it was on board needs none.
 */
const takeDeparture = (fleet: Fleet, active: ActiveMission, departure: Departure | null): void => {
  const mower = fleet.mowers.get(active.mowerId)
  if (mower === undefined || departure === null || departure.kind === 'asItWas') return
  active.approach = departure.approach
  active.from = departure.from
  active.drive = driveOf(restOfPlan(active.plan, active.from, active.approach.at(-1)), mower, active.approach)
  active.seq = 0
}

const setOff = async (
  fleet: Fleet,
  active: ActiveMission,
  how: How,
  actor: Actor,
  signal: AbortSignal,
  companion: Companion,
): Promise<Outcome> => {
  const fromSeq = how === 'resume' && active.seq > 0 ? active.seq : undefined
  let outcome: Outcome
  try {
    outcome = await send(fleet, active, actor, signal, fromSeq)
    if (outcome.outcome === 'accepted') {
      await companion.ready(signal)
      outcome = await letGo(fleet, active, signal, fromSeq)
    }
  } catch (error) {
    fleet.ctx.log.error({ err: error, missionId: active.id }, 'A start broke off')
    outcome = { outcome: 'rejected', reason: 'internal', message: 'The start broke off by a fault of the server.' }
  }
  // A stop that came meanwhile has stopped the mower already.
  if (signal.aborted) recordBrokenOff(fleet, active)
  if (signal.aborted || active.status !== 'uploading') return stoppedMeanwhile
  if (outcome.outcome === 'accepted') {
    const event: MissionEvent = how === 'start' ? 'uploaded' : 'resumed'
    recordMove(fleet, active, { event, actor, why: why('drives'), fromSeq: fromSeq ?? 0 })
    return outcome
  }
  await fleet.gateway.stop(active.mowerId)
  // An answer that never came leaves open whether the mower moved; then it is a stopped mission, which a person resumes.
  const isAsBefore = how === 'start' && outcome.outcome === 'rejected' && !active.mayHaveMoved
  recordMove(fleet, active, { event: isAsBefore ? 'refused' : 'held', actor, why: answerWhy(outcome) })
  return outcome
}

/** The start ends here, whether or not the mower acknowledges the stop that ended it. */
const recordBrokenOff = (fleet: Fleet, active: ActiveMission): void => {
  if (active.status !== 'uploading' && active.status !== 'working') return
  const actor = fleet.stopping.get(active.mowerId) ?? SYSTEM
  recordMove(fleet, active, { event: 'stop', actor, why: why('stoppedBeforeWay', { who: nameOf(actor) }) })
}

const stoppedMeanwhile = {
  outcome: 'rejected',
  reason: 'stopped',
  message: 'A stop was asked for meanwhile.',
} as const satisfies Outcome

const refusal = (reason: string, message: string): Outcome => ({ outcome: 'rejected', reason, message })

/** Sends the mission and checks what came back segment by segment. */
const send = async (
  fleet: Fleet,
  active: ActiveMission,
  actor: Actor,
  signal: AbortSignal,
  fromSeq?: number,
): Promise<Outcome> => {
  const { gateway } = fleet
  const { mowerId } = active
  const { items } = active.drive
  // The fence of the mission before may still be on its way off the mower, which takes one request at a time.
  await fleet.unfencing.get(mowerId)
  // Nothing is watched on the way to the boundary; following turns the watch on once the mower is inside.
  gateway.setBoundary(mowerId, null)
  active.isInside = false
  if (fromSeq === undefined || !(await isStillOnBoard(fleet, active))) {
    const sent = await gateway.upload(mowerId, items, { signal })
    if (sent.outcome !== 'accepted') return sent
    recordLine(fleet, active, actor, sentWhy(fleet, active))
  } else recordLine(fleet, active, actor, onBoardWhy(fleet, active))
  if (signal.aborted) return stoppedMeanwhile
  if (!fleet.ownership.isSure(mowerId)) return refusal('handsChanged', HANDS_CHANGED)
  const onBoard = gateway.state(mowerId)?.mission ?? null
  if (onBoard === null) return refusal('notReadBack', 'The mission could not be read back.')
  const unsafe = await unsafeSegment(fleet, active, pathOf(onBoard))
  if (unsafe !== undefined) return refusalOf('unsafePath', unsafe)
  recordLine(fleet, active, actor, why('segmentsSafe'))
  if (signal.aborted) return stoppedMeanwhile
  return fenceIn(fleet, active, actor, signal)
}

/** Everything is on board. Who else is on the zone may have set off, or have stopped, since the gate was asked. */
const letGo = async (fleet: Fleet, active: ActiveMission, signal: AbortSignal, fromSeq?: number): Promise<Outcome> => {
  const { gateway, ownership } = fleet
  const { mowerId } = active
  const met = await wouldMeet(fleet, active)
  if (met === null) return refusal('notReady', 'The mower does not know its position well enough yet.')
  const [other] = met
  if (other !== undefined) return refusalOf('wouldMeet', why('wouldMeet', { other }))
  if (signal.aborted) return stoppedMeanwhile
  if (!ownership.isSure(mowerId)) return refusal('handsChanged', HANDS_CHANGED)
  return fromSeq === undefined ? gateway.start(mowerId) : gateway.resume(mowerId, fromSeq)
}

/** What is wrong with the drive that was read back; undefined when all of it is safe. */
const unsafeSegment = async (
  fleet: Fleet,
  active: ActiveMission,
  path: readonly Position[],
): Promise<MissionWhy | undefined> => {
  // The approach leads to the boundary from outside, so it is judged by itself: clear of obstacles, piece by piece.
  const approached = active.approach.length
  for (let index = 1; index < approached; index += 1) {
    const [from, to] = [path[index - 1], path[index]]
    if (from === undefined || to === undefined) continue
    const way = await fleet.planner.way(from, to, 0)
    if (way?.kind !== 'straight') return why('wayBlocked', { near: placeText(from) })
  }
  const violations = await fleet.planner.checkPath(path.slice(Math.max(0, approached - 1)), active.target)
  const first = violations[0]
  if (first === undefined) return undefined
  return why('drive', { reason: first.kind, title: first.title, near: placeText(first.at) })
}

const placeText = ([lon, lat]: Position): string => `${lat.toFixed(6)}, ${lon.toFixed(6)}`

/** Of a mission longer than the mower's memory it is told how much of it is there already. */
const sentWhy = (fleet: Fleet, { mowerId, drive }: ActiveMission): MissionWhy => {
  const items = drive.items.length
  const upTo = fleet.gateway.state(mowerId)?.missionOnBoardTo ?? null
  return upTo === null ? why('sent', { items }) : why('sentPart', { items, upTo })
}

const onBoardWhy = (fleet: Fleet, { mowerId }: ActiveMission): MissionWhy => {
  const upTo = fleet.gateway.state(mowerId)?.missionOnBoardTo ?? null
  return upTo === null ? why('onBoard') : why('onBoardPart', { upTo })
}

/** Read anew: what the mower held before it was stopped may have been replaced from elsewhere. */
const isStillOnBoard = async (fleet: Fleet, active: ActiveMission): Promise<boolean> =>
  (await fleet.gateway.adoptMission(active.mowerId, active.drive.items)).outcome === 'accepted'

const answerOf = (outcome: Outcome): CommandOutcome => ({
  outcome: outcome.outcome,
  reason: outcome.outcome === 'accepted' ? null : outcome.message,
  why: outcome.outcome === 'accepted' ? null : answerWhy(outcome),
  standingStill: outcome.outcome === 'accepted' ? false : null,
})
