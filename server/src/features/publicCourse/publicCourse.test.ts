import { calls } from '@greensward/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at, rectangle } from '../../testing/ground.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const zoneType = (
    await server.call('ROLE_ADMIN', calls.zoneTypes.create, {
      body: { name: 'Fairway', color: '#17A73F', directions: ['12-6'], allowsIntersection: false, mowable: true },
    })
  ).result
  const hole = (name: string, sort: number, isActive: boolean) => ({
    type: 'Feature' as const,
    id: crypto.randomUUID(),
    kind: 'hole' as const,
    geometry: { type: 'LineString' as const, coordinates: [at(sort * 60, 0), at(sort * 60, 300)] },
    properties: { name, baseAngle: 0, par: 4, rating: 1, pass: 14, sort, isActive, view: null },
  })
  const zone = (title: string, x: number, hiddenForBuggy: boolean) => ({
    type: 'Feature' as const,
    id: crypto.randomUUID(),
    kind: 'zone' as const,
    geometry: { type: 'Polygon' as const, coordinates: rectangle(x, 0, 30, 100) },
    properties: {
      title,
      zoneTypeId: zoneType.id,
      holeId: null,
      hiddenForMower: false,
      hiddenForBuggy,
      rainModeRestricted: false,
    },
  })
  const note = {
    type: 'Feature' as const,
    id: crypto.randomUUID(),
    kind: 'note' as const,
    geometry: { type: 'Point' as const, coordinates: at(0, 0) },
    properties: { label: 'Leaking pipe', author: 'Ada', time: '2026-01-01T00:00:00.000Z' },
  }
  const added = [
    hole('2', 2, true),
    hole('1', 1, true),
    hole('Spare', 3, false),
    zone('One', 0, false),
    zone('Nursery', 50, true),
    note,
  ]
  await server.call('ROLE_ADMIN', calls.map.change, {
    body: { baseRevision: 0, label: 'Course', added, updated: [], removed: [] },
  })
})
afterAll(() => server.close())

describe('the public page of the course', () => {
  it('shows anybody the holes in play and their zones, and nothing else', async () => {
    const answer = await server.call(null, calls.publicCourse.get)
    const { courseName, holes, areas } = answer.result
    expect(courseName).toBe('Golf course')
    expect(holes.map(({ name, par, lengthM }) => [name, par, Math.round(lengthM)])).toEqual([
      ['1', 4, 300],
      ['2', 4, 300],
    ])
    expect(areas).toMatchObject([{ type: 'Fairway', color: '#17A73F' }])
    expect(JSON.stringify(answer.result)).not.toMatch(/Leaking|Nursery|Ada|One|[0-9a-f]{8}-[0-9a-f]{4}/)
  })

  it('is gone when an administrator switches it off, and nobody else can', async () => {
    const body = { publicCourse: false }
    expect((await server.call('ROLE_GREENKEEPER', calls.settings.update, { body })).status).toBe(403)
    expect((await server.call('ROLE_ADMIN', calls.settings.update, { body })).result.publicCourse).toBe(false)
    expect((await server.call(null, calls.publicCourse.get)).error.kind).toBe('notFound')
    await server.call('ROLE_ADMIN', calls.settings.update, { body: { publicCourse: true } })
    expect((await server.call(null, calls.publicCourse.get)).status).toBe(200)
  })
})
