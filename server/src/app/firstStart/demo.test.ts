import { expect, test } from 'vitest'
import { bases, mowers, users } from '../../platform/db/schema/index.ts'
import { startTestServer } from '../../testing/testServer.ts'
import { fillWithDemo } from './index.ts'

test('a demo with fewer mowers than bases leaves the other bases free', async () => {
  const server = await startTestServer()
  try {
    const { ctx } = server.app
    // As on the first start, at which nobody is known yet.
    await ctx.db.delete(users)
    await fillWithDemo({ ...ctx, config: { ...ctx.config, simulator: true, simMowers: 2 } })
    const fleet = (await ctx.db.select({ id: mowers.id }).from(mowers)).map(({ id }) => id)
    const parked = (await ctx.db.select({ mowerId: bases.mowerId }).from(bases)).map(({ mowerId }) => mowerId)
    expect(fleet).toHaveLength(2)
    expect(parked.length).toBeGreaterThan(2)
    expect(parked.filter(id => id !== null).sort()).toEqual(fleet.sort())
  } finally {
    await server.close()
  }
})
