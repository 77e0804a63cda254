/** A draft from the file to the map: kept, applied once with choices, by the person who read the file. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BodyOf, calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import type { CourseFeature, FeatureOf } from '@greensward/domain'
import { ERROR_STATUS } from '@greensward/messages'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { importDrafts } from '../../platform/db/schema/index.ts'
import { at, rectangle } from '../../testing/ground.ts'
import { importFile } from '../../testing/importFile.ts'
import { dropDatabaseOf } from '../../testing/testDatabase.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { forgetOldDrafts } from './importDraftStore.ts'

const HOUR_MS = 3_600_000
const EMPTY = { added: [], updated: [], removed: [] }

let server: TestServer
let greenType: string
beforeAll(async () => {
  server = await startTestServer()
  greenType = (
    await server.call('ROLE_ADMIN', calls.zoneTypes.create, {
      body: { name: 'Green', color: '#17A73F', directions: ['12-6'], allowsIntersection: false, mowable: true },
    })
  ).result.id
})
afterAll(() => server?.close())

const readMap = async () => (await server.call('ROLE_ADMIN', calls.map.get)).result

const change = async (diff: { added?: CourseFeature[]; removed?: CourseFeature[] }) =>
  (
    await server.call('ROLE_ADMIN', calls.map.change, {
      body: { baseRevision: 0, label: 'Elsewhere', ...EMPTY, ...diff },
    })
  ).result.revision

/** Each test starts with an empty map. */
afterEach(async () => {
  await change({ removed: (await readMap()).features })
})

const wc = (title: string, eastM: number): FeatureOf<'wc'> => ({
  type: 'Feature',
  id: crypto.randomUUID(),
  kind: 'wc',
  geometry: { type: 'Point', coordinates: at(eastM, 0) },
  properties: { title },
})
const note = (label: string, eastM: number): FeatureOf<'note'> => ({
  type: 'Feature',
  id: crypto.randomUUID(),
  kind: 'note',
  geometry: { type: 'Point', coordinates: at(eastM, 0) },
  properties: { label, author: 'Mara', time: '2026-05-01T05:00:00.000Z' },
})

/** A hole of 300 m with a green at its end, and further greens in a row. */
const course = (greens = 1): string => {
  const green = (name: string, eastM: number) => ({
    type: 'Feature',
    properties: { golf: 'green', name },
    geometry: { type: 'Polygon', coordinates: rectangle(eastM, -10, 20, 20) },
  })
  return JSON.stringify({
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        properties: { golf: 'hole', ref: '7', par: '4' },
        geometry: { type: 'LineString', coordinates: [at(0, 0), at(300, 0)] },
      },
      ...Array.from({ length: greens }, (_, i) => green(`Green ${i + 1}`, 290 + i * 30)),
    ],
  })
}

const read = async (content = course(), token = server.tokens.ROLE_GREENKEEPER) => {
  const answer = await importFile(server.url, token, content)
  expect(answer.status).toBe(200)
  return answer
}

type Choice = Partial<BodyOf<typeof lateCalls.imports.apply>>

const bodyOf = async (choice: Choice = {}): Promise<BodyOf<typeof lateCalls.imports.apply>> => ({
  baseRevision: (await readMap()).revision,
  label: 'Course of the architect',
  mode: 'add',
  ...choice,
})
const applyAs = async (token: string, id: string, choice: Choice = {}) =>
  server.as(token, lateCalls.imports.apply, { params: { id }, body: await bodyOf(choice) })
const apply = (id: string, choice?: Choice) => applyAs(server.tokens.ROLE_GREENKEEPER, id, choice)

const titles = (features: readonly CourseFeature[]): readonly string[] =>
  features
    .map(({ properties }) => ('title' in properties ? properties.title : 'name' in properties ? properties.name : ''))
    .toSorted()
const onMap = async () => titles((await readMap()).features)

/** A refusal leaves the map as it was. */
const expectRefused = async (applying: ReturnType<typeof apply>, code: string, status: number) => {
  const { revision } = await readMap()
  const answer = await applying
  expect([answer.error.code, answer.status]).toEqual([code, status])
  expect((await readMap()).revision).toBe(revision)
  return answer.error
}
const GONE = ['importDraftGone', ERROR_STATUS.notFound] as const

describe('a draft', () => {
  test('goes onto the map whole, under the ids of the preview, as one change with audit and undo', async () => {
    const { revision } = await readMap()
    const { result } = await read()
    expect((await readMap()).revision).toBe(revision)
    expect(titles(result.features)).toEqual(['Green 1', 'Hole 7'])

    const applied = await apply(result.id)
    expect(applied.result).toEqual({ revision: revision + 1, leftWithoutHole: [] })
    const map = await readMap()
    expect(map.features).toHaveLength(2)
    expect(map.features).toEqual(expect.arrayContaining(result.features))
    expect(map.features.find(({ kind }) => kind === 'zone')?.properties).toMatchObject({ zoneTypeId: greenType })

    const [newest] = (await server.call('ROLE_ADMIN', calls.map.changes, { query: {} })).result.items
    expect(newest).toMatchObject({ label: 'Course of the architect', who: 'Test Greenkeeper', added: 2, removed: 0 })
    const audit = await server.call('ROLE_ADMIN', lateCalls.audit.list, { query: {} })
    expect(audit.result.items[0]).toMatchObject({ action: 'map.change', subjectId: String(revision + 1) })

    const params = { revision: revision + 1 }
    expect((await server.call('ROLE_GREENKEEPER', calls.map.revert, { params })).status).toBe(200)
    expect(await onMap()).toEqual([])
  })

  test('is applied once: a second time is refused, also after an undo and at the same moment', async () => {
    const { id } = (await read()).result
    const both = await Promise.all([apply(id), apply(id)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, ERROR_STATUS.conflict])
    expect(await onMap()).toEqual(['Green 1', 'Hole 7'])
    await expectRefused(apply(id), 'importAppliedAlready', ERROR_STATUS.conflict)
    const { revision } = await readMap()
    await server.call('ROLE_GREENKEEPER', calls.map.revert, { params: { revision } })
    await expectRefused(apply(id), 'importAppliedAlready', ERROR_STATUS.conflict)
  })

  test('answers a repetition with the same key as the first time', async () => {
    const { id } = (await read()).result
    const given = { params: { id }, body: await bodyOf(), headers: { 'idempotency-key': 'once' } }
    const first = await server.call('ROLE_GREENKEEPER', lateCalls.imports.apply, given)
    const again = await server.call('ROLE_GREENKEEPER', lateCalls.imports.apply, given)
    expect(again.result).toEqual(first.result)
    expect((await readMap()).revision).toBe(first.result.revision)
  })

  test('belongs to the person who read the file, in each of their sessions', async () => {
    const { id } = (await read()).result
    await expectRefused(applyAs(server.tokens.ROLE_ADMIN, id), ...GONE)
    await expectRefused(applyAs(server.tokens.ROLE_BUGGY_ADMIN, id), 'forbidden', 403)
    expect((await applyAs(await server.openSession('ROLE_GREENKEEPER'), id)).status).toBe(200)
  })

  test('is not known under another id', () => expectRefused(apply(crypto.randomUUID()), ...GONE))

  test('can be applied for a day and is deleted after it', async () => {
    const { db } = server.app.ctx
    await db.delete(importDrafts)
    const { id, expiresAt } = (await read()).result
    expect(Date.parse(expiresAt)).toBe(server.clock.now().getTime() + 24 * HOUR_MS)
    server.clock.advance(24 * HOUR_MS - 1)
    await server.signInAgain()
    await forgetOldDrafts(db, server.clock.now())
    expect(await db.$count(importDrafts)).toBe(1)
    server.clock.advance(1)
    await expectRefused(apply(id), ...GONE)
    await forgetOldDrafts(db, server.clock.now())
    expect(await db.$count(importDrafts)).toBe(0)
  })

  test('gives way to the fifth newer one of the same person and to none of others', async () => {
    const { id: others } = (await read(course(), server.tokens.ROLE_ADMIN)).result
    const ids: string[] = []
    for (let i = 0; i < 6; i += 1) {
      ids.push((await read()).result.id)
      server.clock.advance(1)
    }
    const [first = '', second = ''] = ids
    await expectRefused(apply(first), ...GONE)
    expect((await apply(second)).status).toBe(200)
    await change({ removed: (await readMap()).features })
    expect((await applyAs(server.tokens.ROLE_ADMIN, others)).status).toBe(200)
  })

  test('of a large file is applied by a small request', async () => {
    const { result, bytes } = await read(course(3_000))
    expect(bytes).toBeGreaterThan(1e6)
    const body = await bodyOf()
    expect(JSON.stringify(body).length).toBeLessThan(200)
    expect(
      (await server.call('ROLE_GREENKEEPER', lateCalls.imports.apply, { params: { id: result.id }, body })).status,
    ).toBe(200)
    expect((await readMap()).features).toHaveLength(3_001)
  }, 60_000)
})

describe('the choices', () => {
  test('leave out features; those of a hole that stays out belong to no hole', async () => {
    const { id, features } = (await read(course(3))).result
    const left = features.filter(feature => ['Hole 7', 'Green 2'].includes(titles([feature])[0] ?? ''))
    expect((await apply(id, { leaveOut: left.map(feature => feature.id) })).status).toBe(200)
    expect(await onMap()).toEqual(['Green 1', 'Green 3'])
    const { features: after } = await readMap()
    expect(after.map(feature => (feature.kind === 'zone' ? feature.properties.holeId : ''))).toEqual([null, null])
  })

  test('may name only features of the draft, and a wrong one does not use the draft up', async () => {
    const { id, features } = (await read()).result
    const leaveOut = [features[0]?.id ?? '', crypto.randomUUID()]
    const { fields } = await expectRefused(apply(id, { leaveOut }), 'invalid', ERROR_STATUS.invalid)
    expect(fields).toEqual({ 'body.leaveOut.1': { code: 'notInImport', params: {} } })
    expect((await apply(id)).status).toBe(200)
  })

  test('add duplicates only where the person wants them twice', async () => {
    const tenth = wc('WC at the tenth', 1_400)
    await change({ added: [wc('WC', 1_000), tenth] })
    const exported = await server.call('ROLE_ADMIN', calls.map.export, { query: { format: 'geojson' } })
    const file = JSON.stringify(exported.result)
    await change({ removed: [tenth] })
    const without = (await read(file)).result
    expect(without.standing.map(({ reason, addable }) => [reason, addable])).toEqual([['duplicate', true]])
    await apply(without.id)
    expect(await onMap()).toEqual(['WC', 'WC at the tenth'])
    const all = (await read(file)).result
    expect(all.standing).toHaveLength(2)
    await apply(all.id, { withDuplicates: true })
    expect(await onMap()).toEqual(['WC', 'WC', 'WC at the tenth', 'WC at the tenth'])
  })
})

describe('a map that changes between the reading and the confirmation', () => {
  beforeEach(async () => {
    await change({ added: [wc('Old WC', 2_000), note('Wet', 150)] })
  })

  test('is replaced as the person sees it, keeping notes on the new course', async () => {
    const { id } = (await read()).result
    await change({ added: [wc('New WC', 2_200)] })
    expect((await apply(id, { mode: 'replace' })).status).toBe(200)
    expect(await onMap()).toEqual(['', 'Green 1', 'Hole 7'])
  })

  test('is a conflict where it removed what the person would replace', async () => {
    const { id } = (await read()).result
    const { revision: baseRevision, features } = await readMap()
    const gone = features.filter(({ kind }) => kind === 'wc')
    await change({ removed: gone })
    const choice: Choice = { mode: 'replace', baseRevision }
    const error = await expectRefused(apply(id, choice), 'mapConflict', ERROR_STATUS.mapConflict)
    expect(error.details).toEqual(gone.map(feature => ({ id: feature.id, today: null })))
    // The draft is not used up: the person sees the map of today and confirms again.
    expect((await apply(id, { mode: 'replace' })).status).toBe(200)
  })

  test('keeps what was added since the revision that the person sees', async () => {
    const { id } = (await read()).result
    const { revision: baseRevision } = await readMap()
    await change({ added: [wc('New WC', 2_200)] })
    expect((await apply(id, { mode: 'replace', baseRevision })).status).toBe(200)
    expect(await onMap()).toEqual(['', 'Green 1', 'Hole 7', 'New WC'])
  })

  test('refuses zones on zones that were drawn meanwhile', async () => {
    const { id, features } = (await read()).result
    const drawn = features.filter(({ kind }) => kind === 'zone').map(zone => ({ ...zone, id: crypto.randomUUID() }))
    const free = drawn.map(zone => ({ ...zone, properties: { ...zone.properties, holeId: null } }) as CourseFeature)
    await change({ added: free })
    await expectRefused(apply(id), 'zoneIntersects', ERROR_STATUS.zoneIntersects)
  })

  test('has no revision of the future', async () => {
    const { id } = (await read()).result
    const baseRevision = (await readMap()).revision + 1
    const { fields } = await expectRefused(apply(id, { baseRevision }), 'invalid', ERROR_STATUS.invalid)
    expect(Object.keys(fields ?? {})).toEqual(['body.baseRevision'])
  })
})

test('a draft outlives a restart and is found by another server on the same database', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'greensward-drafts-'))
  const otherDir = mkdtempSync(join(tmpdir(), 'greensward-drafts-'))
  try {
    const first = await startTestServer({ dataDir })
    const token = first.tokens.ROLE_GREENKEEPER
    const { result } = await importFile(first.url, token, course())
    const { databaseUrl } = first.app.ctx.config
    await first.close()
    const second = await startTestServer({ dataDir: otherDir, config: { databaseUrl } })
    try {
      const body = { baseRevision: 0, label: 'After the restart', mode: 'add' as const }
      const applied = await second.as(token, lateCalls.imports.apply, { params: { id: result.id }, body })
      expect(applied.result.revision).toBe(1)
      // Without zone types the green is left out.
      expect((await second.as(token, calls.map.get)).result.features).toEqual(result.features)
      expect(titles(result.features)).toEqual(['Hole 7'])
    } finally {
      await second.close()
    }
  } finally {
    await dropDatabaseOf(dataDir)
    for (const folder of [dataDir, otherDir]) rmSync(folder, { recursive: true, force: true })
  }
}, 60_000)
