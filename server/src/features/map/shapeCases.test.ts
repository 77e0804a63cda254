import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { calls } from '@greensward/contract'
import type { Position } from '@greensward/domain'
import { fixture } from '@greensward/testing/fixtures'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

interface DrawnPolygon {
  readonly id: string
  readonly problem: string | null
  readonly outer: readonly Position[]
  readonly holes: readonly (readonly Position[])[]
}
const drawn = JSON.parse(readFileSync(fixture('polygons.json'), 'utf8')) as readonly DrawnPolygon[]

const FILE = join(import.meta.dirname, '../../../../../shared/data/geometry/cases.json')
const isThere = existsSync(FILE)

interface ShapeCase {
  readonly id: string
  readonly geometry?: unknown
  /** The text of the geometry, where it is not JSON or JSON would hide the fault. */
  readonly raw?: string
  readonly expect: 'accept' | 'reject' | 'reject-or-repair' | 'accept-or-reject-type' | 'no-5xx'
}

const NONE: ShapeCase = { id: 'every case', expect: 'no-5xx' }
/** A skipped test replaces them where they are absent: a suite without any test fails. */
const cases: readonly ShapeCase[] = isThere ? JSON.parse(readFileSync(FILE, 'utf8')).cases : [NONE]

let server: TestServer
let zoneTypeId: string
beforeAll(async () => {
  server = await startTestServer()
  // The cases are around 1.5 degrees west, 52 degrees north; everything else is far from the course.
  await server
    .call('ROLE_ADMIN', calls.settings.update, {
      body: { topLeftLon: -1.6, topLeftLat: 52.1, bottomRightLon: -1.4, bottomRightLat: 51.9 },
    })
    .then(answer => answer.result)
  zoneTypeId = (
    await server.call('ROLE_ADMIN', calls.zoneTypes.create, {
      body: { name: 'Rough', color: '#17A73F', directions: ['12-6'], allowsIntersection: true, mowable: true },
    })
  ).result.id
})
afterAll(() => server?.close())

const post = async (geometry: string, id = crypto.randomUUID()) => {
  const zone = `{"type":"Feature","id":"${id}","kind":"zone","geometry":${geometry},"properties":{"title":"A zone","zoneTypeId":"${zoneTypeId}","holeId":null,"hiddenForMower":false,"hiddenForBuggy":false,"rainModeRestricted":false}}`
  const response = await fetch(`${server.url}/api/map/changes`, {
    method: 'POST',
    headers: { 'x-api-key': server.tokens.ROLE_GREENKEEPER, 'content-type': 'application/json' },
    body: `{"baseRevision":0,"label":"A case","added":[${zone}],"updated":[],"removed":[]}`,
  })
  const answer = (await response.json()) as {
    error?: { message: string; code: string; fields?: Record<string, { code: string }> }
  }
  return { id, status: response.status, error: answer.error }
}
const stored = async (id: string) =>
  (await server.call('ROLE_ADMIN', calls.map.get)).result.features.find(feature => feature.id === id)

/** A unit of the drawings is 1/4096 of a degree, which no decimal rounds. */
const ringAt = (corners: readonly Position[]): Position[] => {
  const ring = corners.map(([x, y]): Position => [-1.5 + x / 4_096, 52 + y / 4_096])
  return [...ring, ...ring.slice(0, 1)]
}

describe('polygons with a known verdict', () => {
  test.each(drawn)('$id: $problem', async ({ outer, holes, problem }) => {
    const geometry = { type: 'Polygon', coordinates: [outer, ...holes].map(ringAt) }
    const { id, status, error } = await post(JSON.stringify(geometry))
    expect(status, JSON.stringify(error)).toBe(problem === null ? 200 : 422)
    if (problem === null) expect((await stored(id))?.geometry).toEqual(geometry)
    else {
      expect(Object.values(error?.fields ?? {}).join('')).not.toBe('')
      expect(await stored(id)).toBeUndefined()
    }
  })

  const square = '[-1.5,52],[-1.499,52],[-1.499,52.001],[-1.5,52.001]'
  const polygon = (ring: string): string => `{"type":"Polygon","coordinates":[[${ring}]]}`
  test.each([
    ['a ring that is not closed', polygon(square)],
    ['no ring', '{"type":"Polygon","coordinates":[]}'],
    ['an empty ring', polygon('')],
    ['no coordinates', '{"type":"Polygon"}'],
    ['null', 'null'],
    ['a line', '{"type":"LineString","coordinates":[[-1.5,52],[-1.4,52]]}'],
    ['a type that is unknown', `{"type":"Circle","coordinates":[[${square},[-1.5,52]]]}`],
    ['a ring nested too deep', `{"type":"Polygon","coordinates":[[[${square},[-1.5,52]]]]}`],
    ['words for numbers', polygon(`["-1.5","52"],${square},["-1.5","52"]`)],
    ['a number too large for a float', polygon(`[1e999,52],${square},[1e999,52]`)],
    ['NaN', polygon(`[NaN,52],${square},[NaN,52]`)],
    ['one coordinate a corner', polygon('[-1.5],[-1.499],[-1.498],[-1.5]')],
    ['a latitude of 91', polygon('[-1.5,91],[-1.499,91],[-1.499,91.001],[-1.5,91]')],
    ['a longitude of 181', polygon('[181,52],[181.001,52],[181,52.001],[181,52]')],
    ['latitude before longitude', polygon('[52,-1.5],[52,-1.499],[52.001,-1.499],[52,-1.5]')],
    ['a country', polygon('[-5,50],[2,50],[2,56],[-5,50]')],
    ['text that is not JSON', '{"type":"Polygon","coordinates":[[[-1.5,52],'],
  ])('%s is refused with a reason', async (_, geometry) => {
    const { id, status, error } = await post(geometry)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(Object.values(error?.fields ?? { body: error?.message ?? '' }).join('')).not.toBe('')
    expect(await stored(id)).toBeUndefined()
  })
})

describe(`polygons and the verdict of GEOS on them${isThere ? '' : ' (skipped: shared/data is absent)'}`, () => {
  test.skipIf(!isThere).each(cases)('$id: $expect', async one => {
    const { id, status, error } = await post(one.raw ?? JSON.stringify(one.geometry))
    expect(status, error?.message).toBeLessThan(500)
    const isAccepted = status === 200
    if (isAccepted && one.raw === undefined) expect((await stored(id))?.geometry).toEqual(one.geometry)
    if (!isAccepted) expect(Object.values(error?.fields ?? { all: error })).not.toContainEqual(undefined)
    switch (one.expect) {
      case 'accept':
        expect(isAccepted, JSON.stringify(error)).toBe(true)
        break
      case 'reject':
      // Nothing is repaired silently: an invalid shape is refused with its position.
      case 'reject-or-repair':
        expect(isAccepted).toBe(false)
        break
      case 'accept-or-reject-type':
        if (!isAccepted)
          expect(Object.entries(error?.fields ?? {})).toContainEqual([
            expect.stringMatching(/\.geometry(\.type)?$/),
            expect.objectContaining({ code: expect.stringMatching(/^(notOneOf|notAcceptable|required)$/) }),
          ])
        break
      case 'no-5xx':
        break
    }
  })
})

describe('rings of far too many corners', () => {
  /** A saw round a circle, `corners` of them. */
  const ring = (corners: number): string => {
    const points = Array.from({ length: corners }, (_, i) => {
      const angle = (2 * Math.PI * i) / corners
      const r = 0.01 + (i % 2) * 0.001
      return `[${(-1.5 + r * Math.cos(angle)).toFixed(9)},${(52 + r * Math.sin(angle)).toFixed(9)}]`
    })
    return `{"type":"Polygon","coordinates":[[${points.join(',')},${points[0]}]]}`
  }

  // How long they take is measured by bench/src/hugeRings.ts.
  test('one of a million corners is refused while it is received, and others are answered meanwhile', async () => {
    const geometry = ring(1_000_000)
    let answered = 0
    let isOver = false
    const asking = (async () => {
      while (!isOver) {
        await server.call('ROLE_ADMIN', calls.settings.get).then(answer => answer.result)
        answered += 1
      }
    })()
    const { status, error } = await post(geometry)
    isOver = true
    await asking
    expect(status).toBe(413)
    expect(error).toMatchObject({ code: 'listTooLong', params: { count: 25_000 } })
    expect(answered).toBeGreaterThan(0)
  }, 60_000)

  test('one of the largest allowed size is accepted, a corner more is not', async () => {
    expect((await post(ring(19_999))).status).toBe(200)
    expect((await post(ring(20_002))).status).toBe(422)
  }, 60_000)

  test('a scribble of as many that crosses itself everywhere is refused with its place', async () => {
    let state = 1
    const next = (): number => {
      state = (state * 48_271) % 2_147_483_647
      return state / 2_147_483_647
    }
    const points = Array.from(
      { length: 19_999 },
      () => `[${(-1.5 + next() * 0.02).toFixed(9)},${(52 + next() * 0.02).toFixed(9)}]`,
    )
    const { status, error } = await post(`{"type":"Polygon","coordinates":[[${points.join(',')},${points[0]}]]}`)
    expect(status).toBe(422)
    expect(Object.values(error?.fields ?? {})).toMatchObject([{ code: 'ringCrossesItself' }])
  }, 60_000)
})
