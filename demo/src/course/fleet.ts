/** The machines of the demo course. Mowers are side by side on the yard, noses to its open side. */
import {
  type Base,
  type Blade,
  type Cart,
  type CostRates,
  DEFAULT_ENERGY,
  type Mower,
  NO_RATES,
  type Position,
} from '@greensward/domain'
import { fixedId } from './chance.ts'
import { toPosition } from './site.ts'

export type DemoBlade = Omit<Blade, 'updatedAt'>
export type DemoCart = Omit<Cart, 'updatedAt' | 'home'> & { readonly home: Position }
export type DemoBase = Omit<Base, 'updatedAt'>
export interface DemoMower extends Omit<Mower, 'updatedAt'> {
  /** Where it is parked when the day starts. */
  readonly home: Position
  readonly headingDeg: number
}

const bladeId = (name: string): string => fixedId(`blade ${name}`)

export const BLADES: readonly DemoBlade[] = [
  { id: bladeId('fairway'), name: 'Fairway reels 3.2 m', widthM: 3.2, missionSpeedMps: 2.4 },
  { id: bladeId('green'), name: 'Greens reels 1.5 m', widthM: 1.5, missionSpeedMps: 1.4 },
  { id: bladeId('tee'), name: 'Tee reels 1.8 m', widthM: 1.8, missionSpeedMps: 1.6 },
  { id: bladeId('rotary'), name: 'Rotary deck 2.0 m', widthM: 2, missionSpeedMps: 2 },
]

interface MowerKind {
  readonly blade: string
  readonly widthM: number
  readonly minTurnRadiusM: number
  readonly transitSpeedMps: number
  readonly batteryRangeM: number
  readonly batteryKWh: number
}

const FAIRWAY: MowerKind = {
  blade: 'fairway',
  widthM: 3.4,
  minTurnRadiusM: 1.6,
  transitSpeedMps: 3,
  batteryRangeM: 24_000,
  batteryKWh: 12,
}
const GREENS: MowerKind = {
  blade: 'green',
  widthM: 1.7,
  minTurnRadiusM: 0.6,
  transitSpeedMps: 2,
  batteryRangeM: 14_000,
  batteryKWh: 4.5,
}
const TEES: MowerKind = {
  blade: 'tee',
  widthM: 2,
  minTurnRadiusM: 0.8,
  transitSpeedMps: 2.2,
  batteryRangeM: 16_000,
  batteryKWh: 5.5,
}
const ROTARY: MowerKind = {
  blade: 'rotary',
  widthM: 2.2,
  minTurnRadiusM: 1,
  transitSpeedMps: 2.6,
  batteryRangeM: 20_000,
  batteryKWh: 8,
}

const FLEET: readonly (readonly [name: string, color: string, kind: MowerKind])[] = [
  ['Rook 1', '#0B7390', FAIRWAY],
  ['Rook 2', '#EF9715', FAIRWAY],
  ['Wren 3', '#7A4FBF', GREENS],
  ['Wren 4', '#C2417C', GREENS],
  ['Finch 5', '#3B7A2A', TEES],
  ['Heron 6', '#5B6470', ROTARY],
]

const LANE_Y = -451
const bayX = (i: number): number => -160 + i * 6
const parkedAt = (i: number): Position => toPosition([bayX(i), -440])

export const MOWERS: readonly DemoMower[] = FLEET.map(([name, color, kind], i) => ({
  id: fixedId(`mower ${i + 1}`),
  name,
  color,
  bladeId: bladeId(kind.blade),
  systemId: i + 1,
  widthM: kind.widthM,
  minTurnRadiusM: kind.minTurnRadiusM,
  transitSpeedMps: kind.transitSpeedMps,
  turningSpeedMps: 0.9,
  batteryRangeM: kind.batteryRangeM,
  energy: { ...DEFAULT_ENERGY, capacity: kind.batteryKWh },
  bladeSwitch: { kind: 'relay', index: 0 },
  inService: false,
  home: parkedAt(i),
  headingDeg: 0,
}))

/** Each enters from the lane between the row and the shed, and leaves forwards over the open side of the yard. */
export const BASES: readonly DemoBase[] = MOWERS.map(({ id, home, headingDeg }, i) => ({
  id: fixedId(`base ${i + 1}`),
  name: `Bay ${i + 1}`,
  position: home,
  headingDeg,
  approach: [toPosition([bayX(i), LANE_Y])],
  hasCharger: true,
  mowerId: id,
}))

export const CARTS: readonly DemoCart[] = Array.from({ length: 24 }, (_, i) => ({
  id: fixedId(`cart ${i + 1}`),
  name: `Cart ${i + 1}`,
  inService: false,
  home: toPosition([49 + (i % 12) * 2.3, i < 12 ? -361.5 : -366.5]),
}))

export const COST_RATES: CostRates = { ...NO_RATES, currency: 'GBP', mowerHour: 6, kWh: 0.3, personHour: 26 }
