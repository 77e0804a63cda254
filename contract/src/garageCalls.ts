/** Blades, mowers, their bases, carts, and what may be asked of a mower. */

import { base, blade, cart, garageRow, id, mower, position, saidShape } from '@greensward/domain'
import { z } from 'zod'
import { byId, call, crud, listOf } from './call.ts'
import { commandOutcome } from './command.ts'

export const garageCalls = {
  blades: crud('blades', 'operations.read', 'mowers.edit', 'blades', blade, blade.omit({ id: true, updatedAt: true })),
  mowers: {
    ...crud(
      'mowers',
      'operations.read',
      'mowers.edit',
      'mowers',
      mower,
      mower.omit({ id: true, driveTime: true, energyUse: true, refuelled: true, updatedAt: true }),
    ),
    start: call({
      method: 'POST',
      path: 'mowers/{id}/start',
      who: 'mowers.operate',
      summary: 'Resume the stopped mission of this mower, or start its next planned one',
      params: byId,
      result: commandOutcome,
    }),
    sendHome: call({
      method: 'POST',
      path: 'mowers/{id}/send-home',
      who: 'mowers.operate',
      summary: 'Drive to the base of this mower, with the blade off',
      params: byId,
      result: commandOutcome,
    }),
    driveTo: call({
      method: 'POST',
      path: 'mowers/{id}/drive',
      who: 'mowers.operate',
      summary: 'Drive to a point, with the blade off',
      params: byId,
      body: z.strictObject({ to: position }),
      result: commandOutcome,
    }),
    refuelled: call({
      method: 'POST',
      path: 'mowers/{id}/refuelled',
      who: 'mowers.operate',
      summary: 'Say that this mower is refuelled or charged; counts until its next finished mission',
      params: byId,
      result: mower,
    }),
    stop: call({
      method: 'POST',
      path: 'mowers/{id}/stop',
      who: 'mowers.stop',
      summary: 'Blade off and hold, at once',
      params: byId,
      result: commandOutcome,
    }),
    clear: call({
      method: 'POST',
      path: 'mowers/{id}/clear',
      who: 'mowers.operate',
      summary: 'Stop and erase the mission on the mower',
      params: byId,
      result: commandOutcome,
    }),
    disarm: call({
      method: 'POST',
      path: 'mowers/{id}/disarm',
      who: 'mowers.operate',
      summary: 'Disarm a mower that is in HOLD, as a finished mission leaves it',
      params: byId,
      result: commandOutcome,
    }),
    acceptSender: call({
      method: 'POST',
      path: 'mowers/{id}/accept-sender',
      who: 'mowers.edit',
      summary: 'Say that the other sender which claims to be this mower is this very machine',
      params: byId,
      result: commandOutcome,
    }),
    stopAll: call({
      method: 'POST',
      path: 'mowers/stop-all',
      who: 'mowers.stop',
      summary: 'Stop every mower; asks nothing',
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
  bases: crud('bases', 'operations.read', 'mowers.edit', 'bases', base, base.omit({ id: true, updatedAt: true })),
  stopEntrances: {
    list: call({
      method: 'GET',
      path: 'stop-entrances',
      who: 'mowers.stop',
      summary: 'Where a stop is taken while the server itself does not answer: the same paths below these addresses',
      result: z.strictObject({ items: z.array(z.url()) }),
    }),
  },
  carts: crud('carts', 'course.read', 'carts.edit', 'carts', cart, cart.omit({ id: true, updatedAt: true })),
  garage: {
    list: call({
      method: 'GET',
      path: 'garage',
      who: 'operations.read',
      summary: 'Mowers and carts in one table',
      result: listOf(garageRow),
    }),
  },
} as const
