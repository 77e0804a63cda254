/** Machines and what they are made of: mowers, carts, blades; and the types of zones they mow. */

import { z } from 'zod'
import { fieldFault } from '../common/fieldFault.ts'
import { colour, id, instant, line } from '../common/text.ts'
import { position } from '../course/course.ts'
import { growthSettings } from '../grass/growthSettings.ts'
import { direction } from '../mission/direction.ts'
import { mowingPattern } from '../mission/pattern.ts'
import { driveTime } from './driveTime.ts'
import { energySettings, energyUse, refuelling } from './energy.ts'
import { serviceDue } from './service.ts'

/** The specification's greatest mower width, in metres. */
export const MAX_MOWER_WIDTH_M = 5

const widthM = z.number().positive().max(MAX_MOWER_WIDTH_M, fieldFault('tooWide'))

/** Litres on 100 km as the machine's papers or its own log say; absent or null where nobody wrote it down. */
const fuelLitresPer100Km = z.number().min(0).max(500).nullable().optional()

export const blade = z.strictObject({
  id,
  name: line(120),
  /** Cutting width of the blade. */
  widthM,
  /** Speed while mowing. */
  missionSpeedMps: z.number().positive().max(10),
  updatedAt: instant,
})
export type Blade = z.infer<typeof blade>

export const zoneType = z.strictObject({
  id,
  name: line(120),
  color: colour,
  directions: z.array(direction).min(1).max(6),
  /** Patterns that a mission may take where its person leaves the choice to the planner; absent is straight rows only. */
  patterns: z.array(mowingPattern).min(1).max(mowingPattern.options.length).optional(),
  /** False for greens, tees, bunkers and fairways: two such zones may not overlap. */
  allowsIntersection: z.boolean(),
  /** False for bunkers and water: no mission mows it, and other missions go round it. */
  mowable: z.boolean(),
  /**
   * Whether mowers leave its zones to turn, blade off, on mown grass beside them, and no mower turns on its zones; absent is false.
   */
  turnsOutside: z.boolean().optional(),
  /** Days after which its grass wants to be cut again; null or absent is never overdue. */
  intervalDays: z.number().int().min(1).max(90).nullable().optional(),
  /** How its grass grows, which then decides when it is due; null or absent keeps to the fixed interval. */
  growth: growthSettings.nullable().optional(),
  updatedAt: instant,
})
export type ZoneType = z.infer<typeof zoneType>

/** How the blade is switched on this machine. */
export const bladeSwitch = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('relay'), index: z.number().int().min(0).max(15) }),
  z.strictObject({
    kind: z.literal('servo'),
    channel: z.number().int().min(1).max(32),
    onPwm: z.number().int().min(800).max(2_200),
    offPwm: z.number().int().min(800).max(2_200),
  }),
])

export const mower = z.strictObject({
  id,
  name: line(60),
  color: colour,
  bladeId: id.nullable(),
  /** MAVLink system id, unique among the mowers. */
  systemId: z.number().int().min(1).max(254),
  /** The machine's own width. */
  widthM,
  /** 0 turns on the spot. */
  minTurnRadiusM: z.number().min(0).max(20),
  transitSpeedMps: z.number().positive().max(10),
  turningSpeedMps: z.number().positive().max(10),
  /** Metres of driving from full to empty, which count until enough is learned. */
  batteryRangeM: z.number().positive().max(1_000_000),
  bladeSwitch,
  fuelLitresPer100Km,
  inService: z.boolean(),
  /** When people expect it back from service; absent or null where that is unknown, or it is not in service. */
  serviceUntil: instant.nullable().optional(),
  /** Learned from its missions, and entered by nobody; absent or null before its first. */
  driveTime: driveTime.nullable().optional(),
  /** Absent or null where nobody entered it: see `DEFAULT_ENERGY`. */
  energy: energySettings.nullable().optional(),
  /** Learned from what it used and charged, and entered by nobody; absent or null before the first stretch. */
  energyUse: energyUse.nullable().optional(),
  /** The last word of a person that it is full; null once it has worked since. */
  refuelled: refuelling.nullable().optional(),
  updatedAt: instant,
})
export type Mower = z.infer<typeof mower>

export const cart = z.strictObject({
  id,
  name: line(60),
  fuelLitresPer100Km,
  inService: z.boolean(),
  home: position.nullable(),
  updatedAt: instant,
})
export type Cart = z.infer<typeof cart>

export const vehicleStatus = z.enum(['working', 'idle', 'charging', 'offline', 'service'])
export type VehicleStatus = z.infer<typeof vehicleStatus>

/** One row of the garage table; unknown figures are null. */
export const garageRow = z.strictObject({
  id,
  title: z.string(),
  vehicleType: z.enum(['mower', 'golfCart']),
  status: vehicleStatus,
  bladeName: z.string().nullable(),
  fuelLitresPer100Km: z.number().nullable(),
  distanceKm: z.number().nullable(),
  /** Hours in which it moved, and in which its blade ran, from its own positions. */
  engineHours: z.number().nullable(),
  bladeHours: z.number().nullable(),
  /** When it is expected back from service; absent or null where that is unknown, or it is not in service. */
  serviceUntil: instant.nullable().optional(),
  service: serviceDue,
})
export type GarageRow = z.infer<typeof garageRow>
