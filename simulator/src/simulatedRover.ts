import { type LocalFrame, type LonLat, localFrame, type XY } from '@greensward/geometry'
import { MavCmd, type Message, MissionType, message, RoverMode } from '@greensward/vehicle/mavlink'
import { type Arming, createArming } from './arming.ts'
import { createBattery, type EnergyUse } from './battery.ts'
import { type CommandTarget, executeCommand } from './commands.ts'
import { ackermannLimits, type Body, skidLimits } from './dynamics.ts'
import { createExtraTelemetry, type ExtraTelemetry } from './extraTelemetry.ts'
import { createFailsafes, type FailsafeAction, type Failsafes } from './failsafes.ts'
import { createFenceGuard, type FenceGuard, judgeFence, judgeFenceCommand } from './fenceGuard.ts'
import { createMemory } from './memory.ts'
import { createMissionStore, type MissionStore, type Station, type StoredItem } from './missionStore.ts'
import { Outputs } from './outputs.ts'
import { answerParameters, defaultParameters } from './parameters.ts'
import { createRandom } from './random.ts'
import { createReceiver } from './receiver.ts'
import type { Faults, Rover, RoverOptions, SavedRover } from './roverInterface.ts'
import { RoverMission } from './roverMission.ts'
import { createStreams, type Streams } from './streams.ts'
import { headingDegOf, type RoverStatus, telemetryMessage, usedMahOf } from './telemetry.ts'

const SUBSTEP_S = 0.05
const SAME_COURSE_M = 5_000
/** Share of the wheels' distance that it covers on wet grass. */
const WET_GRIP = 0.9
const FENCE_CHECK_S = 0.1
const MOST_FLAT_SHARE = 0.005

export class SimulatedRover implements Rover, CommandTarget {
  readonly systemId: number
  readonly body: Body
  readonly faults: Faults = { fixType: 6, stuck: false, rain: false, noGauge: false, jump: [0, 0] }
  readonly parameters: Map<string, number>
  readonly streams: Streams
  mode: number
  armed = false
  correctionBytes = 0

  private readonly options: RoverOptions
  private readonly frame: LocalFrame
  private readonly receiver: ReturnType<typeof createReceiver>
  private readonly battery: ReturnType<typeof createBattery>
  private readonly memory: ReturnType<typeof createMemory>
  private readonly outputs = new Outputs()
  private readonly mission: RoverMission
  private readonly fenceStore: MissionStore
  private readonly failsafes: Failsafes
  private readonly guard: FenceGuard
  private readonly arming: Arming
  private readonly extraTelemetry: ExtraTelemetry

  private outgoing: Message[] = []
  private incoming: { readonly received: Message; readonly from: Station }[] = []
  private timeS = 0
  private bootS = 0
  private fenceCheckedS = 0

  constructor(options: RoverOptions) {
    const { systemId, saved } = options
    this.options = options
    this.systemId = systemId
    this.frame = localFrame(options.home)
    this.body = this.startingBody()
    this.parameters = defaultParameters(systemId)
    for (const [name, value] of Object.entries(saved?.parameters ?? {})) this.parameters.set(name, value)
    this.mode = this.initialMode()
    this.receiver = createReceiver({
      frame: this.frame,
      random: createRandom(options.seed * 7919 + systemId),
      faults: this.faults,
    })
    this.battery = createBattery(saved?.battery ?? 1)
    this.memory = createMemory(this.parameters, options.missionItems)
    this.mission = new RoverMission({
      frame: this.frame,
      home: options.home,
      body: this.body,
      limits: options.steering === 'skid' ? skidLimits : ackermannLimits,
      parameters: this.parameters,
      maxItems: () => this.memory.missionItems,
      isInAuto: () => this.mode === RoverMode.auto,
      isArmed: () => this.armed,
      carryOut: (command, params) => this.carryOut(command, params),
      send: sent => this.send(sent),
      say: this.say,
    })
    this.fenceStore = this.createFence()
    if (saved !== undefined) this.mission.store.items.push(...saved.items)
    this.failsafes = createFailsafes({
      parameters: this.parameters,
      text: this.say,
      carryOut: action => this.actOnFailsafe(action),
    })
    this.guard = createFenceGuard({
      items: this.fenceStore.items,
      parameters: this.parameters,
      placeOf: item => this.positionOf(item),
    })
    this.arming = createArming({
      parameters: this.parameters,
      batteryV: () => this.battery.volts,
      fenceHindrance: () => this.guard.preArm([this.body.x, this.body.y]),
      text: this.say,
    })
    this.streams = createStreams({
      timeFactor: options.timeFactor,
      send: name => {
        if (name === 'GLOBAL_POSITION_INT') this.extraTelemetry.positionSent()
        this.send(telemetryMessage(name, this.status()))
      },
    })
    this.extraTelemetry = createExtraTelemetry({
      timeFactor: options.timeFactor,
      body: this.body,
      streams: this.streams,
    })
  }

  get position(): LonLat {
    return this.frame.toLonLat([this.body.x, this.body.y])
  }

  get bladeOn(): boolean {
    return this.outputs.bladeOn
  }

  get missionIndex(): number {
    return this.mission.runner.navIndex
  }

  get fence(): readonly StoredItem[] {
    return this.fenceStore.items
  }

  // Tests replace these two and call the originals without their object.
  readonly takeOutgoing = (): Message[] => {
    const taken = this.outgoing
    this.outgoing = []
    return taken
  }

  readonly receive = (received: Message, from: Station): void => {
    this.incoming.push({ received, from })
  }

  readonly say = (severity: number, text: string): void => this.send(message('STATUSTEXT', { severity, text }))

  step(dtS: number): void {
    const received = this.incoming
    this.incoming = []
    for (const one of received) if (this.isForUs(one.received)) this.handle(one.received, one.from)
    for (let left = dtS; left > 1e-9; left -= SUBSTEP_S) this.stepPart(Math.min(SUBSTEP_S, left))
    this.mission.store.update(this.timeS)
    this.fenceStore.update(this.timeS)
    this.streams.update(this.timeS)
    this.extraTelemetry.update()
  }

  setBattery(share: number): void {
    this.battery.share = Math.max(0, Math.min(1, share))
  }

  setEnergyUse(use: EnergyUse): void {
    this.battery.use = use
  }

  setVoltage(volts: number | null): void {
    this.battery.measuredV = volts
  }

  setCurrent(seq: number): boolean {
    return this.mission.runner.setCurrent(seq)
  }

  setMode(next: number): boolean {
    if (next === this.mode) return true
    if (next === RoverMode.auto && !this.mayEnterAuto()) return false
    if (next === RoverMode.rtl && !this.isReady()) return false
    if (this.mode === RoverMode.auto) this.mission.runner.stop()
    this.mode = next
    if (next === RoverMode.auto) this.mission.start()
    else this.mission.leave(next === RoverMode.rtl)
    this.send(telemetryMessage('HEARTBEAT', this.status()))
    return true
  }

  setArmed(wanted: boolean): boolean {
    if (wanted === this.armed) return true
    const hindrances = wanted ? this.arming.hindrances() : []
    for (const text of hindrances) this.say(2, `Arm: ${text}`)
    if (hindrances.length > 0) return false
    this.armed = wanted
    this.say(6, wanted ? 'Throttle armed' : 'Throttle disarmed')
    if (!wanted && this.mode !== RoverMode.auto) this.mission.runner.reset()
    return true
  }

  carryOut(command: number, params: readonly number[]): boolean {
    const [first = 0, second = 0] = params
    switch (command) {
      case MavCmd.doSetRelay:
        return this.switched(this.outputs.setRelay(first, second > 0.5))
      case MavCmd.doSetServo:
        return this.switched(this.outputs.setServo(first, second))
      case MavCmd.doChangeSpeed:
        if (this.mode !== RoverMode.auto || second <= 0) return false
        this.mission.speedMps = second
        return true
      default:
        return false
    }
  }

  reboot(): void {
    this.bootS = this.timeS
    this.mode = this.initialMode()
    this.armed = false
    this.outputs.reset()
    const moved = this.memory.boot()
    // The items of the other memory stay behind there.
    if (moved.mission) this.mission.store.items.length = 0
    if (moved.fence) this.fenceStore.items.length = 0
    this.failsafes.reset()
    this.arming.reset()
    this.body.speedMps = 0
    this.mission.reset()
    this.streams.reset()
    this.say(6, 'ArduRover V4.7.0 (simulated)')
  }

  save(): SavedRover {
    return {
      position: this.position,
      headingDeg: headingDegOf(this.body.heading),
      battery: this.battery.share,
      items: [...this.mission.store.items],
      parameters: Object.fromEntries(this.parameters),
    }
  }

  private startingBody(): Body {
    const { saved, home, headingDeg } = this.options
    // A position saved on another course does not count on this one.
    const savedAt = this.frame.toLocal(saved?.position ?? home)
    const [x, y] = Math.hypot(...savedAt) < SAME_COURSE_M ? savedAt : this.frame.toLocal(home)
    return { x, y, heading: ((saved?.headingDeg ?? headingDeg) * Math.PI) / 180, speedMps: 0, yawRate: 0 }
  }

  private createFence(): MissionStore {
    return createMissionStore({
      missionType: MissionType.fence,
      maxItems: () => this.memory.fenceItems,
      home: null,
      send: sent => this.send(sent),
      onCount: () => {},
      onComplete: () => this.say(6, 'Fence received'),
      mayClear: () => true,
      judge: judgeFenceCommand,
      judgeWhole: judgeFence,
      text: this.say,
    })
  }

  private send(outgoing: Message): void {
    this.outgoing.push(outgoing)
  }

  private initialMode(): number {
    return this.parameters.get('INITIAL_MODE') ?? RoverMode.hold
  }

  private isReady(): boolean {
    return this.timeS - this.bootS >= this.options.ekfReadyAfterS && this.faults.fixType >= 3
  }

  private mayEnterAuto(): boolean {
    const hasMission = this.mission.store.items.length > 1
    if (hasMission && this.isReady()) return true
    this.say(4, hasMission ? 'Mode change to AUTO failed: requires position' : "No Mission. Can't set AUTO.")
    return false
  }

  private switched(succeeded: boolean): boolean {
    if (succeeded) this.extraTelemetry.bladeSwitched()
    return succeeded
  }

  private positionOf(item: StoredItem): XY {
    return this.frame.toLocal([item.lon / 1e7, item.lat / 1e7])
  }

  private actOnFailsafe(action: FailsafeAction): void {
    if (action === 'disarm') this.setArmed(false)
    else if (action === 'hold' || !this.setMode(RoverMode.rtl)) this.setMode(RoverMode.hold)
  }

  private isForUs({ fields }: Message): boolean {
    return !('targetSystem' in fields) || fields.targetSystem === this.systemId || fields.targetSystem === 0
  }

  private handle(received: Message, from: Station): void {
    switch (received.name) {
      case 'HEARTBEAT':
        if (from.systemId === this.parameters.get('MAV_GCS_SYSID')) this.failsafes.stationReceived(this.timeS)
        return
      case 'COMMAND_LONG': {
        const { command, param1, param2, param3, param4 } = received.fields
        const result = executeCommand(this, command, [param1, param2, param3, param4])
        const to = { targetSystem: from.systemId, targetComponent: from.componentId }
        this.send(message('COMMAND_ACK', { command, result, ...to }))
        return
      }
      case 'GPS_RTCM_DATA':
        this.correctionBytes += received.fields.len
        return
      case 'MISSION_SET_CURRENT':
        this.mission.runner.setCurrent(received.fields.seq)
        return
      default:
        this.parameters.set('MIS_TOTAL', this.mission.store.items.length)
        this.parameters.set('FENCE_TOTAL', this.fenceStore.items.length)
        for (const answer of answerParameters(this.parameters, received)) this.send(answer)
        if ('missionType' in received.fields) {
          const store = received.fields.missionType === MissionType.fence ? this.fenceStore : this.mission.store
          store.receive(received, from, this.timeS)
        }
    }
  }

  private stepPart(dtS: number): void {
    this.timeS += dtS
    this.failsafes.check({
      timeS: this.timeS,
      armed: this.armed,
      inAuto: this.mode === RoverMode.auto,
      batteryV: this.battery.volts,
      usedMah: usedMahOf(this.battery.share),
      fixType: this.faults.fixType,
    })
    this.move(dtS)
    this.receiver.step(dtS)
    this.checkFence()
    this.arming.check(this.timeS, this.armed)
  }

  private move(dtS: number): void {
    const { body, faults, mission } = this
    const before: XY = [body.x, body.y]
    const isFlat = this.battery.share < MOST_FLAT_SHARE
    if (this.armed && this.mode === RoverMode.auto && !mission.isHalted) mission.update()
    // An item or the end of the mission may have changed the mode.
    const goesHome = this.mode === RoverMode.rtl
    const mayDrive = this.armed && !isFlat && (goesHome || (this.mode === RoverMode.auto && !mission.isHalted))
    mission.drive(dtS, mayDrive && !this.guard.brakesBefore(before, body.heading), goesHome)
    // Wheels that spin take as much as those that drive.
    const metres = Math.hypot(body.x - before[0], body.y - before[1])
    const grip = faults.stuck ? 0 : faults.rain ? WET_GRIP : 1
    body.x = before[0] + (body.x - before[0]) * grip
    body.y = before[1] + (body.y - before[1]) * grip
    if (faults.stuck) body.speedMps = 0
    const atHome = Math.hypot(body.x, body.y) < 1
    this.battery.step(dtS, { armed: this.armed, atHome, wet: faults.rain, metres, bladeOn: this.bladeOn })
  }

  private checkFence(): void {
    if (this.timeS - this.fenceCheckedS < FENCE_CHECK_S) return
    this.fenceCheckedS = this.timeS
    const reported = this.frame.toLocal(this.receiver.position([this.body.x, this.body.y]))
    if (!this.guard.check(reported) || !this.armed) return
    const action = this.parameters.get('FENCE_ACTION') ?? 0
    this.say(4, 'Fence breached')
    this.failsafes.act(action)
  }

  private status(): RoverStatus {
    return {
      mode: this.mode,
      armed: this.armed,
      timeS: this.timeS,
      bootMs: Math.round((this.timeS - this.bootS) * 1_000),
      ready: this.isReady(),
      position: this.receiver.position([this.body.x, this.body.y]),
      spreadM: this.receiver.spreadM,
      fixType: this.faults.fixType,
      heading: this.body.heading,
      speedMps: this.body.speedMps,
      battery: this.faults.noGauge ? null : this.battery.share,
      batteryV: this.battery.volts,
      isCharging: this.battery.isCharging,
      isBatteryLow: this.failsafes.isBatteryLow,
      passesPreArm: this.arming.passes,
      relays: this.outputs.relays,
      servos: this.outputs.servos,
      missionSeq: this.mission.runner.navIndex,
      missionItems: this.mission.store.items.length,
      missionState: this.mission.state,
      inMission: this.mode === RoverMode.auto,
    }
  }
}
