/** One mower: what is known of it, what is asked of it, and who may ask at a time. */
import type { Result } from '@greensward/domain'
import type { LonLat } from '@greensward/geometry'
import { hasRtk } from './ardupilot.ts'
import type { Clock } from './clock.ts'
import { answerWithin, type Conversation, sendCommand } from './conversation.ts'
import { type StopOutcome, type StopRequest, stopVehicle } from './emergencyStop.ts'
import type { Happening, SafetyReason } from './events.ts'
import { hear, type Knowledge, nothingKnown, telemetryOf } from './knowledge.ts'
import {
  MAV_COMP_AUTOPILOT,
  MavCmd,
  type Message,
  MissionResult,
  MissionType,
  message,
  RoverMode,
} from './mavlink/index.ts'
import {
  type Blade,
  bladeCommand,
  contextOf,
  type ItemContext,
  type MissionItem,
  nextWaypointSeq,
} from './missionItem.ts'
import { accepted, noAnswer, type Outcome, type Rejection, rejected, stoppedMeanwhile } from './outcome.ts'
import { readParameter, setParameter } from './parameters.ts'
import { distanceToSegmentM } from './path.ts'
import { createSafetyWatch, type SafetyWatch } from './safetyWatch.ts'
import { keepTelemetryComing } from './telemetryRates.ts'
import { downloadMission, type TransferOptions, uploadMission } from './transfer.ts'

export interface SessionOptions {
  readonly systemId: number
  readonly blade: Blade
  readonly clock: Clock
  /** Straight to the socket of the mower's peer; false when it was never heard. */
  readonly transmit: (message: Message) => boolean
  readonly onHappening: (happening: Happening) => void
}

export interface Session {
  readonly known: Knowledge
  receive(message: Message): void
  /** The stop asked for last, until the next start. */
  readonly requestedStop: StopRequest | null
  upload(items: readonly MissionItem[], options: TransferOptions): Promise<Outcome>
  download(): Promise<Result<MissionItem[], Rejection>>
  start(fromSeq?: number): Promise<Outcome>
  stop(): Promise<StopOutcome>
  clear(): Promise<Outcome>
  setBlade(on: boolean): Promise<Outcome>
  readParameter(name: string): Promise<Result<number, Rejection>>
  setParameter(name: string, value: number): Promise<Outcome>
  setBoundary(boundary: readonly LonLat[] | null): void
  uploadFence(items: readonly MissionItem[]): Promise<Outcome>
  /** Ends all waiting; nothing more is sent. */
  close(): void
}

/** Nearer than this to the line being mowed, the mower goes on mowing at once; otherwise it first drives there. */
const ON_PATH_M = 1
const AUTO_SEEN_MS = 4_000

const busy = rejected('busy', 'The mower is busy with another request.')

export const createSession = (options: SessionOptions): Session => {
  const { clock, blade, systemId } = options
  const known = nothingKnown()
  const listeners = new Set<(message: Message) => void>()
  const closing = new AbortController()
  let requestedStop: StopRequest | null = null
  let operation: { readonly controller: AbortController; readonly background: boolean } | null = null
  /** Blade that goes on by itself when the mower has come to its path; forgotten as soon as it leaves AUTO. */
  let bladeOnAfterSeq: number | null = null

  const conversation: Conversation = {
    clock,
    systemId,
    send: options.transmit,
    listen: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    timeRate: () => known.timeRate,
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
      return await work(AbortSignal.any([own.controller.signal, closing.signal]))
    } finally {
      if (operation === own) operation = null
    }
  }

  const abortOperation = (): void => {
    operation?.controller.abort()
    operation = null
    bladeOnAfterSeq = null
  }

  const stop = (): Promise<StopOutcome> => {
    abortOperation()
    known.underWay = false
    return runStop()
  }

  const runStop = (): Promise<StopOutcome> => {
    const request: StopRequest = { atMs: clock.nowMs(), acknowledgedAtMs: null, standingAtMs: null }
    requestedStop = request
    options.onHappening({ kind: 'stopRequested' })
    return stopVehicle(conversation, known, blade, request, options.onHappening, closing.signal)
  }

  const safetyStop = (reason: SafetyReason): void => {
    options.onHappening({ kind: 'safetyStop', reason })
    abortOperation()
    known.underWay = false
    void runStop()
  }

  const bladeOff = (signal?: AbortSignal): Promise<Outcome> => {
    if (known.bladeOn === false && relayHeardWithin(1_000)) {
      // Sent all the same: what is known is a moment old, and off may be said once too often.
      conversation.send(bladeMessage(false))
      return Promise.resolve(accepted)
    }
    return sendCommand(
      conversation,
      { ...bladeCommand(blade, false), evidence: bladeEvidence(false) },
      'switch the blade off',
      signal,
    )
  }

  const bladeMessage = (on: boolean): Message => {
    const { command, params } = bladeCommand(blade, on)
    return message('COMMAND_LONG', {
      command,
      param1: params[0],
      param2: params[1],
      targetSystem: systemId,
      targetComponent: MAV_COMP_AUTOPILOT,
    })
  }

  const relayHeardWithin = (ms: number): boolean => {
    const at = known.heardAtMs.get(blade.kind === 'relay' ? 'RELAY_STATUS' : 'SERVO_OUTPUT_RAW')
    return at !== undefined && clock.monotonicMs() - at <= ms
  }

  const bladeEvidence =
    (on: boolean) =>
    (heard: Message): boolean =>
      (heard.name === 'RELAY_STATUS' || heard.name === 'SERVO_OUTPUT_RAW') && known.bladeOn === on

  /** Why the blade must stay off now, or null. */
  const bladeForbidden = (): string | null => {
    const now = telemetry()
    if (now.link !== 'live') return 'its telemetry is not fresh'
    if (now.mode !== 'auto' || now.armed !== true) return 'it is not driving a mission'
    if (now.fixType === null || !hasRtk(now.fixType)) return 'it has no RTK position'
    return null
  }

  const bladeOn = async (signal?: AbortSignal): Promise<Outcome> => {
    const forbidden = bladeForbidden()
    if (forbidden !== null) return rejected('bladeForbidden', `The blade stays off: ${forbidden}.`)
    return sendCommand(
      conversation,
      { ...bladeCommand(blade, true), evidence: bladeEvidence(true) },
      'switch the blade on',
      signal,
    )
  }

  const setMode = (customMode: number, what: string, signal?: AbortSignal): Promise<Outcome> =>
    sendCommand(
      conversation,
      {
        command: MavCmd.doSetMode,
        params: [1, customMode],
        evidence: heard => heard.name === 'HEARTBEAT' && heard.fields.customMode === customMode,
      },
      what,
      signal,
    )

  /** What is missing for a start; fresh positive evidence is needed for every line, unknown refuses. */
  const startRefusal = (): Outcome | null => {
    const now = telemetry()
    if (now.link === 'never' || now.link === 'lost') return rejected('linkLost', 'There is no link to the mower.')
    if (now.link === 'stale') return rejected('stale', 'The telemetry of the mower is stale.')
    if (now.ready !== true) return rejected('notReady', 'The mower does not know its position well enough yet.')
    if (now.fixType === null || !hasRtk(now.fixType)) return rejected('noRtk', 'The mower has no RTK position.')
    if (now.mode === null || now.armed === null) return rejected('unknownMode', 'The mode of the mower is not known.')
    if (now.mode === 'auto' && now.armed && known.underWay) {
      return rejected('alreadyDriving', 'The mower is driving a mission already.')
    }
    return null
  }

  const jumpTo = (seq: number, items: readonly MissionItem[], signal: AbortSignal): Promise<Outcome> => {
    const waypoint = nextWaypointSeq(items, seq)
    return sendCommand(
      conversation,
      {
        command: MavCmd.doSetMissionCurrent,
        params: [seq],
        evidence: heard => heard.name === 'MISSION_CURRENT' && heard.fields.seq === waypoint && seq > 1,
      },
      `go to item ${seq}`,
      signal,
    )
  }

  const enterAuto = async (signal: AbortSignal): Promise<Outcome> => {
    if (signal.aborted) return stoppedMeanwhile
    const seen = answerWithin(
      conversation,
      AUTO_SEEN_MS,
      heard => (heard.name === 'HEARTBEAT' && known.mode === 'auto' && known.armed === true ? true : undefined),
      signal,
    )
    // MISSION_START and not DO_SET_MODE: an acknowledgement of the latter then always means a hold.
    const asked = await sendCommand(
      conversation,
      {
        command: MavCmd.missionStart,
        params: [0, 0],
        evidence: heard => heard.name === 'HEARTBEAT' && heard.fields.customMode === RoverMode.auto,
      },
      'start the mission',
      signal,
    )
    if (asked.outcome !== 'accepted') return asked
    if ((await seen) === true) return accepted
    return signal.aborted ? stoppedMeanwhile : noAnswer('The mower agreed to start, but was not seen driving.')
  }

  /** Speed and blade as they are at that place of the mission: the items that set them lie behind. */
  const restoreWay = async (context: ItemContext, seq: number, signal: AbortSignal): Promise<Outcome> => {
    if (context.speedMps !== null) {
      const speed = await sendCommand(
        conversation,
        { command: MavCmd.doChangeSpeed, params: [1, context.speedMps, -1] },
        'change its speed',
        signal,
      )
      if (speed.outcome !== 'accepted') return speed
    }
    if (!context.bladeOn) return accepted
    const onPath =
      known.position !== null &&
      context.from !== null &&
      context.to !== null &&
      distanceToSegmentM(known.position, context.from, context.to) <= ON_PATH_M
    if (onPath) return bladeOn(signal)
    bladeOnAfterSeq = seq
    return accepted
  }

  /** After a restart the mission may not have been read yet. */
  const missionOnBoard = async (signal: AbortSignal): Promise<MissionItem[] | Outcome> => {
    if (known.mission !== null) return [...known.mission]
    const back = await downloadMission(conversation, { signal })
    if (!back.ok)
      return back.error.reason === 'noAnswer'
        ? noAnswer(back.error.message)
        : rejected(back.error.reason, back.error.message)
    known.mission = back.value
    return back.value
  }

  const start = (fromSeq?: number): Promise<Outcome> =>
    exclusively(async signal => {
      const refusal = startRefusal()
      if (refusal !== null) return refusal
      const items = await missionOnBoard(signal)
      if (!Array.isArray(items)) return items
      const target = nextWaypointSeq(items, fromSeq ?? 1)
      if (target === null) {
        return fromSeq === undefined
          ? rejected('noMission', 'There is no mission on the mower.')
          : rejected('noSuchItem', `The mission has no waypoint at or after item ${fromSeq}.`)
      }
      let moved = false
      const steps: readonly (() => Promise<Outcome>)[] = [
        () => bladeOff(signal),
        // Armed in AUTO it would drive off before it was told where to begin.
        () => setMode(RoverMode.hold, 'hold', signal),
        () => arm(signal),
        () => jumpTo(fromSeq === undefined ? 1 : target, items, signal),
        () => {
          moved = true
          requestedStop = null
          return enterAuto(signal)
        },
        () =>
          fromSeq === undefined
            ? Promise.resolve(accepted)
            : restoreWay(contextOf(items, target, blade), target, signal),
      ]
      for (const step of steps) {
        const outcome = signal.aborted ? stoppedMeanwhile : await step()
        if (outcome.outcome !== 'accepted') {
          if (moved && !signal.aborted) safetyStop('startFailed')
          return outcome
        }
      }
      known.underWay = true
      return accepted
    }, busy)

  const arm = (signal: AbortSignal): Promise<Outcome> =>
    known.armed === true
      ? Promise.resolve(accepted)
      : sendCommand(
          conversation,
          {
            command: MavCmd.componentArmDisarm,
            params: [1],
            evidence: heard => heard.name === 'HEARTBEAT' && known.armed === true,
          },
          'arm',
          signal,
        )

  const disarm = (signal: AbortSignal): Promise<Outcome> =>
    sendCommand(
      conversation,
      {
        command: MavCmd.componentArmDisarm,
        params: [0],
        evidence: heard => heard.name === 'HEARTBEAT' && known.armed === false,
      },
      'disarm',
      signal,
    )

  const upload = (items: readonly MissionItem[], transfer: TransferOptions): Promise<Outcome> =>
    exclusively(async signal => {
      const now = telemetry()
      if (now.mode === 'auto' && now.armed === true) {
        return rejected(
          'driving',
          'A mission cannot be uploaded while the mower drives one: it would stop on the spot.',
        )
      }
      known.mission = null
      const both = transfer.signal === undefined ? signal : AbortSignal.any([signal, transfer.signal])
      const outcome = await uploadMission(conversation, items, { ...transfer, signal: both })
      if (outcome.outcome === 'accepted') {
        known.mission = items
        known.missionItemReached = null
        known.underWay = false
      }
      return outcome
    }, busy)

  const download = (background = false): Promise<Result<MissionItem[], Rejection>> =>
    exclusively(
      async signal => {
        const back = await downloadMission(conversation, { signal })
        if (back.ok) known.mission = back.value
        return back
      },
      { ok: false, error: busy },
      background,
    )

  const clear = async (): Promise<Outcome> => {
    const stopped = await stop()
    if (!stopped.acknowledged) return noAnswer(stopped.message)
    return exclusively(async signal => {
      for (const step of [() => bladeOff(signal), () => disarm(signal), () => clearAll(signal)]) {
        const outcome = await step()
        if (outcome.outcome !== 'accepted') return outcome
      }
      known.mission = []
      known.missionItemReached = null
      return accepted
    }, busy)
  }

  const clearAll = async (signal: AbortSignal): Promise<Outcome> => {
    for (let attempt = 0; attempt < 3; attempt++) {
      const answer = answerWithin(
        conversation,
        1_500,
        heard =>
          heard.name === 'MISSION_ACK' && heard.fields.missionType === MissionType.mission
            ? heard.fields.type
            : undefined,
        signal,
      )
      conversation.send(message('MISSION_CLEAR_ALL', { targetSystem: systemId, targetComponent: MAV_COMP_AUTOPILOT }))
      const result = await answer
      if (result === MissionResult.accepted) return accepted
      if (result !== undefined) return rejected('clearRefused', 'The mower refused to erase its mission.')
    }
    return signal.aborted ? stoppedMeanwhile : noAnswer('The mower did not answer when asked to erase its mission.')
  }

  const setBladeByHand = async (on: boolean): Promise<Outcome> => {
    if (!on) {
      bladeOnAfterSeq = null
      return bladeOff(closing.signal)
    }
    return exclusively(bladeOn, busy)
  }

  /** At the end ArduPilot stays in AUTO and stands: a hold makes the mower free for the next upload. */
  const settleAfterMission = async (): Promise<void> => {
    conversation.send(bladeMessage(false))
    await setMode(RoverMode.hold, 'hold', closing.signal)
  }

  const catchUpWithPath = (): void => {
    if (bladeOnAfterSeq === null || known.mission === null || known.missionSeq === null) return
    if (known.missionSeq <= bladeOnAfterSeq) return
    bladeOnAfterSeq = null
    if (!contextOf(known.mission, known.missionSeq, blade).bladeOn || known.bladeOn === true) return
    void bladeOn(closing.signal).then(outcome => {
      if (outcome.outcome !== 'accepted' && telemetry().mode === 'auto') safetyStop('bladeCommandFailed')
    })
  }

  const watch: SafetyWatch = createSafetyWatch({
    conversation,
    known,
    blade,
    stopRequest: () => requestedStop,
    safetyStop,
    onHappening: options.onHappening,
  })
  const telemetryRates = keepTelemetryComing(conversation, known, blade, closing.signal)

  const firstContact = async (): Promise<void> => {
    telemetryRates.begin()
    await readParameter(conversation, known, 'FS_GCS_ENABLE', closing.signal)
    if (known.mission === null) await download(true)
  }
  let contacted = false

  const receive = (heard: Message): void => {
    const times = { nowMs: clock.nowMs(), monotonicMs: clock.monotonicMs() }
    const happenings = hear(known, heard, blade, times)
    for (const happening of happenings) {
      options.onHappening(happening)
      if (happening.kind === 'missionEnded') void settleAfterMission()
      if (happening.kind === 'modeChanged' && happening.to !== 'auto') {
        bladeOnAfterSeq = null
        known.underWay = false
      }
      if (happening.kind === 'rebooted') {
        contacted = false
        known.underWay = false
      }
    }
    if (requestedStop !== null && requestedStop.standingAtMs === null && known.standingSamples >= 2) {
      if (heard.name === 'GLOBAL_POSITION_INT' && requestedStop.acknowledgedAtMs !== null) {
        requestedStop.standingAtMs = times.nowMs
        options.onHappening({ kind: 'standingStill' })
      }
    }
    for (const listener of [...listeners]) listener(heard)
    watch.heard(heard, happenings)
    catchUpWithPath()
    if (!contacted) {
      contacted = true
      void firstContact()
    }
    if (heard.name === 'GLOBAL_POSITION_INT') {
      options.onHappening({ kind: 'telemetry', atMs: times.nowMs, telemetry: telemetry() })
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
    start,
    stop,
    clear,
    setBlade: setBladeByHand,
    readParameter: name => readParameter(conversation, known, name, closing.signal),
    setParameter: (name, value) => setParameter(conversation, known, name, value, closing.signal),
    setBoundary: watch.setBoundary,
    uploadFence: items =>
      exclusively(signal => uploadMission(conversation, items, { signal, missionType: MissionType.fence }), busy),
    close: () => {
      closing.abort()
      watch.close()
      listeners.clear()
    },
  }
}
