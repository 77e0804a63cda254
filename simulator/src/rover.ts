/**
 * A robotic mower that answers as ArduPilot Rover does, quirks included. It is pure: time comes in by `step`, messages
 * by `receive`, and what it says waits in `takeOutgoing`. All its timers run on simulated time.
 */
import { type LonLat, localFrame, type XY } from '@greensward/geometry'
import {
  MavCmd,
  MavFrame,
  MavResult,
  type Message,
  MissionState,
  MissionType,
  message,
  RoverMode,
} from '@greensward/vehicle/mavlink'
import { createBattery } from './battery.ts'
import { ackermannLimits, type Body, brake, drive, type Leg, type Steering, skidLimits } from './body.ts'
import { createFailsafes } from './failsafes.ts'
import { createMissionRunner } from './missionRunner.ts'
import { createMissionStore, type Station, type StoredItem } from './missionStore.ts'
import { answerParameters, defaultParameters } from './parameters.ts'
import { createRandom, gaussian } from './random.ts'
import { createStreams } from './streams.ts'
import { headingDegOf, RELAYS, type RoverStatus, telemetryMessage } from './telemetry.ts'

export interface RoverOptions {
  readonly systemId: number
  readonly home: LonLat
  readonly headingDeg: number
  readonly steering: Steering
  readonly seed: number
  /** Simulated seconds for each second of the wall: keeps the rate of telemetry bearable. */
  readonly timeFactor: number
  /** Until the position estimate is good after a boot, simulated seconds. */
  readonly ekfReadyAfterS: number
  readonly saved?: SavedRover
}

/** What outlives a restart of the program. */
export interface SavedRover {
  readonly position: LonLat
  readonly headingDeg: number
  readonly battery: number
  readonly items: readonly StoredItem[]
  readonly parameters: Readonly<Record<string, number>>
}

export interface Faults {
  /** GPS_FIX_TYPE; 6 is RTK fixed. */
  fixType: number
  /** The wheels turn, the mower does not. */
  stuck: boolean
  /** Metres east and north added to what it says of its position. */
  jump: XY
}

export interface Rover {
  readonly systemId: number
  readonly faults: Faults
  readonly position: LonLat
  readonly body: Readonly<Body>
  readonly mode: number
  readonly armed: boolean
  readonly bladeOn: boolean
  readonly missionIndex: number
  readonly fence: readonly StoredItem[]
  /** Bytes of RTK corrections heard. */
  readonly correctionBytes: number
  receive(message: Message, from: Station): void
  step(dtS: number): void
  takeOutgoing(): Message[]
  setBattery(share: number): void
  reboot(): void
  save(): SavedRover
}

const MAX_ITEMS = 655
const MAX_FENCE_ITEMS = 200
const SUBSTEP_S = 0.05
const SAME_COURSE_M = 5_000
/** How long an error of the position lasts. */
const WANDER_S = 20
/** A blade on a servo output runs above the middle of its range. */
const SERVO_ON_PWM = 1_500
const NAV_DONE: StoredItem = { command: 0, frame: 0, params: [0, 0, 0, 0], lat: 0, lon: 0, altM: 0 }

export const createRover = (options: RoverOptions): Rover => {
  const { systemId, saved } = options
  const frame = localFrame(options.home)
  const limits = options.steering === 'skid' ? skidLimits : ackermannLimits
  const random = createRandom(options.seed * 7919 + systemId)
  // A place saved on another course is no place on this one.
  const savedAt = frame.toLocal(saved?.position ?? options.home)
  const startAt = Math.hypot(...savedAt) < SAME_COURSE_M ? savedAt : frame.toLocal(options.home)
  const body: Body = {
    x: startAt[0],
    y: startAt[1],
    heading: ((saved?.headingDeg ?? options.headingDeg) * Math.PI) / 180,
    speedMps: 0,
    yawRate: 0,
  }
  const parameters = defaultParameters(systemId)
  for (const [name, value] of Object.entries(saved?.parameters ?? {})) parameters.set(name, value)
  const faults: Faults = { fixType: 6, stuck: false, jump: [0, 0] }
  let outgoing: Message[] = []
  let incoming: { readonly heard: Message; readonly from: Station }[] = []
  let correctionBytes = 0
  let errorEast = 0
  let errorNorth = 0
  let timeS = 0
  let bootS = 0
  let mode: number = RoverMode.hold
  let armed = false
  let relays = 0
  const servos = new Map<number, number>()
  const battery = createBattery(saved?.battery ?? 1)
  let missionHalted = false
  let leg: Leg | null = null
  let reached = false
  let speedMps = parameters.get('WP_SPEED') ?? 2

  const send = (outgoingMessage: Message): void => {
    outgoing.push(outgoingMessage)
  }
  const text = (severity: number, words: string): void => send(message('STATUSTEXT', { severity, text: words }))
  const ready = (): boolean => timeS - bootS >= options.ekfReadyAfterS && faults.fixType >= 3
  const placeOf = (item: StoredItem): XY => frame.toLocal([item.lon / 1e7, item.lat / 1e7])
  const homeItem = (): StoredItem => ({
    command: MavCmd.navWaypoint,
    frame: MavFrame.global,
    params: [0, 0, 0, 0],
    lat: Math.round(options.home[1] * 1e7),
    lon: Math.round(options.home[0] * 1e7),
    altM: 100,
  })

  const mission = createMissionStore({
    missionType: MissionType.mission,
    maxItems: MAX_ITEMS,
    home: homeItem,
    send,
    // A mission that changes under a driving mower stops it, with nothing but a success in the answer.
    onCount: () => {
      if (mode !== RoverMode.auto) return
      missionHalted = true
      leg = null
    },
    onComplete: () => text(6, 'Flight plan received'),
    mayClear: () => !(mode === RoverMode.auto && armed),
    text,
  })
  const fence = createMissionStore({
    missionType: MissionType.fence,
    maxItems: MAX_FENCE_ITEMS,
    home: null,
    send,
    onCount: () => {},
    onComplete: () => text(6, 'Fence received'),
    mayClear: () => true,
    text,
  })
  if (saved !== undefined) mission.items.push(...saved.items)

  const runner = createMissionRunner({
    items: mission.items,
    onWaypoint: index => {
      const to = placeOf(mission.items[index] ?? NAV_DONE)
      const following = mission.items.slice(index + 1).find(item => item.command === MavCmd.navWaypoint)
      leg = { from: leg?.to ?? [body.x, body.y], to, next: following === undefined ? null : placeOf(following) }
      reached = false
      text(6, `Mission: ${index} WP`)
    },
    onReached: index => {
      if (mission.items[index]?.command === MavCmd.navWaypoint) text(6, `Reached waypoint #${index}`)
      send(message('MISSION_ITEM_REACHED', { seq: index }))
    },
    onDo: (index, item) => {
      text(6, `Mission: ${index} ${item.command}`)
      carryOut(item.command, item.params)
    },
    onComplete: () => {
      text(5, 'Mission Complete')
      leg = null
    },
  })

  const failsafes = createFailsafes({ parameters, text, hold: () => setMode(RoverMode.hold) })

  const setMode = (next: number): boolean => {
    if (next === mode) return true
    if (next === RoverMode.auto && (!ready() || mission.items.length <= 1)) {
      text(
        4,
        mission.items.length <= 1 ? "No Mission. Can't set AUTO." : 'Mode change to AUTO failed: requires position',
      )
      return false
    }
    if (mode === RoverMode.auto) runner.stop()
    mode = next
    leg = null
    if (next === RoverMode.auto) {
      missionHalted = false
      speedMps = parameters.get('WP_SPEED') ?? 2
      runner.startOrResume()
    }
    send(telemetryMessage('HEARTBEAT', status()))
    return true
  }

  /** What items and commands share. @returns whether it could be done */
  const carryOut = (command: number, params: readonly number[]): boolean => {
    const [first = 0, second = 0] = params
    switch (command) {
      case MavCmd.doSetRelay:
        if (first < 0 || first >= RELAYS) return false
        relays = second > 0.5 ? relays | (1 << first) : relays & ~(1 << first)
        return true
      case MavCmd.doSetServo:
        if (first < 1 || first > 16) return false
        servos.set(first, second)
        return true
      case MavCmd.doChangeSpeed:
        if (mode !== RoverMode.auto || second <= 0) return false
        speedMps = second
        return true
      default:
        return false
    }
  }

  const setArmed = (wanted: boolean): boolean => {
    if (wanted === armed) return true
    armed = wanted
    text(6, wanted ? 'Throttle armed' : 'Throttle disarmed')
    if (!wanted && mode !== RoverMode.auto) runner.reset()
    return true
  }

  const done = (succeeded: boolean): number => (succeeded ? MavResult.accepted : MavResult.failed)

  const obey = (command: number, params: readonly number[]): number => {
    const [first = 0, second = 0] = params
    switch (command) {
      case MavCmd.doSetMode:
        return done(setMode(second))
      case MavCmd.missionStart:
        return first !== 0 || second !== 0 ? MavResult.denied : done(setMode(RoverMode.auto))
      case MavCmd.componentArmDisarm:
        return done(setArmed(first > 0.5))
      case MavCmd.doSetMissionCurrent:
        return done(runner.setCurrent(first))
      case MavCmd.doSetRelay:
      case MavCmd.doSetServo:
      case MavCmd.doChangeSpeed:
        return done(carryOut(command, params))
      case MavCmd.setMessageInterval:
        return streams.setInterval(first, second) ? MavResult.accepted : MavResult.denied
      case MavCmd.requestMessage:
        return streams.sendOnce(first) ? MavResult.accepted : MavResult.denied
      case MavCmd.requestAutopilotCapabilities:
        return done(streams.sendOnce(148))
      case MavCmd.preflightRebootShutdown:
        if (armed) return MavResult.failed
        reboot()
        return MavResult.accepted
      default:
        return MavResult.unsupported
    }
  }

  const hear = (heard: Message, from: Station): void => {
    switch (heard.name) {
      case 'HEARTBEAT':
        if (from.systemId === parameters.get('MAV_GCS_SYSID')) failsafes.heardStation(timeS)
        return
      case 'COMMAND_LONG': {
        const { command, param1, param2, param3, param4 } = heard.fields
        const result = obey(command, [param1, param2, param3, param4])
        const to = { targetSystem: from.systemId, targetComponent: from.componentId }
        send(message('COMMAND_ACK', { command, result, ...to }))
        return
      }
      case 'GPS_RTCM_DATA':
        correctionBytes += heard.fields.len
        return
      case 'MISSION_SET_CURRENT':
        runner.setCurrent(heard.fields.seq)
        return
      default:
        for (const answer of answerParameters(parameters, heard)) send(answer)
        if ('missionType' in heard.fields) {
          const store = heard.fields.missionType === MissionType.fence ? fence : mission
          store.hear(heard, from, timeS)
        }
    }
  }

  const isForUs = (heard: Message): boolean =>
    !('targetSystem' in heard.fields) || heard.fields.targetSystem === systemId || heard.fields.targetSystem === 0

  const move = (dtS: number): void => {
    const before: XY = [body.x, body.y]
    if (mode === RoverMode.auto && armed && !missionHalted) {
      runner.update(reached)
      reached = false
      if (leg === null) brake(body, limits, dtS)
      else reached = drive(body, leg, speedMps, limits, dtS)
    } else brake(body, limits, dtS)
    if (faults.stuck) {
      body.x = before[0]
      body.y = before[1]
      body.speedMps = 0
    }
    const atHome = Math.hypot(body.x, body.y) < 1
    battery.step(dtS, { armed, atHome })
  }

  const missionState = (): number => {
    if (mission.items.length <= 1) return MissionState.noMission
    if (runner.state === 'complete') return MissionState.complete
    if (runner.state === 'running') return MissionState.active
    return MissionState.notStarted
  }

  /** Spread of the position said, metres, for each GPS_FIX_TYPE. */
  const spreadM = (): number => (faults.fixType >= 6 ? 0.008 : faults.fixType === 5 ? 0.2 : 1.5)

  /** The error of the position wanders; it does not leap from one message to the next. */
  const wander = (dtS: number): void => {
    const keep = Math.exp(-dtS / WANDER_S)
    const step = spreadM() * 0.5 * Math.sqrt(1 - keep * keep)
    errorEast = errorEast * keep + gaussian(random) * step
    errorNorth = errorNorth * keep + gaussian(random) * step
  }

  const saidPosition = (): LonLat =>
    frame.toLonLat([body.x + faults.jump[0] + errorEast, body.y + faults.jump[1] + errorNorth])

  const status = (): RoverStatus => ({
    mode,
    armed,
    timeS,
    bootMs: Math.round((timeS - bootS) * 1_000),
    ready: ready(),
    position: saidPosition(),
    spreadM: spreadM(),
    fixType: faults.fixType,
    heading: body.heading,
    speedMps: body.speedMps,
    battery: battery.share,
    relays,
    servos,
    missionSeq: runner.navIndex,
    missionItems: mission.items.length,
    missionState: missionState(),
    inMission: mode === RoverMode.auto,
  })

  const streams = createStreams({
    timeFactor: options.timeFactor,
    send: name => send(telemetryMessage(name, status())),
  })

  const reboot = (): void => {
    bootS = timeS
    mode = RoverMode.hold
    armed = false
    relays = 0
    servos.clear()
    leg = null
    missionHalted = false
    failsafes.reset()
    body.speedMps = 0
    runner.reset()
    streams.reset()
    text(6, 'ArduRover V4.7.0 (simulated)')
  }

  const step = (dtS: number): void => {
    const heardNow = incoming
    incoming = []
    for (const { heard, from } of heardNow) if (isForUs(heard)) hear(heard, from)
    for (let left = dtS; left > 1e-9; left -= SUBSTEP_S) {
      const part = Math.min(SUBSTEP_S, left)
      timeS += part
      failsafes.check({
        timeS,
        armed,
        inAuto: mode === RoverMode.auto,
        battery: battery.share,
        fixType: faults.fixType,
      })
      move(part)
      wander(part)
    }
    mission.update(timeS)
    fence.update(timeS)
    streams.update(timeS)
  }

  return {
    systemId,
    faults,
    body,
    get position() {
      return frame.toLonLat([body.x, body.y])
    },
    get mode() {
      return mode
    },
    get armed() {
      return armed
    },
    get bladeOn() {
      return relays !== 0 || [...servos.values()].some(pwm => pwm > SERVO_ON_PWM)
    },
    get missionIndex() {
      return runner.navIndex
    },
    get fence() {
      return fence.items
    },
    get correctionBytes() {
      return correctionBytes
    },
    receive: (heard, from) => {
      incoming.push({ heard, from })
    },
    step,
    takeOutgoing: () => {
      const taken = outgoing
      outgoing = []
      return taken
    },
    setBattery: share => {
      battery.share = Math.max(0, Math.min(1, share))
    },
    reboot,
    save: () => ({
      position: frame.toLonLat([body.x, body.y]),
      headingDeg: headingDegOf(body.heading),
      battery: battery.share,
      items: [...mission.items],
      parameters: Object.fromEntries(parameters),
    }),
  }
}
