/** Carts of a test server with a tracker, and what trackers send by OsmAnd and OwnTracks. */
import { calls, type LiveVehicle } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { expect } from 'vitest'
import type { TestServer } from './testServer.ts'

/** @param server called by each function: a test file starts its server after it has asked for these */
export const trackersOf = (server: () => TestServer) => {
  const liveCart = async (id: string): Promise<LiveVehicle | undefined> =>
    (await server().call('ROLE_BUGGY_BAR', calls.live.vehicles)).result.items.find(one => one.id === id && one.cart)

  let count = 0
  return {
    liveCart,

    newCart: async (): Promise<{ id: string; key: string }> => {
      count += 1
      const body = { name: `Cart ${count}`, inService: false, home: null }
      const { id } = (await server().call('ROLE_ADMIN', calls.carts.create, { body })).result
      // The garage notifies those that follow carts after it has answered.
      await expect.poll(async () => (await liveCart(id)) !== undefined).toBe(true)
      const made = await server().call('ROLE_BUGGY_ADMIN', lateCalls.cartAccess.newKey, { params: { id } })
      return { id, key: made.result.key }
    },

    osmand: (key: string, rest: string, init: RequestInit = {}): Promise<Response> =>
      fetch(`${server().url}/api/track/osmand?id=${key}&${rest}`, init),

    owntracks: (key: string, body: unknown): Promise<Response> =>
      fetch(`${server().url}/api/track/owntracks`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`cart:${key}`)}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),

    /** Of the server's clock, as trackers send it. */
    seconds: (offset = 0): number => Math.floor(server().clock.now().getTime() / 1_000) + offset,
  }
}
