import { dayOf, type Position } from '@greensward/domain'
import { calls } from '@greensward/domain/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { at } from '../testing/ground.ts'
import { startTestServer, type TestServer } from '../testing/testServer.ts'

let server: TestServer
let cartId: string
let token: string
/** Of the course, when the round begins: it may end on the next. */
let firstDay: string
const PASS = 12
const holeIds = Array.from({ length: 3 }, () => crypto.randomUUID())

beforeAll(async () => {
  server = await startTestServer()
  firstDay = dayOf(server.clock.now(), 'UTC')
  await server.call('ROLE_ADMIN', calls.map.change, {
    body: {
      baseRevision: 0,
      label: 'Course',
      added: holeIds.map((id, n) => ({
        type: 'Feature' as const,
        id,
        kind: 'hole' as const,
        geometry: { type: 'LineString' as const, coordinates: [at(n * 100, 0), at(n * 100, 300)] },
        properties: {
          name: `${n + 1}`,
          baseAngle: 0,
          par: 4,
          rating: 1,
          pass: PASS,
          sort: n,
          isActive: true,
          view: null,
        },
      })),
      updated: [],
      removed: [],
    },
  })
  const body = { name: 'Cart 7', inService: false, home: null }
  cartId = (await server.call('ROLE_ADMIN', calls.carts.create, { body })).result.id
  await vi.waitFor(async () => {
    const seen = await server.call('ROLE_ADMIN', calls.player.ofCart, { params: { id: cartId } })
    expect(seen.status).toBe(200)
    expect(seen.result.revision).toBe(1)
  }, 5_000)
  const { code } = (await server.call('ROLE_ADMIN', calls.cartAccess.pair, { params: { id: cartId } })).result
  token = (await server.call(null, calls.player.pair, { body: { code } })).result.token
})
afterAll(() => server.close())

/** Where the group is after so many seconds, each hole taking the minutes, until the clock stands there. */
const play = async (holeMinutes: number, fromS: number, toS: number): Promise<void> => {
  const STEP_S = 10
  for (let s = fromS; s < toS; ) {
    const fixes = []
    for (let n = 0; n < 60 && s < toS; n += 1, s += STEP_S) {
      const hole = Math.min(2, Math.floor(s / (holeMinutes * 60)))
      const share = Math.min(1, (s - hole * holeMinutes * 60) / (holeMinutes * 60))
      server.clock.advance(STEP_S * 1_000)
      fixes.push({
        at: server.clock.now().toISOString(),
        position: at(hole * 100 + 8, share * 300) as Position,
        accuracyM: 3,
        speedMps: null,
        headingDeg: null,
      })
    }
    await server.as(token, calls.player.report, { body: { fixes } })
  }
  await server.signInAgain()
}

describe('a round that is played', () => {
  it('is found, rated, and told to staff once it is behind', async () => {
    await play(PASS, 0, PASS * 60 * 1.5)
    const early = await server.call('ROLE_BUGGY_BAR', calls.player.ofCart, { params: { id: cartId } })
    expect(early.status).toBe(403)
    const seen = (await server.call('ROLE_TEST_USER', calls.player.ofCart, { params: { id: cartId } })).result
    expect(seen.state.pace).toMatchObject({
      holeId: holeIds[1],
      firstHoleId: holeIds[0],
      holesPlayed: 1,
      holesOfRound: 3,
      rating: 'onTime',
      gapMinutes: null,
    })
    await vi.waitFor(async () => {
      const { items } = (await server.call('ROLE_BUGGY_BAR', calls.rounds.list, { query: { day: firstDay } })).result
      expect(items).toMatchObject([
        { cartId, cartName: 'Cart 7', finishedAt: null, kind: null, holes: [{ holeName: '1' }, { holeName: '2' }] },
      ])
      expect(items[0]?.pace?.rating).toBe('onTime')
    }, 8_000)
    // A quarter of an hour on the spot.
    const here = at(108, 150) as Position
    for (let n = 0; n < 100; n += 1) {
      server.clock.advance(15_000)
      const fix = { at: server.clock.now().toISOString(), position: here, accuracyM: 3, speedMps: 0, headingDeg: null }
      await server.as(token, calls.player.report, { body: { fixes: [fix] } })
    }
    await server.signInAgain()
    await vi.waitFor(async () => {
      const { items } = (await server.call('ROLE_ADMIN', calls.notifications.list, { query: {} })).result
      expect(items.filter(({ kind }) => kind === 'cartBehindPace')).toMatchObject([
        { level: 'warning', subject: 'cart', subjectId: cartId, values: { cart: 'Cart 7', hole: '2' } },
      ])
    }, 8_000)
  })

  it('is finished after its last hole, and the history says how long the holes took', async () => {
    const HOLE_S = PASS * 60
    await play(PASS, HOLE_S * 1.5, HOLE_S * 3)
    const away = { position: at(900, 900) as Position, accuracyM: 3, speedMps: null, headingDeg: null }
    for (let n = 0; n < 20; n += 1) {
      server.clock.advance(10_000)
      await server.as(token, calls.player.report, {
        body: { fixes: [{ ...away, at: server.clock.now().toISOString() }] },
      })
    }
    await vi.waitFor(async () => {
      const { items } = (await server.call('ROLE_ADMIN', calls.rounds.list, { query: { cartId, day: firstDay } }))
        .result
      expect(items[0]?.finishedAt).toEqual(expect.any(String))
    }, 8_000)
    const [round] = (await server.call('ROLE_ADMIN', calls.rounds.list, { query: { cartId, day: firstDay } })).result
      .items
    expect(round).toMatchObject({ kind: 'part', pace: null })
    expect(round?.holes.map(({ holeId }) => holeId)).toEqual(holeIds)
    expect(round?.behindMinutes).toBeGreaterThan(15)
    expect(round?.holes[1]?.stayedMinutes).toBeGreaterThan(10)
    const day = dayOf(server.clock.now(), 'UTC')
    const history = (await server.call('ROLE_ADMIN', calls.rounds.history, { query: { from: firstDay, to: day } }))
      .result
    expect(history.holes.map(({ holeName, plays }) => [holeName, plays])).toEqual([
      ['1', 1],
      ['2', 1],
      ['3', 1],
    ])
    expect(history.holes[1]?.medianMinutes).toBeGreaterThan(history.holes[0]?.medianMinutes ?? 0)
    expect(history.days).toMatchObject([{ rounds: 1, eighteenMinutes: null }])
    const wrong = await server.call('ROLE_ADMIN', calls.rounds.history, { query: { from: day, to: '2020-01-01' } })
    expect(wrong.error.fields).toHaveProperty('to')
  })
})
