/**
 * A robotic mower that answers as ArduPilot Rover does, quirks included. It is pure: time comes in by `step`, messages
 * by `receive`, and what it says waits in `takeOutgoing`. All its timers run on simulated time.
 */
import { type LonLat, localFrame, type XY } from '@greensward/geometry'
import {
  MavCmd,
  MavFrame,
  type Message,
  MissionResult,
  MissionState,
  MissionType,
  message,
  RoverMode,
} from '@greensward/vehicle/mavlink'
import { createArming } from './arming.ts'
import { createBattery } from './battery.ts'
import { type Commanded, obey } from './commands.ts'
import { ackermannLimits, type Body, brake, drive, type Leg, type Steering, skidLimits, tuningOf } from './dynamics.ts'
import { createTellAhead } from './extraTelemetry.ts'
import { createFailsafes } from './failsafes.ts'
import { createFenceGuard, judgeFence, judgeFenceCommand } from './fenceGuard.ts'
import { createMemory } from './memory.ts'
import { createMissionRunner } from './missionRunner.ts'
import { createMissionStore, type Station, type StoredItem } from './missionStore.ts'
import { answerParameters, defaultParameters } from './parameters.ts'
import { createRandom } from './random.ts'
import { createReceiver } from './receiver.ts'
import { createStreams } from './streams.ts'
import { headingDegOf, RELAYS, type RoverStatus, telemetryMessage, usedMahOf } from './telemetry.ts'

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
  /** Items of a mission that it stores without a card; 655, as ArduPilot Rover has it, when left out. */
  readonly missionItems?: number
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
  /** Wet grass: the wheels slip, and mowing takes more. */
  rain: boolean
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
  readonly parameters: ReadonlyMap<string, number>
  receive(message: Message, from: Station): void
  step(dtS: number): void
  takeOutgoing(): Message[]
  setBattery(share: number): void
  /** What its battery monitor measures from now on; null for what the charge gives. */
  setVoltage(volts: number | null): void
  /** A status text. */
  say(severity: number, words: string): void
  reboot(): void
  save(): SavedRover
}

const SUBSTEP_S = 0.05
const SAME_COURSE_M = 5_000
/** A blade on a servo output runs above the middle of its range. */
const SERVO_ON_PWM = 1_500
const NAV_LAST = 95
/** Items besides waypoints that its mission takes. */
const known: ReadonlySet<number> = new Set([MavCmd.doJump, MavCmd.doChangeSpeed, MavCmd.doSetRelay, MavCmd.doSetServo])
/** How much of the wheels' way is driven on wet grass. */
const WET_GRIP = 0.9
const FENCE_CHECK_S = 0.1
const STANDING_MPS = 0.01
const MOST_FLAT_SHARE = 0.005
const NAV_DONE: StoredItem = { command: 0, frame: 0, params: [0, 0, 0, 0], lat: 0, lon: 0, altM: 0 }

export const createRover = (options: RoverOptions): Rover => {
  const { systemId, saved } = options
  const frame = localFrame(options.home)
  const limits = options.steering === 'skid' ? skidLimits : ackermannLimits
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
  const faults: Faults = { fixType: 6, stuck: false, rain: false, jump: [0, 0] }
  const receiver = createReceiver({ frame, random: createRandom(options.seed * 7919 + systemId), faults })
  let outgoing: Message[] = []
  let incoming: { readonly heard: Message; readonly from: Station }[] = []
  let correctionBytes = 0
  let timeS = 0
  let bootS = 0
  let mode: number = parameters.get('INITIAL_MODE') ?? RoverMode.hold
  let armed = false
  let relays = 0
  const servos = new Map<number, number>()
  const battery = createBattery(saved?.battery ?? 1)
  let missionHalted = false
  /** The command was restarted: it brakes to a stand before it drives on. */
  let standsFirst = false
  const memory = createMemory(parameters, options.missionItems)
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
    maxItems: () => memory.missionItems,
    home: homeItem,
    send,
    // A mission that changes under a driving mower stops it, with nothing but a success in the answer.
    onCount: () => {
      if (mode !== RoverMode.auto) return
      missionHalted = true
      leg = null
    },
    onItem: () => {
      if (mode !== RoverMode.auto || missionHalted || !runner.restartCommand()) return
      standsFirst = true
      text(2, 'Auto mission changed, restarted command')
    },
    onComplete: () => text(6, 'Flight plan received'),
    mayClear: () => !(mode === RoverMode.auto && armed),
    judge: command => (known.has(command) || command <= NAV_LAST ? MissionResult.accepted : MissionResult.unsupported),
    text,
  })
  const fence = createMissionStore({
    missionType: MissionType.fence,
    maxItems: () => memory.fenceItems,
    home: null,
    send,
    onCount: () => {},
    onComplete: () => text(6, 'Fence received'),
    mayClear: () => true,
    judge: judgeFenceCommand,
    judgeWhole: judgeFence,
    text,
  })
  if (saved !== undefined) mission.items.push(...saved.items)

  const runner = createMissionRunner({
    items: mission.items,
    onWaypoint: (index, following) => {
      const to = placeOf(mission.items[index] ?? NAV_DONE)
      const after = following === null ? to : placeOf(mission.items[following] ?? NAV_DONE)
      // A way of no length that comes next is begun from a stand.
      const next: XY | null = after[0] === to[0] && after[1] === to[1] ? null : after
      // A waypoint that is begun anew is driven to from here.
      const again = leg !== null && leg.to[0] === to[0] && leg.to[1] === to[1]
      const from: XY = leg === null || again ? [body.x, body.y] : leg.to
      leg = { from, to, next }
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

  const failsafes = createFailsafes({
    parameters,
    text,
    carryOut: action => {
      if (action === 'disarm') setArmed(false)
      else if (action === 'hold' || !setMode(RoverMode.rtl)) setMode(RoverMode.hold)
    },
  })
  const guard = createFenceGuard({ items: fence.items, parameters, placeOf })
  let fenceCheckedS = 0
  const arming = createArming({
    parameters,
    batteryV: () => battery.volts,
    fenceHindrance: () => guard.preArm([body.x, body.y]),
    text,
  })

  const setMode = (next: number): boolean => {
    if (next === mode) return true
    if (next === RoverMode.auto && (!ready() || mission.items.length <= 1)) {
      text(
        4,
        mission.items.length <= 1 ? "No Mission. Can't set AUTO." : 'Mode change to AUTO failed: requires position',
      )
      return false
    }
    if (next === RoverMode.rtl && !ready()) return false
    if (mode === RoverMode.auto) runner.stop()
    mode = next
    leg = next === RoverMode.rtl ? { from: [body.x, body.y], to: [0, 0], next: null } : null
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
        ahead.bladeSwitched()
        return true
      case MavCmd.doSetServo:
        if (first < 1 || first > 16) return false
        servos.set(first, second)
        ahead.bladeSwitched()
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
    const hindrances = wanted ? arming.hindrances() : []
    for (const words of hindrances) text(2, `Arm: ${words}`)
    if (hindrances.length > 0) return false
    armed = wanted
    text(6, wanted ? 'Throttle armed' : 'Throttle disarmed')
    if (!wanted && mode !== RoverMode.auto) runner.reset()
    return true
  }

  const hear = (heard: Message, from: Station): void => {
    switch (heard.name) {
      case 'HEARTBEAT':
        if (from.systemId === parameters.get('MAV_GCS_SYSID')) failsafes.heardStation(timeS)
        return
      case 'COMMAND_LONG': {
        const { command, param1, param2, param3, param4 } = heard.fields
        const result = obey(commanded, command, [param1, param2, param3, param4])
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
        parameters.set('MIS_TOTAL', mission.items.length)
        parameters.set('FENCE_TOTAL', fence.items.length)
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
    const isFlat = battery.share < MOST_FLAT_SHARE
    if (mode === RoverMode.auto && armed && !missionHalted) {
      runner.update(reached)
      reached = false
    }
    const drives = armed && !isFlat && (mode === RoverMode.rtl || (mode === RoverMode.auto && !missionHalted))
    if (standsFirst && body.speedMps < STANDING_MPS) standsFirst = false
    if (!drives || standsFirst || leg === null || guard.brakesBefore(before, body.heading)) brake(body, limits, dtS)
    else reached = drive(body, leg, speedMps, limits, dtS, tuningOf(parameters))
    const stays = mode === RoverMode.rtl || mission.items[runner.navIndex]?.command === MavCmd.navLoiterUnlimited
    if (reached && stays) leg = null
    const grip = faults.stuck ? 0 : faults.rain ? WET_GRIP : 1
    body.x = before[0] + (body.x - before[0]) * grip
    body.y = before[1] + (body.y - before[1]) * grip
    if (faults.stuck) body.speedMps = 0
    const atHome = Math.hypot(body.x, body.y) < 1
    battery.step(dtS, { armed, atHome, wet: faults.rain })
  }

  const missionState = (): number => {
    if (mission.items.length <= 1) return MissionState.noMission
    if (runner.state === 'complete') return MissionState.complete
    if (runner.state === 'running') return MissionState.active
    return MissionState.notStarted
  }

  const status = (): RoverStatus => ({
    mode,
    armed,
    timeS,
    bootMs: Math.round((timeS - bootS) * 1_000),
    ready: ready(),
    position: receiver.position([body.x, body.y]),
    spreadM: receiver.spreadM,
    fixType: faults.fixType,
    heading: body.heading,
    speedMps: body.speedMps,
    battery: battery.share,
    batteryV: battery.volts,
    isCharging: battery.isCharging,
    isBatteryLow: failsafes.isBatteryLow,
    passesPreArm: arming.passes,
    relays,
    servos,
    missionSeq: runner.navIndex,
    missionItems: mission.items.length,
    missionState: missionState(),
    inMission: mode === RoverMode.auto,
  })

  const streams = createStreams({
    timeFactor: options.timeFactor,
    send: name => {
      if (name === 'GLOBAL_POSITION_INT') ahead.placeTold()
      send(telemetryMessage(name, status()))
    },
  })
  const ahead = createTellAhead({ timeFactor: options.timeFactor, body, streams })

  const reboot = (): void => {
    bootS = timeS
    mode = parameters.get('INITIAL_MODE') ?? RoverMode.hold
    armed = false
    relays = 0
    servos.clear()
    leg = null
    missionHalted = false
    standsFirst = false
    const moved = memory.boot()
    // What is in the other store stays behind there.
    if (moved.mission) mission.items.length = 0
    if (moved.fence) fence.items.length = 0
    failsafes.reset()
    arming.reset()
    body.speedMps = 0
    runner.reset()
    streams.reset()
    text(6, 'ArduRover V4.7.0 (simulated)')
  }

  const checkFence = (): void => {
    if (timeS - fenceCheckedS < FENCE_CHECK_S) return
    fenceCheckedS = timeS
    if (!guard.check(frame.toLocal(receiver.position([body.x, body.y]))) || !armed) return
    const action = parameters.get('FENCE_ACTION') ?? 0
    text(4, 'Fence breached')
    failsafes.act(action)
  }

  const commanded: Commanded = {
    streams,
    isArmed: () => armed,
    setMode,
    setArmed,
    setCurrent: runner.setCurrent,
    carryOut,
    reboot,
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
        batteryV: battery.volts,
        usedMah: usedMahOf(battery.share),
        fixType: faults.fixType,
      })
      move(part)
      receiver.step(part)
      checkFence()
      arming.check(timeS, armed)
    }
    mission.update(timeS)
    fence.update(timeS)
    streams.update(timeS)
    ahead.update()
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
    parameters,
    get correctionBytes() {
      return correctionBytes
    },
    receive: (heard, from) => {
      incoming.push({ heard, from })
    },
    say: text,
    step,
    takeOutgoing: () => {
      const taken = outgoing
      outgoing = []
      return taken
    },
    setBattery: share => {
      battery.share = Math.max(0, Math.min(1, share))
    },
    setVoltage: volts => {
      battery.measuredV = volts
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
