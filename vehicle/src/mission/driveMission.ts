/** The steps by which a mower begins to drive a mission, or a part of one; each waits for the one before. */
import { ANSWER_MS, answerWithin, type Conversation } from '../commands/conversation.ts'
import type { MowerCommands } from '../commands/mowerCommands.ts'
import { accepted, noAnswer, type Outcome, type Rejected, stoppedMeanwhile } from '../commands/outcome.ts'
import { standingStill } from '../commands/standingCommands.ts'
import type { StateStore } from '../state/stateStore.ts'
import { type Blade, contextOf, type ItemContext, type MissionItem, mows } from './missionItem.ts'
import type { OnBoardMission } from './onBoardMission.ts'
import { distanceToSegmentM } from './path.ts'

export type DriveKind = 'begin' | 'resume' | 'nextPart'

export interface DriveContext {
  readonly conversation: Conversation
  readonly store: StateStore
  readonly blade: Blade
  readonly commands: MowerCommands
  readonly onBoard: OnBoardMission
  /** Null where nothing speaks against a start now. */
  readonly refusal: (signal: AbortSignal) => Promise<Rejected | null>
  /** The mower is about to move. */
  readonly onMoving: () => void
  /** It failed once the mower may have moved. */
  readonly onFailed: () => void
  /** Switches the blade on once the mower has driven past that item. */
  readonly bladeOnAfter: (seq: number) => void
}

/** Nearer than this to the line being mowed, the mower mows at once; otherwise it first drives to the line. */
const ON_PATH_M = 1

/** Speed and blade as they are at that place of the mission: the items that set them lie behind. */
const restoreWay = async (
  { store, commands, bladeOnAfter }: DriveContext,
  { bladeOn, speedMps, from, to }: ItemContext,
  seq: number,
  signal: AbortSignal,
): Promise<Outcome> => {
  if (speedMps !== null) {
    const speed = await commands.changeSpeed(speedMps, signal)
    if (speed.outcome !== 'accepted') return speed
  }
  if (!bladeOn) return accepted
  const { position } = store.state
  const isOnPath =
    position !== null && from !== null && to !== null && distanceToSegmentM(position, from, to) <= ON_PATH_M
  if (isOnPath) return commands.bladeOn(signal)
  bladeOnAfter(seq)
  return accepted
}

/** A drive without mowing begins only once its blade was reported off after it was switched off; unknown refuses. */
const bladeReadOff = async ({ conversation, store, blade }: DriveContext, signal: AbortSignal): Promise<Outcome> => {
  const name = blade.kind === 'relay' ? 'RELAY_STATUS' : 'SERVO_OUTPUT_RAW'
  const seen = await answerWithin(
    conversation,
    ANSWER_MS,
    received => (received.name === name && store.state.bladeOn === false ? true : undefined),
    signal,
  )
  if (signal.aborted) return stoppedMeanwhile
  return seen === true ? accepted : noAnswer('The mower did not report its blade as off.', 'bladeNotSeenOff')
}

export const driveMission = async (
  context: DriveContext,
  items: readonly MissionItem[],
  target: number,
  kind: DriveKind,
  signal: AbortSignal,
): Promise<Outcome> => {
  const { conversation, store, blade, commands, onBoard } = context
  const isArmed = (): boolean => store.state.armed === true
  const wasArmed = isArmed()
  let isMoving = false
  const steps: readonly (() => Promise<Outcome>)[] = [
    () => commands.bladeOff(signal),
    // Armed in AUTO it would drive before it knows where to begin.
    () => commands.hold(signal),
    () => (kind === 'nextPart' ? standingStill(conversation, store, signal) : Promise.resolve(accepted)),
    () => onBoard.bringOnBoard(kind === 'begin' ? 1 : target, signal),
    () => commands.arm(signal),
    () => (kind === 'resume' ? commands.jumpTo(target, items, signal) : commands.jumpToBeginning(signal)),
    () => (mows(items, blade) ? Promise.resolve(accepted) : bladeReadOff(context, signal)),
    // All that came before took its time: what it was decided by must still be true, and still be fresh.
    async () => (await context.refusal(signal)) ?? accepted,
    () => {
      isMoving = true
      context.onMoving()
      store.apply({ kind: 'startSent' })
      return commands.enterAuto(signal)
    },
    async () => (kind === 'resume' ? restoreWay(context, contextOf(items, target, blade), target, signal) : accepted),
  ]
  for (const step of steps) {
    const outcome = signal.aborted ? stoppedMeanwhile : await step()
    if (outcome.outcome === 'accepted') continue
    if (signal.aborted) return outcome
    if (isMoving) context.onFailed()
    else if (!wasArmed && isArmed()) await commands.disarm(signal)
    return outcome
  }
  store.apply({ kind: 'driveBegun' })
  return accepted
}
