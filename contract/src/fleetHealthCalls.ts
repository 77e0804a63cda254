/** How the fleet is: its faults, its cutting units, its service, and what each mower uses. */
import { courseDay, id, instant, saidShape, serviceDue } from '@greensward/domain'
import { z } from 'zod'
import { call } from './call.ts'

/** Stops and failures for one reason, of all mowers; what a person stopped is none. */
export const fleetFault = z.strictObject({
  /** Null where only the English sentence was kept. */
  why: saidShape.nullable(),
  text: z.string(),
  count: z.number().int(),
  missions: z.number().int(),
  mowerIds: z.array(id),
  firstAt: instant,
  lastAt: instant,
  lastMissionId: id,
})
export type FleetFault = z.infer<typeof fleetFault>

export const fleetBlade = z.strictObject({
  id,
  /** Null where it was deleted. */
  name: z.string().nullable(),
  /** Hours of the missions that were planned with it. */
  hours: z.number(),
  mownM: z.number(),
  missions: z.number().int(),
})

export const fleetMower = z.strictObject({
  id,
  name: z.string(),
  /** Missions that were started in the span. */
  missions: z.number().int(),
  /** Those of them that a person ended on the way. */
  endedByHand: z.number().int(),
  hours: z.number(),
  service: serviceDue,
  /** What is done at its next service. */
  checklist: z.array(z.string()),
  /** Whether its service is due within seven days, if it works as in the last seven. */
  isDueNextWeek: z.boolean(),
  /** Share of a full battery for a kilometre, by the week that begins with this Monday; weeks without a figure are left out. */
  use: z.array(z.strictObject({ week: courseDay, sharePerKm: z.number(), missions: z.number().int() })),
})
export type FleetMower = z.infer<typeof fleetMower>

/** Parts of one name that services of mowers and carts used in the span. */
export const fleetPart = z.strictObject({
  name: z.string(),
  count: z.number().int(),
  /** Of those whose cost was entered; null where none was. */
  cost: z.number().nullable(),
  vehicles: z.array(z.strictObject({ id, name: z.string() })),
  lastAt: instant,
})
export type FleetPart = z.infer<typeof fleetPart>

export const fleetHealth = z.strictObject({
  /** The most frequent first, at most 100. */
  faults: z.array(fleetFault),
  blades: z.array(fleetBlade),
  mowers: z.array(fleetMower),
  /** By their name. */
  parts: z.array(fleetPart),
  /** Of the costs of parts: that of the rates. */
  currency: z.string(),
})
export type FleetHealth = z.infer<typeof fleetHealth>

export const fleetHealthCalls = {
  fleetHealth: {
    get: call({
      method: 'GET',
      path: 'fleet-health',
      who: 'operations.read',
      query: z.strictObject({ from: courseDay, to: courseDay }),
      result: fleetHealth,
    }),
  },
} as const
