/** Blades, mowers, their bases, carts, and what may be asked of a mower. */

import { base, blade, cart, garageRow, id, mower, position, saidShape } from '@greensward/domain'
import { z } from 'zod'
import { byId, call, crud, listOf } from './call.ts'
import { commandOutcome } from './command.ts'

export const garageCalls = {
  blades: crud('blades', 'operations.read', 'mowers.edit', blade, blade.omit({ id: true, updatedAt: true })),
  mowers: {
    ...crud(
      'mowers',
      'operations.read',
      'mowers.edit',
      mower,
      mower.omit({ id: true, driveTime: true, energyUse: true, refuelled: true, updatedAt: true }),
    ),
    start: call({
      method: 'POST',
      path: 'mowers/{id}/start',
      who: 'mowers.operate',
      // A machine may take ten seconds until it reports that it does so.
      patienceS: 60,
      params: byId,
      result: commandOutcome,
    }),
    sendHome: call({
      method: 'POST',
      path: 'mowers/{id}/send-home',
      who: 'mowers.operate',
      patienceS: 60,
      params: byId,
      result: commandOutcome,
    }),
    driveTo: call({
      method: 'POST',
      path: 'mowers/{id}/drive',
      who: 'mowers.operate',
      params: byId,
      body: z.strictObject({ to: position }),
      result: commandOutcome,
    }),
    refuelled: call({
      method: 'POST',
      path: 'mowers/{id}/refuelled',
      who: 'mowers.operate',
      params: byId,
      result: mower,
    }),
    stop: call({
      method: 'POST',
      path: 'mowers/{id}/stop',
      who: 'mowers.stop',
      params: byId,
      result: commandOutcome,
    }),
    clear: call({
      method: 'POST',
      path: 'mowers/{id}/clear',
      who: 'mowers.operate',
      params: byId,
      result: commandOutcome,
    }),
    disarm: call({
      method: 'POST',
      path: 'mowers/{id}/disarm',
      who: 'mowers.operate',
      params: byId,
      result: commandOutcome,
    }),
    acceptSender: call({
      method: 'POST',
      path: 'mowers/{id}/accept-sender',
      who: 'mowers.edit',
      params: byId,
      result: commandOutcome,
    }),
    stopAll: call({
      method: 'POST',
      path: 'mowers/stop-all',
      who: 'mowers.stop',
      result: z.strictObject({
        stopped: z.array(z.strictObject({ id, name: z.string() })),
        notStopped: z.array(
          z.strictObject({
            id,
            name: z.string(),
            /** In English. */
            reason: z.string(),
            /** The same for the reader's language; an answer to a stop is never refused for the lack of it. */
            why: saidShape.nullish(),
            phone: z.string().nullable(),
          }),
        ),
      }),
    }),
  },
  bases: crud('bases', 'operations.read', 'mowers.edit', base, base.omit({ id: true, updatedAt: true })),
  stopEntrances: {
    list: call({
      method: 'GET',
      path: 'stop-entrances',
      who: 'mowers.stop',
      result: z.strictObject({ items: z.array(z.url()) }),
    }),
  },
  carts: crud('carts', 'course.read', 'carts.edit', cart, cart.omit({ id: true, updatedAt: true })),
  garage: {
    list: call({
      method: 'GET',
      path: 'garage',
      who: 'operations.read',
      result: listOf(garageRow),
    }),
  },
} as const
