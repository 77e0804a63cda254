import { calls } from '@greensward/contract'
import { type CourseFeature, type CourseMap, type FeatureOf, sameFeature } from '@greensward/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { at } from '../../testing/ground.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server?.close())

const wc = (title: string, east = 0): FeatureOf<'wc'> => ({
  type: 'Feature',
  id: crypto.randomUUID(),
  kind: 'wc',
  geometry: { type: 'Point', coordinates: at(east, 0) },
  properties: { title },
})
const renamed = (feature: FeatureOf<'wc'>, title: string): FeatureOf<'wc'> => ({ ...feature, properties: { title } })

const change = async (
  label: string,
  diff: { added?: CourseFeature[]; updated?: [CourseFeature, CourseFeature][]; removed?: CourseFeature[] },
) =>
  (
    await server.call('ROLE_GREENKEEPER', calls.map.change, {
      body: { baseRevision: 0, label, added: [], updated: [], removed: [], ...diff },
    })
  ).result.revision
const today = async (): Promise<CourseMap> => (await server.call('ROLE_ADMIN', calls.map.get)).result
const mapAt = async (revision: number) =>
  (await server.call('ROLE_ADMIN', calls.mapHistory.map, { params: { revision } })).result
const sorted = (features: readonly CourseFeature[]) => features.toSorted((a, b) => a.id.localeCompare(b.id))
const expectSame = (a: readonly CourseFeature[], b: readonly CourseFeature[]): void => {
  expect(a).toHaveLength(b.length)
  const others = sorted(b)
  for (const [i, feature] of sorted(a).entries()) {
    const other = others[i]
    expect(other !== undefined && sameFeature(feature, other)).toBe(true)
  }
}

describe('the past of the map', () => {
  const first = wc('First')
  const second = wc('Second', 20)
  const third = wc('Third', 40)
  const states: CourseMap[] = []

  beforeAll(async () => {
    await change('Add two', { added: [first, second] })
    states.push(await today())
    await change('Rename one', { updated: [[first, renamed(first, 'Other')]] })
    states.push(await today())
    await change('Add and remove', { added: [third], removed: [second] })
    states.push(await today())
    await change('Rename again', { updated: [[renamed(first, 'Other'), renamed(first, 'Third name')]] })
    states.push(await today())
  })

  test('every revision can be viewed as it was', async () => {
    for (const state of states) {
      const then = await mapAt(state.revision)
      expect(then.revision).toBe(state.revision)
      expectSame(then.features, state.features)
    }
    const later = await server.call('ROLE_ADMIN', calls.mapHistory.map, { params: { revision: 999_999 } })
    expect(later.error.kind).toBe('notFound')
  })

  test('a change shows the features before and after', async () => {
    const revision = states[1]?.revision ?? 0
    const { result } = await server.call('ROLE_TEST_USER', calls.mapHistory.change, { params: { revision } })
    expect(result).toMatchObject({
      label: 'Rename one',
      who: 'Test Greenkeeper',
      updated: [[{ properties: { title: 'First' } }, { properties: { title: 'Other' } }]],
    })
    const none = await server.call('ROLE_TEST_USER', calls.mapHistory.change, { params: { revision: 999_999 } })
    expect(none.error.kind).toBe('notFound')
    const bar = await server.call('ROLE_BUGGY_BAR', calls.mapHistory.change, { params: { revision } })
    expect(bar.status).toBe(403)
  })

  test('two revisions compare as one diff, forwards and backwards', async () => {
    const [from, , , to] = states.map(({ revision }) => revision)
    const query = { from: from ?? 0, to: to ?? 0 }
    const there = (await server.call('ROLE_ADMIN', calls.mapHistory.compare, { query })).result
    expect(there.added.map(({ id }) => id)).toEqual([third.id])
    expect(there.removed.map(({ id }) => id)).toEqual([second.id])
    expect(there.updated).toMatchObject([[{ properties: { title: 'First' } }, { properties: { title: 'Third name' } }]])
    const back = (
      await server.call('ROLE_ADMIN', calls.mapHistory.compare, { query: { from: query.to, to: query.from } })
    ).result
    expect(back.added).toEqual(there.removed)
    expect(back.removed).toEqual(there.added)
    const same = (await server.call('ROLE_ADMIN', calls.mapHistory.compare, { query: { from: query.to } })).result
    expect([same.added, same.updated, same.removed]).toEqual([[], [], []])
  })

  test('going back is one change, and that change can be undone', async () => {
    const before = await today()
    const target = states[0]
    const params = { revision: target?.revision ?? 0 }
    const { revision } = (await server.call('ROLE_GREENKEEPER', calls.mapHistory.restore, { params })).result
    expect(revision).toBe(before.revision + 1)
    expectSame((await today()).features, target?.features ?? [])
    expect((await server.call('ROLE_GREENKEEPER', calls.mapHistory.restore, { params })).result.revision).toBe(revision)
    await server.call('ROLE_GREENKEEPER', calls.map.revert, { params: { revision } }).then(answer => answer.result)
    expectSame((await today()).features, before.features)
    expect((await server.call('ROLE_BUGGY_ADMIN', calls.mapHistory.restore, { params })).status).toBe(403)
  })

  test('refuses to undo a change of features that were changed since, and returns the present ones', async () => {
    const revision = states[1]?.revision ?? 0
    const { error } = await server.call('ROLE_GREENKEEPER', calls.map.revert, { params: { revision } })
    expect(error).toMatchObject({
      kind: 'mapConflict',
      details: [{ id: first.id, today: { properties: { title: 'Third name' } } }],
    })
  })
})

describe('named versions', () => {
  test('a version is a name for a revision; names are taken once and given back', async () => {
    const revision = (await today()).revision
    const made = (await server.call('ROLE_MANAGER', calls.courseVersions.create, { body: { name: 'Spring' } })).result
    expect(made).toMatchObject({ name: 'Spring', revision, who: 'Test Manager' })
    const again = await server.call('ROLE_MANAGER', calls.courseVersions.create, { body: { name: 'Spring' } })
    expect(again.error).toMatchObject({ kind: 'conflict', fields: { 'body.name': { code: 'taken', params: {} } } })
    const early = await server.call('ROLE_MANAGER', calls.courseVersions.create, {
      body: { name: 'First', revision: 1 },
    })
    expect(early.result.revision).toBe(1)
    const future = await server.call('ROLE_MANAGER', calls.courseVersions.create, {
      body: { name: 'Future', revision: 99_999 },
    })
    expect(future.error.kind).toBe('invalid')
    const { items } = (await server.call('ROLE_TEST_USER', calls.courseVersions.list)).result
    expect(items.map(({ name }) => name)).toEqual(['Spring', 'First'])
    await server
      .call('ROLE_MANAGER', calls.courseVersions.remove, { params: { id: made.id } })
      .then(answer => answer.result)
    expect((await server.call('ROLE_TEST_USER', calls.courseVersions.list)).result.total).toBe(1)
    expect((await server.call('ROLE_TEST_USER', calls.courseVersions.create, { body: { name: 'x' } })).status).toBe(403)
  })
})
