import type { LocalFrame, LonLat, XY } from '@greensward/geometry'
import {
  MavCmd,
  MavFrame,
  type Message,
  MissionResult,
  MissionState,
  MissionType,
  message,
} from '@greensward/vehicle/mavlink'
import { type Body, type BodyLimits, brake, drive, type Leg, tuningOf } from './dynamics.ts'
import { createMissionRunner, type MissionRunner } from './missionRunner.ts'
import { createMissionStore, type MissionStore, type StoredItem } from './missionStore.ts'

export interface RoverMissionOptions {
  readonly frame: LocalFrame
  readonly home: LonLat
  readonly body: Body
  readonly limits: BodyLimits
  readonly parameters: ReadonlyMap<string, number>
  readonly maxItems: () => number
  readonly isInAuto: () => boolean
  readonly isArmed: () => boolean
  /** Carries out an item that is not a waypoint. */
  readonly carryOut: (command: number, params: readonly number[]) => void
  readonly send: (message: Message) => void
  readonly say: (severity: number, text: string) => void
}

/** Items besides waypoints that its mission accepts. */
const KNOWN_ITEMS: ReadonlySet<number> = new Set([
  MavCmd.doJump,
  MavCmd.doChangeSpeed,
  MavCmd.doSetRelay,
  MavCmd.doSetServo,
])
const NAV_LAST = 95
const STANDING_MPS = 0.01
const NAV_DONE: StoredItem = { command: 0, frame: 0, params: [0, 0, 0, 0], lat: 0, lon: 0, altM: 0 }

/** The mission of a rover: what it has stored, how far it is, and the leg that it drives. */
export class RoverMission {
  readonly store: MissionStore
  readonly runner: MissionRunner
  speedMps: number

  private readonly options: RoverMissionOptions
  private halted = false
  /** The command was restarted: it brakes to a standstill before it drives on. */
  private stopsFirst = false
  private leg: Leg | null = null
  private reached = false

  constructor(options: RoverMissionOptions) {
    this.options = options
    this.speedMps = this.parameterSpeedMps()
    this.store = this.createStore()
    this.runner = this.createRunner()
  }

  get state(): number {
    if (this.store.items.length <= 1) return MissionState.noMission
    if (this.runner.state === 'complete') return MissionState.complete
    if (this.runner.state === 'running') return MissionState.active
    return MissionState.notStarted
  }

  /** Whether the mission may be driven: a change while driving stops it. */
  get isHalted(): boolean {
    return this.halted
  }

  start(): void {
    this.leg = null
    this.halted = false
    this.speedMps = this.parameterSpeedMps()
    this.runner.startOrResume()
  }

  /** Replaces the leg that it drives by the one to home, or by none. */
  leave(goesHome: boolean): void {
    const { x, y } = this.options.body
    this.leg = goesHome ? { from: [x, y], to: [0, 0], next: null } : null
  }

  reset(): void {
    this.leg = null
    this.halted = false
    this.stopsFirst = false
    this.runner.reset()
  }

  update(): void {
    this.runner.update(this.reached)
    this.reached = false
  }

  /** @param drives false brakes; @param goesHome the leg ends at home, where it stays */
  drive(dtS: number, drives: boolean, goesHome: boolean): void {
    const { body, limits, parameters } = this.options
    if (this.stopsFirst && body.speedMps < STANDING_MPS) this.stopsFirst = false
    if (!drives || this.stopsFirst || this.leg === null) brake(body, limits, dtS)
    else this.reached = drive(body, this.leg, this.speedMps, limits, dtS, tuningOf(parameters))
    const stays = goesHome || this.store.items[this.runner.navIndex]?.command === MavCmd.navLoiterUnlimited
    if (this.reached && stays) this.leg = null
  }

  private parameterSpeedMps(): number {
    return this.options.parameters.get('WP_SPEED') ?? 2
  }

  private createStore(): MissionStore {
    const { isInAuto, isArmed, say, send, maxItems } = this.options
    return createMissionStore({
      missionType: MissionType.mission,
      maxItems,
      home: () => this.homeItem(),
      send,
      // A mission that changes while the mower drives it stops the mower, and the answer reports nothing but success.
      onCount: () => {
        if (!isInAuto()) return
        this.halted = true
        this.leg = null
      },
      onItem: () => {
        if (!isInAuto() || this.halted || !this.runner.restartCommand()) return
        this.stopsFirst = true
        say(2, 'Auto mission changed, restarted command')
      },
      onComplete: () => say(6, 'Flight plan received'),
      mayClear: () => !(isInAuto() && isArmed()),
      judge: command =>
        KNOWN_ITEMS.has(command) || command <= NAV_LAST ? MissionResult.accepted : MissionResult.unsupported,
      text: say,
    })
  }

  private createRunner(): MissionRunner {
    const { say, send, carryOut } = this.options
    const { items } = this.store
    return createMissionRunner({
      items,
      onWaypoint: (index, following) => this.driveTo(index, following),
      onReached: index => {
        if (items[index]?.command === MavCmd.navWaypoint) say(6, `Reached waypoint #${index}`)
        send(message('MISSION_ITEM_REACHED', { seq: index }))
      },
      onDo: (index, item) => {
        say(6, `Mission: ${index} ${item.command}`)
        carryOut(item.command, item.params)
      },
      onComplete: () => {
        say(5, 'Mission Complete')
        this.leg = null
      },
    })
  }

  private positionOf(item: StoredItem): XY {
    return this.options.frame.toLocal([item.lon / 1e7, item.lat / 1e7])
  }

  private homeItem(): StoredItem {
    const [lon, lat] = this.options.home
    return {
      command: MavCmd.navWaypoint,
      frame: MavFrame.global,
      params: [0, 0, 0, 0],
      lat: Math.round(lat * 1e7),
      lon: Math.round(lon * 1e7),
      altM: 100,
    }
  }

  private driveTo(index: number, following: number | null): void {
    const { body, say } = this.options
    const { items } = this.store
    const to = this.positionOf(items[index] ?? NAV_DONE)
    const after = following === null ? to : this.positionOf(items[following] ?? NAV_DONE)
    // It starts a next leg of no length from a standstill.
    const next: XY | null = after[0] === to[0] && after[1] === to[1] ? null : after
    // It drives to a restarted waypoint from where it is.
    const isRestart = this.leg !== null && this.leg.to[0] === to[0] && this.leg.to[1] === to[1]
    const from: XY = this.leg === null || isRestart ? [body.x, body.y] : this.leg.to
    this.leg = { from, to, next }
    this.reached = false
    say(6, `Mission: ${index} WP`)
  }
}
