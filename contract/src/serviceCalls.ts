/** The pairing of mowers with their links, and how a vehicle has been. */

import { fixType, instant } from '@greensward/domain'
import { z } from 'zod'
import { byId, call, listOf } from './call.ts'

export const mowerPairing = z.strictObject({
  systemId: z.number().int(),
  /** Once the key was shown, only enough of it is kept to distinguish two keys. */
  key: z.strictObject({ fingerprint: z.string(), createdAt: instant, createdBy: z.string() }).nullable(),
  /** False as long as the mower has not answered under it: it is believed and stopped under the key before, too. */
  isProven: z.boolean(),
  /** Another sender that claims to be this mower, such as `udp:192.0.2.7:14550`; null where there is none, or where another gateway speaks for it. */
  otherSender: z.string().nullable(),
})
export type MowerPairing = z.infer<typeof mowerPairing>

/** A vehicle on a link whose system id belongs to no mower. */
export const unpairedVehicle = z.strictObject({ systemId: z.number().int(), link: z.string(), lastMessageAt: instant })
export type UnpairedVehicle = z.infer<typeof unpairedVehicle>

/** How a vehicle was in one step of a span of time. */
export const healthStep = z.strictObject({
  at: instant,
  /** 0 to 1; null where it did not say. */
  battery: z.number().nullable(),
  /** The poorest fix of the step; null where it did not say. */
  fix: fixType.nullable(),
})
export type HealthStep = z.infer<typeof healthStep>

export const serviceCalls = {
  pairing: {
    get: call({
      method: 'GET',
      path: 'mowers/{id}/pairing',
      who: 'operations.read',
      params: byId,
      result: mowerPairing,
    }),
    newKey: call({
      method: 'POST',
      path: 'mowers/{id}/pairing/key',
      who: 'mowers.edit',
      params: byId,
      body: z.strictObject({
        /** Gives it to the mower over its link as it is now: only where nobody else receives on that link, and only while it is disarmed. */
        send: z.boolean(),
      }),
      result: z.strictObject({
        /** 64 hexadecimal digits. */
        key: z.string(),
        pairing: mowerPairing,
      }),
    }),
    removeKey: call({
      method: 'DELETE',
      path: 'mowers/{id}/pairing/key',
      who: 'mowers.edit',
      params: byId,
      result: mowerPairing,
    }),
    unpaired: call({
      method: 'GET',
      path: 'vehicles/unpaired',
      who: 'operations.read',
      result: listOf(unpairedVehicle),
    }),
  },
  health: {
    /** At most 300 steps; those without a report are left out. */
    get: call({
      method: 'GET',
      path: 'vehicles/{id}/health',
      who: 'operations.read',
      params: byId,
      query: z.strictObject({ from: instant, to: instant }),
      result: z.strictObject({ stepS: z.number().int(), items: z.array(healthStep) }),
    }),
  },
} as const
