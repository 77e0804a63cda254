/** What a machine can do, as data: screens, pre-start checks, stop and shift read this and never the maker of a machine. */
import { z } from 'zod'

export const vehicleCapabilities = z.strictObject({
  /** Drives a path of ours, segment by segment. */
  followsPath: z.boolean(),
  /** Mows an area that it knows itself, along a path of its own. */
  mowsWorkArea: z.boolean(),
  /** Mows what is set on it once it is asked to, and drives home once it is, along paths of its own; left out where it does not. */
  mowsOwnMap: z.boolean().optional(),
  /** Of one that follows a path: it says itself what keeps it from starting, and has no autopilot that is read and set from here. */
  judgesItself: z.boolean().optional(),
  /** Positions that it reports in a second while it drives; 0 where it reports none. */
  positionRateHz: z.number().nonnegative(),
  /** The route of a stop to the machine, and the seconds within which an acknowledgement is expected. */
  stopLatency: z.strictObject({ via: z.enum(['directLink', 'makersCloud']), withinS: z.number().positive() }),
  /** Whether its blade is switched from here, or by the machine alone. */
  blade: z.enum(['switched', 'own']),
  /** `atBase`: it charges where and for as long as it is sent there; `own`: when it decides to. */
  charge: z.enum(['atBase', 'own']),
  /** Along a path that is planned here, by a path of its own, or not at all. */
  returnToBase: z.enum(['alongPath', 'own', 'none']),
  /** Stores a fence of its own, made here. */
  fence: z.boolean(),
  /** Signs its messages with a key that is made here. */
  signing: z.boolean(),
})
export type VehicleCapabilities = z.infer<typeof vehicleCapabilities>

/** Capabilities that a machine has or has not. */
export type Ability = 'followsPath' | 'mowsWorkArea' | 'mowsOwnMap' | 'fence' | 'signing'
