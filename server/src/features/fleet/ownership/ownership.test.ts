import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Context } from '../../../platform/context.ts'
import type { Database } from '../../../platform/db/database.ts'
import { seedLawns } from '../../../testing/lawn.ts'
import { startTestServer } from '../../../testing/testServer.ts'
import { type LeaseView, leasedOwnership, wantedLeases } from './ownership.ts'

const MOWERS = ['a', 'b', 'c', 'd']
const lease = (mowerId: string, ownerId: string, rest: { isOver?: boolean; isReceived?: boolean } = {}) => ({
  mowerId,
  ownerId,
  isOver: false,
  isReceived: true,
  ...rest,
})
const view = (changes: Partial<LeaseView>): LeaseView => ({
  me: 'me',
  mowerIds: MOWERS,
  received: new Set(MOWERS),
  held: new Set(),
  leases: [],
  gateways: 1,
  freeFor: new Map(),
  ...changes,
})

describe('a gateway wants', () => {
  test.each<[string, Partial<LeaseView>, readonly string[]]>([
    ['all mowers when it is alone', {}, MOWERS],
    ['its share when there are two', { gateways: 2 }, ['a', 'b']],
    ['those it receives before those it does not', { gateways: 2, received: new Set(['c', 'd']) }, ['c', 'd']],
    ['nothing beyond its share', { gateways: 2, held: new Set(['a', 'b']) }, []],
    [
      'what nobody took for two looks, beyond its share',
      { gateways: 2, held: new Set(['a', 'b']), freeFor: new Map([['c', 2]]) },
      ['c'],
    ],
    ['nothing that another holds', { leases: MOWERS.map(id => lease(id, 'other')) }, []],
    ['what another held until now', { leases: [lease('a', 'other', { isOver: true })], mowerIds: ['a'] }, ['a']],
    [
      'what it receives and the holder does not',
      { leases: MOWERS.map(id => lease(id, 'other', { isReceived: id !== 'b' })), received: new Set(['a', 'b']) },
      ['b'],
    ],
    [
      'nothing that neither receives',
      { leases: MOWERS.map(id => lease(id, 'other', { isReceived: false })), received: new Set() },
      [],
    ],
  ])('%s', (_, changes, wanted) => {
    expect(wantedLeases(view(changes))).toEqual(wanted)
  })
})

test('a lost mower is released at once, though the database fails in the same look', async () => {
  const server = await startTestServer()
  try {
    const { ctx } = server.app
    const [{ id }] = (await seedLawns(server)).mowers
    let isFailing = false
    const db = new Proxy(ctx.db, {
      get: (target, name) => {
        if (isFailing && name === 'select') throw new Error('the connection is gone')
        return Reflect.get(target, name)
      },
    }) as Database
    const changes: (readonly [readonly string[], readonly string[]])[] = []
    const ownership = leasedOwnership({ ...ctx, db } as Context, {
      mowerIds: () => [id],
      receives: () => true,
      onLeaseChange: async (gained, lost) => {
        changes.push([gained, lost])
      },
    })
    await ownership.look()
    // No gateway is alive by the list, so all of them are its share.
    expect([ownership.holds(id), changes]).toEqual([true, [[[id], []]]])
    await ctx.db.execute(sql`update mower_leases set owner_id = ${crypto.randomUUID()}::uuid`)
    isFailing = true
    await ownership.look()
    expect([ownership.holds(id), changes.at(-1)]).toEqual([false, [[], [id]]])
    await ownership.stop()
  } finally {
    await server.close()
  }
}, 60_000)
