/** A change as large as a map may be. */
import { calls } from '@greensward/contract'
import type { FeatureOf } from '@greensward/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rectangle } from '../../testing/ground.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const as = 'ROLE_GREENKEEPER'
const COUNT = 20_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const area = (index: number): FeatureOf<'area'> => ({
  type: 'Feature',
  id: crypto.randomUUID(),
  kind: 'area',
  geometry: { type: 'Polygon', coordinates: rectangle((index % 200) * 15, Math.floor(index / 200) * 15, 10, 10) },
  properties: { title: 'An area' },
})
const count = async (): Promise<number> => (await server.call(as, calls.map.get)).result.features.length

test('twenty thousand features are written at once, and undone', async () => {
  const added = Array.from({ length: COUNT }, (_, index) => area(index))
  const { revision } = (
    await server.call(as, calls.map.change, {
      body: { baseRevision: 0, label: 'Areas', added, updated: [], removed: [] },
    })
  ).result
  expect(await count()).toBe(COUNT)
  await server.call(as, calls.map.revert, { params: { revision } }).then(answer => answer.result)
  expect(await count()).toBe(0)
}, 120_000)
