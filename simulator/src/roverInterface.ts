import type { LonLat, XY } from '@greensward/geometry'
import type { Message } from '@greensward/vehicle/mavlink'
import type { EnergyUse } from './battery.ts'
import type { Body, Steering } from './dynamics.ts'
import type { Station, StoredItem } from './missionStore.ts'

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

/** The state that survives a restart of the program. */
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
  /** Its battery monitor measures a voltage only, and no charge. */
  noGauge: boolean
  /** Metres east and north added to the position that it reports. */
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
  /** Bytes of RTK corrections received. */
  readonly correctionBytes: number
  readonly parameters: ReadonlyMap<string, number>
  receive(message: Message, from: Station): void
  step(dtS: number): void
  takeOutgoing(): Message[]
  setBattery(share: number): void
  /** What a metre takes from now on. */
  setEnergyUse(use: EnergyUse): void
  /** Voltage that its battery monitor measures from now on; null derives it from the charge. */
  setVoltage(volts: number | null): void
  /** Sends a status text. */
  say(severity: number, words: string): void
  reboot(): void
  save(): SavedRover
}
