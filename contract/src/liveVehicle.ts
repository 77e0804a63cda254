/**
 * A vehicle on the live channel: whole when anything about it changed, and as a short move while it only drives on, which
 * it does ten times a second.
 */

import { cartLive, machineActivity, ownState, telemetry } from '@greensward/domain'
import { z } from 'zod'

export const vehicleStop = z.strictObject({
  requestedAt: z.iso.datetime(),
  acknowledged: z.boolean(),
  standingStill: z.boolean(),
})

/** What a mower lacks to finish its mission, come home and keep its reserve. */
export const energyShort = z.strictObject({
  shortPercent: z.number().int(),
  /** It still gets home while it has at least this much; null for a mower without a base. */
  homePercent: z.number().int().nullable(),
})
export type EnergyShort = z.infer<typeof energyShort>

/** A vehicle as the map and the dock show it. Carts have no MAVLink telemetry beyond position, heading and speed. */
export const liveVehicle = z.strictObject({
  id: z.uuid(),
  kind: z.enum(['mower', 'cart']),
  telemetry,
  missionId: z.uuid().nullable(),
  /** Share of the active mission really cut, 0 to 1. */
  progress: z.number().nullable(),
  stop: vehicleStop.nullable(),
  /** It drives in AUTO, and no start from here set it driving; mowers only. */
  foreignDrive: z.boolean().optional(),
  /** It will not finish its mission with what it has; left out or null where nothing says so; mowers only. */
  energyShort: energyShort.nullish(),
  /** What it does, of a mower that plans its own path and drives none of our missions. */
  activity: machineActivity.optional(),
  /** What keeps it from starting, of a mower that judges itself; null where it does not say. */
  ownState: ownState.nullish(),
  /** The cart's state, from its positions; carts only. */
  cart: cartLive.optional(),
})
export type LiveVehicle = z.infer<typeof liveVehicle>

const { shape } = telemetry

/** The values that change while a vehicle only moves; all others are as in the last whole message. */
export const vehicleMove = z.tuple([
  liveVehicle.shape.id,
  shape.position,
  shape.headingDeg,
  shape.speedMps,
  shape.accuracyM,
  shape.batteryV,
  shape.ageMs,
  liveVehicle.shape.progress,
])
export type VehicleMove = z.infer<typeof vehicleMove>

export const movedBy = (sent: LiveVehicle, move: VehicleMove): LiveVehicle => {
  const [, position, headingDeg, speedMps, accuracyM, batteryV, ageMs, progress] = move
  return {
    ...sent,
    progress,
    telemetry: { ...sent.telemetry, position, headingDeg, speedMps, accuracyM, batteryV, ageMs },
  }
}

export type VehiclesMessage =
  | { readonly event: 'vehicles'; readonly message: readonly LiveVehicle[] }
  | { readonly event: 'moved'; readonly message: readonly (LiveVehicle | VehicleMove)[] }

/**
 * The vehicles of a message, as they are now.
 * @param known a vehicle as it was last sent; moves of those that were never sent are left out
 */
export const vehiclesIn = (
  received: VehiclesMessage,
  known: (id: string) => LiveVehicle | undefined,
): readonly LiveVehicle[] =>
  received.event === 'vehicles'
    ? received.message
    : received.message.flatMap(one => {
        if (!Array.isArray(one)) return [one]
        const vehicle = known(one[0])
        return vehicle === undefined ? [] : [movedBy(vehicle, one)]
      })
