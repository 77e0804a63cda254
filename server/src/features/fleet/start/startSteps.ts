/** The steps of a recorded start that need nothing of the controller's own: sent, read back, checked, and driven at the end. */

import type { CommandOutcome } from '@greensward/contract'
import type { Interruption, PlanViolation, Position } from '@greensward/domain'
import type { Said } from '@greensward/messages'
import type { MissionItem, Outcome } from '@greensward/vehicle'
import { refuse } from '../../../platform/http/refusal.ts'
import { type Actor, nameOf, SYSTEM } from '../../../shared/missionLife/moveMission.ts'
import { apartM } from '../../../shared/missionLife/pathLength.ts'
import { answerWhy, objection, partOf, refusalOf, why } from '../../../shared/missionLife/why.ts'
import type { FleetParts } from '../fleetParts.ts'
import type { ActiveMission, OwnMission } from '../mission/activeMission.ts'
import { drivenPathsOf, pathOf } from '../mission/missionDrive.ts'
import { watchNothing, watchWay } from '../mission/missionFollowing.ts'
import { type Happened, recordLine } from '../mission/recordMove.ts'
import type { StartRight } from '../mower/controlledMower.ts'
import type { MowerFence } from '../mower/mowerFence.ts'
import type { MowerState } from '../mower/mowerStates.ts'
import { noteStop } from '../mower/noteStop.ts'
import { pauseWhy } from '../shifts/routeInterruptions.ts'
import { NOT_MOVED_M } from './approach.ts'
import { positionOf, positionText, stillAhead } from './driveAhead.ts'
import { checkDriven } from './driveGround.ts'
import { startMeets, waitForClearRoute } from './meetings.ts'
import type { How } from './recordStart.ts'
import { wouldMeet } from './sharing.ts'
import type { BarrierTurn } from './startBarrier.ts'

const accepted: Outcome = { outcome: 'accepted' }
const stoppedMeanwhile = objection('stopped')

/** A start in progress. */
export interface Start {
  readonly how: How
  readonly actor: Actor
  /** Aborted by a stop, by a safety stop, by what breaks it off, and when the mower is released. */
  readonly ending: AbortController
  /** What happened to its mower meanwhile; undefined where a stop or nothing has ended it. */
  brokenOffBy?: Interruption
  /** The stop that broke it off: until it is answered nothing else starts. */
  stop?: Promise<unknown>
  /** Of a start that no person pressed. */
  readonly right: StartRight | undefined
  readonly turn: BarrierTurn
}

/** The one question by which a start learns that it has ended. */
export const isStopped = ({ ending }: Start): boolean => ending.signal.aborted

const brokenOffWhy = (kind: Interruption): Said => why('startBrokenOff', { cause: partOf(pauseWhy(kind, SYSTEM)) })

/**
 * Its checks no longer hold. The stop also ends what the gateway is about to send.
 * @param start undefined where none is in progress
 * @param mission of its mower
 */
export const breakOff = (
  parts: Pick<FleetParts, 'ctx' | 'gateway' | 'journal' | 'garage'>,
  start: Start | undefined,
  mission: ActiveMission | undefined,
  kind: Interruption,
): void => {
  if (start === undefined || isStopped(start)) return
  start.brokenOffBy = kind
  start.ending.abort()
  if (mission?.status !== 'uploading') return
  const { mowerId, isCleared } = mission
  const stopped = parts.gateway.stop(mowerId)
  start.stop = stopped
  // Before that it stands: a stop without an answer needs no alarm. Its mission ends with the start.
  if (isCleared === true)
    void stopped.then(stop => noteStop(parts, { mowerId, mission: undefined, actor: SYSTEM, stop, details: {} }))
}

/** @throws Refusal startBrokenOff, gatewayChanged, stopRequested */
export const requireNotEnded = (start: Start, state: MowerState): void => {
  const { brokenOffBy } = start
  if (brokenOffBy !== undefined) refuse('startBrokenOff', { cause: partOf(pauseWhy(brokenOffBy, SYSTEM)) })
  if (state === 'released') refuse('gatewayChanged')
  // A stop of before this start was in progress has not ended it, but the right to it.
  if (isStopped(start) || state === 'stopping' || start.right?.holds() === false) refuse('stopRequested')
}

/** From the recorded start to the driving mower. Each step is taken only where the start has not ended. */
export const takeSteps = async (
  parts: FleetParts,
  mission: OwnMission,
  start: Start,
  fence: MowerFence,
  fromSeq: number | undefined,
): Promise<Outcome> => {
  const { actor, ending, turn } = start
  let fenced: Outcome | undefined
  const steps: readonly (() => Promise<Outcome>)[] = [
    async () => {
      // The fence of the mission before may still be being removed, and the mower handles one request at a time.
      await fence.removed()
      watchNothing(parts.gateway, mission)
      return sendMission(parts, mission, actor, ending.signal, fromSeq !== undefined)
    },
    () => checkOnBoard(parts, mission, actor),
    async () => {
      fenced = await fence.set(mission)
      return accepted
    },
    () => fence.judge(fenced, mission, actor),
    async () => {
      await turn.ready(ending.signal)
      return accepted
    },
    () => clearRoute(parts, mission, start),
    () => checkOthers(parts, mission),
    async () => checkNotMoved(parts, mission),
    () => {
      watchWay(parts, mission, positionOf(parts, mission.mowerId))
      return arm(parts, mission.mowerId, fromSeq)
    },
  ]
  try {
    for (const step of steps) {
      // An interruption of a shift is not always a stop; the mower is sent one then.
      if (isStopped(start) || start.right?.holds() === false) return stoppedMeanwhile
      const outcome = await step()
      if (outcome.outcome !== 'accepted') return outcome
    }
    return accepted
  } catch (error) {
    parts.ctx.log.error({ err: error, missionId: mission.id }, 'A start failed')
    return objection('internal')
  }
}

const isSentAtStart = ({ capabilitiesOf }: Pick<FleetParts, 'capabilitiesOf'>, id: string): boolean =>
  capabilitiesOf({ id }).judgesItself === true

/** Sends the mission, unless a resume finds it on board. */
const sendMission = async (
  parts: Pick<FleetParts, 'ctx' | 'gateway' | 'journal' | 'garage' | 'capabilitiesOf'>,
  active: ActiveMission,
  actor: Actor,
  signal: AbortSignal,
  isResume: boolean,
): Promise<Outcome> => {
  const { gateway } = parts
  const { mowerId } = active
  const { items } = active.drive
  const isOnBoard = isResume && (await gateway.adoptMission(mowerId, items)).outcome === 'accepted'
  if (!isOnBoard) {
    const base = parts.garage.baseOf(mowerId)
    const endsAtCharger =
      base?.hasCharger === true && active.target.kind === 'drive' && active.target.featureId === base.id
    const sent = await gateway.upload(mowerId, items, { signal, endsAtCharger })
    if (sent.outcome !== 'accepted') return sent
  }
  // An order is sent at the end of the start, and read back there.
  if (isSentAtStart(parts, mowerId)) return accepted
  // A mission longer than the mower's memory is sent in parts.
  const upTo = gateway.state(mowerId)?.missionOnBoardTo ?? null
  if (isOnBoard) recordLine(parts, active, actor, upTo === null ? why('onBoard') : why('onBoardPart', { upTo }))
  else
    recordLine(
      parts,
      active,
      actor,
      upTo === null ? why('sent', { items: items.length }) : why('sentPart', { items: items.length, upTo }),
    )
  return accepted
}

/** Checks the mission that was read back, or the order that will be sent, segment by segment. */
const checkOnBoard = async (
  parts: Pick<
    FleetParts,
    'ctx' | 'gateway' | 'journal' | 'ownership' | 'planner' | 'garage' | 'view' | 'capabilitiesOf'
  >,
  active: ActiveMission,
  actor: Actor,
): Promise<Outcome> => {
  if (!parts.ownership.isSure(active.mowerId)) return objection('handsChanged')
  const onBoard = parts.gateway.state(active.mowerId)?.mission ?? null
  if (onBoard === null) return objection('notReadBack')
  const unsafe = await unsafeSegment(parts, active, onBoard)
  if (unsafe !== undefined) return refusalOf('unsafePath', unsafe)
  recordLine(parts, active, actor, why(isSentAtStart(parts, active.mowerId) ? 'orderSafe' : 'segmentsSafe'))
  return accepted
}

/** The fault of the drive that was read back; undefined when all of it is safe. */
const unsafeSegment = async (
  parts: Pick<FleetParts, 'ctx' | 'planner' | 'garage' | 'view'>,
  active: ActiveMission,
  onBoard: readonly MissionItem[],
): Promise<Said | undefined> => {
  const { planner, garage } = parts
  const path = pathOf(onBoard)
  const firstOf = ([first]: readonly PlanViolation[]): Said | undefined =>
    first && why('drive', { reason: first.kind, title: first.title, near: positionText(first.at) })
  const mower = garage.mowers.get(active.mowerId)
  if (active.target.kind === 'drive' && mower !== undefined)
    return firstOf(await checkDriven(parts, [restOnBoard(parts, active, onBoard)], mower))
  // The approach leads to the boundary from outside, so it is checked by itself: clear of obstacles, piece by piece.
  const approached = active.approach.length
  for (let index = 1; index < approached; index += 1) {
    const [from, to] = [path[index - 1], path[index]]
    if (from === undefined || to === undefined) continue
    const way = await planner.way(from, to, 0)
    if (way?.kind !== 'straight') return why('wayBlocked', { near: positionText(from) })
  }
  const ahead = Math.max(0, approached - 1)
  const driven =
    mower === undefined ? [{ points: path.slice(ahead) }] : drivenPathsOf(onBoard, mower.bladeSwitch, ahead)
  return firstOf(await planner.checkPaths(driven, active.target))
}

/** What a drive still drives: one that is resumed has a part of it behind, where another mower may stand by now. */
const restOnBoard = (
  parts: Pick<FleetParts, 'view'>,
  { mowerId, seq }: ActiveMission,
  onBoard: readonly MissionItem[],
): Position[] => {
  const at = positionOf(parts, mowerId)
  if (seq <= 1 || at === null) return pathOf(onBoard)
  return [at, ...pathOf([...onBoard.slice(0, 1), ...onBoard.slice(seq)])]
}

/** Another mower may have started, stand elsewhere, or be late since the gate was asked: mostly it passes within seconds. */
const clearRoute = async (
  parts: Pick<FleetParts, 'ctx' | 'garage' | 'view' | 'journal'>,
  active: OwnMission,
  start: Start,
): Promise<Outcome> => {
  const mower = parts.garage.mowers.get(active.mowerId)
  if (mower === undefined) return objection('notReady')
  return waitForClearRoute({
    clock: parts.ctx.clock,
    meets: () => {
      const at = positionOf(parts, mower.id)
      const ahead = at === null ? null : stillAhead(mower, active, at)
      return startMeets(parts, { mower, target: active.target, ahead }, true)
    },
    // One that was moved is refused by the steps that follow: it waits for no other in vain.
    isEnded: () => isStopped(start) || start.right?.holds() === false || isMoved(parts, active),
    onWait: other => recordLine(parts, active, start.actor, why('waitsOnWay', { mower: other })),
    onClear: () => {
      active.isCleared = true
    },
  })
}

/** The mowers of its own zone, and those where it turns outside of it. */
const checkOthers = async (
  parts: Pick<FleetParts, 'ctx' | 'course' | 'garage' | 'view' | 'remoteMowers'>,
  active: ActiveMission,
): Promise<Outcome> => {
  if (active.target.kind === 'drive') return accepted
  const met = await wouldMeet(parts, active)
  if (met === null) return objection('notReady')
  const [other] = met
  return other === undefined ? accepted : refusalOf('wouldMeet', why('wouldMeet', { other }))
}

/** A mower that was carried since its checks would begin with a way that nobody has checked. */
const isMoved = (parts: Pick<FleetParts, 'view'>, { mowerId, checkedAt }: ActiveMission): boolean => {
  const at = positionOf(parts, mowerId)
  return at !== null && checkedAt != null && apartM(at, checkedAt) > NOT_MOVED_M
}

const checkNotMoved = (parts: Pick<FleetParts, 'view'>, active: ActiveMission): Outcome => {
  if (positionOf(parts, active.mowerId) === null || active.checkedAt == null) return objection('notReady')
  return isMoved(parts, active) ? objection('movedDuringChecks') : accepted
}

/** Arms the mower and lets it drive; nothing is awaited between the check of its lease and the command. */
const arm = async (
  { gateway, ownership }: Pick<FleetParts, 'gateway' | 'ownership'>,
  mowerId: string,
  fromSeq: number | undefined,
): Promise<Outcome> => {
  if (!ownership.isSure(mowerId)) return objection('handsChanged')
  return fromSeq === undefined ? gateway.start(mowerId) : gateway.resume(mowerId, fromSeq)
}

export const commandOutcome = (outcome: Outcome, standingStill: boolean | null = null): CommandOutcome => {
  const isDone = outcome.outcome === 'accepted'
  return {
    outcome: outcome.outcome,
    reason: isDone ? null : outcome.message,
    why: isDone ? null : answerWhy(outcome),
    standingStill: isDone ? standingStill : null,
  }
}

interface StartEnd {
  readonly outcome: Outcome
  readonly move?: Happened
}

/** Applies the last step of a start, or what ended it, to the mission. @param stopper who stopped it just now */
export const endOfStart = (
  { status, mayHaveMoved, isCleared }: Pick<ActiveMission, 'status' | 'mayHaveMoved' | 'isCleared'>,
  start: Start,
  outcome: Outcome,
  fromSeq: number,
  stopper: Actor = SYSTEM,
): StartEnd => {
  const { how, actor, brokenOffBy } = start
  if (brokenOffBy !== undefined) {
    const cause = brokenOffWhy(brokenOffBy)
    const isAsBefore = how === 'start' && !mayHaveMoved && isCleared !== true
    const move: Happened = { event: isAsBefore ? 'refused' : 'held', actor: SYSTEM, why: cause }
    return { outcome: refusalOf('brokenOff', cause), ...(status === 'uploading' ? { move } : {}) }
  }
  // A stop has stopped the mower already; the start ends here, acknowledged or not.
  if (isStopped(start)) {
    const stopped: Happened = { event: 'stop', actor: stopper, why: why('stoppedBeforeWay', { who: nameOf(stopper) }) }
    const isOn = status === 'uploading' || status === 'working'
    return { outcome: stoppedMeanwhile, ...(isOn ? { move: stopped } : {}) }
  }
  if (status !== 'uploading') return { outcome: stoppedMeanwhile }
  if (outcome.outcome === 'accepted')
    return { outcome, move: { event: how === 'start' ? 'uploaded' : 'resumed', actor, why: why('drives'), fromSeq } }
  // An answer that never came leaves open whether the mower moved; then it is a stopped mission, which a person resumes.
  const isAsBefore = how === 'start' && outcome.outcome === 'rejected' && !mayHaveMoved
  return { outcome, move: { event: isAsBefore ? 'refused' : 'held', actor, why: answerWhy(outcome) } }
}
