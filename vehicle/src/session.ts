/** One mower: what is known of it, what is asked of it, and who may ask at a time. */
import type { Result } from '@greensward/domain'
import type { LonLat } from '@greensward/geometry'
import { createCapacity, FENCE_STORE, MISSION_STORE } from './capacity.ts'
import type { Clock } from './clock.ts'
import type { Conversation } from './conversation.ts'
import { type StopOutcome, type StopRequest, stopVehicle } from './emergencyStop.ts'
import type { SafetyReason, SessionEvent } from './events.ts'
import { type FailsafeReport, failsafeNames, failsafeReport } from './failsafeReport.ts'
import { AVOID_ENABLE, AVOID_FENCE_BIT, FENCE_ENABLE, fenceParameters } from './fence.ts'
import { sendFence } from './fenceUpload.ts'
import { changeKey } from './keyChange.ts'
import { hear, type Knowledge, nothingKnown, rememberMission, telemetryOf } from './knowledge.ts'
import type { Message } from './mavlink/index.ts'
import { type Blade, contextOf, type ItemContext, type MissionItem, nextWaypointSeq } from './missionItem.ts'
import { createMowerCommands } from './mowerCommands.ts'
import { createOnBoardMission } from './onBoardMission.ts'
import { accepted, noAnswer, type Outcome, type Rejection, rejected, stoppedMeanwhile } from './outcome.ts'
import { readParameter, readParameters, setParameter } from './parameters.ts'
import { createPartChange } from './partChange.ts'
import { distanceToSegmentM } from './path.ts'
import { createSafetyWatch } from './safetyWatch.ts'
import { disarm, reboot, standingStill } from './standingCommands.ts'
import { startRefusal } from './startEvidence.ts'
import { keepTelemetryComing } from './telemetryRates.ts'
import type { TransferOptions } from './transfer.ts'

export interface SessionOptions {
  readonly systemId: number
  readonly blade: Blade
  readonly clock: Clock
  /** How often the mower is asked to say where it is. */
  readonly positionIntervalMs: number
  /** False while it is not known which key the mower signs with. */
  readonly isKeyProven: () => boolean
  /** Straight to the socket of the mower's peer; false when it was never heard. */
  readonly transmit: (message: Message) => boolean
  readonly onEvent: (event: SessionEvent) => void
}

export interface Session {
  readonly known: Knowledge
  readonly capacity: { readonly missionItems: number; readonly fenceItems: number }
  receive(message: Message): void
  /** The stop asked for last, until the next start. */
  readonly requestedStop: StopRequest | null
  upload(items: readonly MissionItem[], options: TransferOptions): Promise<Outcome>
  download(): Promise<Result<readonly MissionItem[], Rejection>>
  adoptMission(items: readonly MissionItem[]): Promise<Outcome>
  start(fromSeq?: number): Promise<Outcome>
  stop(): Promise<StopOutcome>
  clear(): Promise<Outcome>
  setBlade(on: boolean): Promise<Outcome>
  readParameter(name: string): Promise<Result<number, Rejection>>
  readParameters(names: readonly string[]): Promise<Result<ReadonlyMap<string, number>, Rejection>>
  failsafeReport(): Promise<Result<FailsafeReport, Rejection>>
  setParameter(name: string, value: number): Promise<Outcome>
  setBoundary(boundary: readonly LonLat[] | null, bladeOff?: readonly LonLat[] | null): void
  /** More than the mower stores is `fenceTooLarge`; what it stores is known better then. */
  uploadFence(items: readonly MissionItem[]): Promise<Outcome>
  enableFence(on: boolean): Promise<Outcome>
  /** Only where it stands; it is in HOLD afterwards. */
  disarm(): Promise<Outcome>
  /** Only where it stands disarmed. */
  reboot(): Promise<Outcome>
  /** @param send gives the mower its new signing key, and asks it something under that key */
  changeKey(send: () => void): Promise<Outcome>
  /** Ends all waiting; nothing more is sent. */
  close(): void
}

/** Nearer than this to the line being mowed, the mower goes on mowing at once; otherwise it first drives there. */
const ON_PATH_M = 1
const CATCH_UP_MS = 5_000
/** Whether a ground station that falls silent stops the mower; the start gate wants to know. */
export const STATION_FAILSAFE = 'FS_GCS_ENABLE'

const keyUnproven = rejected(
  'keyUnproven',
  'The mower has not answered under its new signing key yet: give it that key first.',
)

const busy = rejected('busy', 'The mower is busy with another request.')

export const createSession = (options: SessionOptions): Session => {
  const { clock, blade, systemId, onEvent } = options
  const known = nothingKnown()
  const listeners = new Set<(message: Message) => void>()
  const closing = new AbortController()
  let requestedStop: StopRequest | null = null
  let operation: { readonly controller: AbortController; readonly background: boolean } | null = null
  /** Blade that goes on by itself when the mower has come to its path; forgotten as soon as it leaves AUTO. */
  let bladeOnAfterSeq: number | null = null
  let stopping = 0
  let settling: Promise<unknown> = Promise.resolve()
  let contacted = false

  const conversation: Conversation = {
    clock,
    systemId,
    send: outgoing => !closing.signal.aborted && options.transmit(outgoing),
    listen: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    timeRate: () => known.timeRate,
  }
  const commands = createMowerCommands(conversation, known, blade)
  const missionStore = createCapacity(MISSION_STORE, conversation, known)
  const fenceStore = createCapacity(FENCE_STORE, conversation, known)
  const onBoard = createOnBoardMission(conversation, known, blade, missionStore)
  const forgetStores = (): void => {
    missionStore.forget()
    fenceStore.forget()
  }
  const telemetry = () => telemetryOf(known, clock.monotonicMs())

  /** Runs one operation at a time; a background reading gives way, anything else is refused. */
  const exclusively = async <T>(
    work: (signal: AbortSignal) => Promise<T>,
    whenBusy: T,
    background = false,
  ): Promise<T> => {
    if (operation !== null && !operation.background) return whenBusy
    operation?.controller.abort()
    const own = { controller: new AbortController(), background }
    operation = own
    try {
      await settling
      return await work(AbortSignal.any([own.controller.signal, closing.signal]))
    } finally {
      if (operation === own) operation = null
    }
  }

  const stop = (): Promise<StopOutcome> => {
    const isStarting = operation !== null && !operation.background
    operation?.controller.abort()
    operation = null
    bladeOnAfterSeq = null
    known.underWay = false
    partChange.end()
    const request: StopRequest = { atMs: clock.nowMs(), acknowledgedAtMs: null, standingAtMs: null }
    requestedStop = request
    // Sent before anybody is told: nothing that listens may hold it up.
    stopping++
    const stopped = stopVehicle(conversation, known, blade, request, onEvent, closing.signal, isStarting)
    const outcome = stopped.finally(() => {
      stopping--
    })
    onEvent({ kind: 'stopRequested' })
    return outcome
  }

  const safetyStop = (reason: SafetyReason): void => {
    void stop()
    onEvent({ kind: 'safetyStop', reason })
  }

  const refusalOfStart = async (signal: AbortSignal) =>
    options.isKeyProven() ? startRefusal(conversation, known, () => stopping > 0, signal) : keyUnproven

  /** After a restart the mission may not have been read yet. */
  const missionOnBoard = async (signal: AbortSignal): Promise<readonly MissionItem[] | Outcome> => {
    if (known.mission !== null) return known.mission
    const back = await onBoard.download(signal)
    if (back.ok) return back.value
    const { reason, message: why } = back.error
    return reason === 'noAnswer' ? noAnswer(why) : rejected(reason, why)
  }

  /** Speed and blade as they are at that place of the mission: the items that set them lie behind. */
  const restoreWay = async (context: ItemContext, seq: number, signal: AbortSignal): Promise<Outcome> => {
    if (context.speedMps !== null) {
      const speed = await commands.changeSpeed(context.speedMps, signal)
      if (speed.outcome !== 'accepted') return speed
    }
    if (!context.bladeOn) return accepted
    const { from, to } = context
    const onPath =
      known.position !== null &&
      from !== null &&
      to !== null &&
      distanceToSegmentM(known.position, from, to) <= ON_PATH_M
    if (onPath) return commands.bladeOn(signal)
    bladeOnAfterSeq = seq
    return accepted
  }

  const drive = async (
    items: readonly MissionItem[],
    target: number,
    how: 'begin' | 'resume' | 'nextPart',
    signal: AbortSignal,
  ): Promise<Outcome> => {
    const armedBefore = known.armed === true
    let moving = false
    const steps: readonly (() => Promise<Outcome>)[] = [
      () => commands.bladeOff(signal),
      // Armed in AUTO it would drive off before it was told where to begin.
      () => commands.hold(signal),
      () => (how === 'nextPart' ? standingStill(conversation, known, signal) : Promise.resolve(accepted)),
      () => onBoard.bringOnBoard(how === 'begin' ? 1 : target, signal),
      () => commands.arm(signal),
      () => (how === 'resume' ? commands.jumpTo(target, items, signal) : commands.jumpToBeginning(signal)),
      // All that came before took its time: what it was decided by must still be true, and still be fresh.
      async () => (await refusalOfStart(signal)) ?? accepted,
      () => {
        moving = true
        requestedStop = null
        known.wasActive = false
        return commands.enterAuto(signal)
      },
      async () => (how === 'resume' ? restoreWay(contextOf(items, target, blade), target, signal) : accepted),
    ]
    for (const step of steps) {
      const outcome = signal.aborted ? stoppedMeanwhile : await step()
      if (outcome.outcome === 'accepted') continue
      if (signal.aborted) return outcome
      if (moving) safetyStop('startFailed')
      else if (!armedBefore && known.armed === true) await commands.disarm(signal)
      return outcome
    }
    known.underWay = true
    partChange.begin()
    return accepted
  }

  const start = (fromSeq?: number): Promise<Outcome> =>
    exclusively(async signal => {
      const refusal = await refusalOfStart(signal)
      if (refusal !== null) return refusal
      const items = await missionOnBoard(signal)
      if ('outcome' in items) return items
      const target = nextWaypointSeq(items, fromSeq ?? 1)
      if (target !== null) return drive(items, target, fromSeq === undefined ? 'begin' : 'resume', signal)
      return fromSeq === undefined
        ? rejected('noMission', 'There is no mission on the mower.')
        : rejected('noSuchItem', `The mission has no waypoint at or after item ${fromSeq}.`)
    }, busy)

  const upload = (items: readonly MissionItem[], transfer: TransferOptions): Promise<Outcome> =>
    exclusively(async signal => {
      if (nextWaypointSeq(items, 1) === null) return rejected('emptyMission', 'The mission has no waypoint.')
      const now = telemetry()
      if (now.mode === 'auto' && now.armed === true) {
        return rejected(
          'driving',
          'A mission cannot be uploaded while the mower drives one: it would stop on the spot.',
        )
      }
      partChange.end()
      const both = transfer.signal === undefined ? signal : AbortSignal.any([signal, transfer.signal])
      const outcome = await onBoard.upload(items, { ...transfer, signal: both })
      if (outcome.outcome === 'accepted') {
        known.missionItemReached = null
        known.underWay = false
      }
      return outcome
    }, busy)

  const download = (background = false): Promise<Result<readonly MissionItem[], Rejection>> =>
    exclusively<Result<readonly MissionItem[], Rejection>>(onBoard.download, { ok: false, error: busy }, background)

  const clear = async (): Promise<Outcome> => {
    const stopped = await stop()
    if (!stopped.acknowledged) return noAnswer(stopped.message)
    return exclusively(async signal => {
      for (const step of [commands.bladeOff, commands.disarm, commands.clearMission]) {
        const outcome = await step(signal)
        if (outcome.outcome !== 'accepted') return outcome
      }
      rememberMission(known, [])
      known.missionItemReached = null
      return accepted
    }, busy)
  }

  const setBlade = async (on: boolean): Promise<Outcome> => {
    if (on && stopping > 0) return rejected('stopping', 'A stop has not been acknowledged yet.')
    if (on) return exclusively(commands.bladeOn, busy)
    bladeOnAfterSeq = null
    return commands.bladeOff(closing.signal)
  }

  const enableFence = async (on: boolean): Promise<Outcome> => {
    const set = (name: string, value: number) => setParameter(conversation, known, name, value, closing.signal)
    if (!on) return set(FENCE_ENABLE, 0)
    const avoid = await readParameter(conversation, known, AVOID_ENABLE, closing.signal)
    const wanted = avoid.ok ? avoid.value & ~AVOID_FENCE_BIT : 0
    // A mower built without avoidance has no such parameter, and none to switch off.
    const first: readonly (readonly [string, number])[] =
      avoid.ok && avoid.value !== wanted ? [[AVOID_ENABLE, wanted]] : []
    for (const [name, value] of [...first, ...fenceParameters]) {
      const outcome = await set(name, value)
      if (outcome.outcome !== 'accepted') return outcome
    }
    return accepted
  }

  /** At the end ArduPilot stays in AUTO and stands: a hold makes the mower free for the next upload. */
  const settleAfterMission = (): void => {
    commands.bladeOffNow()
    settling = commands.hold(closing.signal)
  }

  const partChange = createPartChange({
    known,
    driveOn: (mission, next) => exclusively(signal => drive(mission, next, 'nextPart', signal), busy),
    breakOff: () => operation?.controller.abort(),
    settle: () => settleAfterMission(),
    isStopped: () => requestedStop !== null || closing.signal.aborted,
    onEvent,
  })

  const catchUpWithPath = (): void => {
    if (bladeOnAfterSeq === null || known.mission === null || known.missionSeq === null) return
    if (known.missionSeq <= bladeOnAfterSeq) return
    bladeOnAfterSeq = null
    if (!contextOf(known.mission, known.missionSeq, blade).bladeOn || known.bladeOn === true) return
    void commands.bladeOn(closing.signal).then(outcome => {
      if (outcome.outcome !== 'accepted' && telemetry().mode === 'auto') safetyStop('bladeCommandFailed')
    })
  }

  const watch = createSafetyWatch({
    conversation,
    known,
    blade,
    stopRequest: () => requestedStop,
    safetyStop,
    stopAgain: () => {
      if (stopping === 0) void stop()
    },
    onEvent: event => {
      onEvent(event)
      partChange.note(event)
    },
  })
  const telemetryRates = keepTelemetryComing(conversation, known, blade, options.positionIntervalMs, closing.signal)

  /** Reads what a start must know, again until it is known. It asks and never tells the mower to do anything. */
  const catchUp = async (): Promise<void> => {
    if (closing.signal.aborted) return
    if (telemetry().link === 'live') {
      if (!known.parameters.has(STATION_FAILSAFE)) {
        await readParameter(conversation, known, STATION_FAILSAFE, closing.signal)
      }
      if (known.mission === null && operation === null) await download(true)
    }
    catchUpTimer = clock.setTimeout(() => void catchUp(), CATCH_UP_MS)
  }

  const firstContact = (): void => {
    telemetryRates.begin()
    void readParameter(conversation, known, STATION_FAILSAFE, closing.signal)
    if (known.mission === null) void download(true)
  }
  let catchUpTimer = clock.setTimeout(() => void catchUp(), CATCH_UP_MS)

  const react = (event: SessionEvent): void => {
    onEvent(event)
    if (event.kind === 'missionEnded') settleAfterMission()
    partChange.note(event)
    if (event.kind === 'modeChanged' && event.to !== 'auto') {
      bladeOnAfterSeq = null
      known.underWay = false
    }
    if (event.kind === 'rebooted') {
      forgetStores()
      contacted = false
      known.underWay = false
    }
  }

  const noteStanding = (): void => {
    if (requestedStop === null || requestedStop.standingAtMs !== null) return
    if (requestedStop.acknowledgedAtMs === null || known.standingSamples < 2) return
    requestedStop.standingAtMs = clock.nowMs()
    onEvent({ kind: 'standingStill' })
  }

  const receive = (heard: Message): void => {
    const times = { nowMs: clock.nowMs(), monotonicMs: clock.monotonicMs() }
    const events = hear(known, heard, blade, times)
    for (const event of events) react(event)
    for (const listener of [...listeners]) listener(heard)
    watch.heard(heard, events)
    catchUpWithPath()
    if (heard.name === 'GLOBAL_POSITION_INT') {
      noteStanding()
      onEvent({ kind: 'telemetry', atMs: times.nowMs })
    }
    if (!contacted) {
      contacted = true
      firstContact()
    }
  }

  return {
    known,
    receive,
    get requestedStop() {
      return requestedStop
    },
    upload,
    download: () => download(),
    adoptMission: items => exclusively(signal => onBoard.adopt(items, signal), busy),
    start,
    stop,
    clear,
    setBlade,
    readParameter: name => readParameter(conversation, known, name, closing.signal),
    readParameters: names => readParameters(conversation, known, names, closing.signal),
    failsafeReport: async () => {
      const values = await readParameters(conversation, known, failsafeNames(blade), closing.signal)
      return values.ok ? { ok: true, value: failsafeReport(values.value, blade) } : values
    },
    setParameter: (name, value) =>
      name === FENCE_ENABLE && value > 0
        ? enableFence(true)
        : setParameter(conversation, known, name, value, closing.signal),
    setBoundary: watch.setBoundary,
    enableFence,
    disarm: () => exclusively(signal => disarm(conversation, known, commands, () => stopping > 0, signal), busy),
    reboot: () =>
      exclusively(async signal => {
        const outcome = await reboot(conversation, known, () => stopping > 0, signal)
        if (outcome.outcome === 'accepted') forgetStores()
        return outcome
      }, busy),
    changeKey: send => exclusively(signal => changeKey(conversation, known, send, options.isKeyProven, signal), busy),
    uploadFence: items => exclusively(signal => sendFence(conversation, fenceStore, items, signal), busy),
    get capacity() {
      return { missionItems: missionStore.believed, fenceItems: fenceStore.believed }
    },
    close: () => {
      closing.abort()
      clock.clearTimeout(catchUpTimer)
      watch.close()
      listeners.clear()
    },
  }
}
