import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { dayOf, type Position } from '@greensward/domain'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { at } from '../../testing/ground.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
let cartId: string
let token: string
/** Of the course, when the round begins: it may end on the next. */
let firstDay: string
const PASS = 12
const holeIds = Array.from({ length: 3 }, () => crypto.randomUUID())
/** Ground to be mown on the third hole. */
const areaId = crypto.randomUUID()

const dataDir = mkdtempSync(join(tmpdir(), 'greensward-rounds-'))
/** Another start on the same data, at the same hour. */
const restart = async (): Promise<void> => {
  const nowMs = server.clock.now().getTime()
  await server.close()
  server = await startTestServer({ dataDir })
  server.clock.advance(nowMs - server.clock.now().getTime())
  await server.signInAgain()
}

beforeAll(async () => {
  server = await startTestServer({ dataDir })
  firstDay = dayOf(server.clock.now(), 'UTC')
  await server.call('ROLE_ADMIN', calls.map.change, {
    body: {
      baseRevision: 0,
      label: 'Course',
      added: [
        ...holeIds.map((id, n) => ({
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
        {
          type: 'Feature' as const,
          id: areaId,
          kind: 'missionArea' as const,
          geometry: { type: 'Polygon' as const, coordinates: [[at(190, 0), at(210, 0), at(210, 20), at(190, 0)]] },
          properties: { title: 'Third green', holeId: holeIds[2] ?? null },
        },
      ],
      updated: [],
      removed: [],
    },
  })
  const body = { name: 'Cart 7', inService: false, home: null }
  cartId = (await server.call('ROLE_ADMIN', calls.carts.create, { body })).result.id
  await vi.waitFor(async () => {
    const seen = await server.call('ROLE_ADMIN', lateCalls.player.ofCart, { params: { id: cartId } })
    expect(seen.status).toBe(200)
    expect(seen.result.revision).toBe(1)
  }, 5_000)
  const { code } = (await server.call('ROLE_ADMIN', lateCalls.cartAccess.pair, { params: { id: cartId } })).result
  token = (await server.call(null, lateCalls.player.pair, { body: { code } })).result.token
})
afterAll(async () => {
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** A fix of the group this number of seconds after it began, each hole taking the given minutes. */
const fixAt = (holeMinutes: number, s: number, when: Date) => {
  const hole = Math.min(2, Math.floor(s / (holeMinutes * 60)))
  const share = Math.min(1, (s - hole * holeMinutes * 60) / (holeMinutes * 60))
  return {
    at: when.toISOString(),
    position: at(hole * 100 + 8, share * 300) as Position,
    accuracyM: 3,
    speedMps: null,
    headingDeg: null,
  }
}

/** Reports the group second by second up to this time, each hole taking the given minutes, and moves the clock along. */
const play = async (holeMinutes: number, fromS: number, toS: number): Promise<void> => {
  const STEP_S = 10
  for (let s = fromS; s < toS; ) {
    const fixes = []
    for (let n = 0; n < 60 && s < toS; n += 1, s += STEP_S) {
      server.clock.advance(STEP_S * 1_000)
      fixes.push(fixAt(holeMinutes, s, server.clock.now()))
    }
    await server.as(token, lateCalls.player.report, { body: { fixes } })
  }
  await server.signInAgain()
}

describe('a round that is played', () => {
  it('is found and rated, and staff are notified once it is behind', async () => {
    await play(PASS, 0, PASS * 60 * 1.5)
    const early = await server.call('ROLE_BUGGY_BAR', lateCalls.player.ofCart, { params: { id: cartId } })
    expect(early.status).toBe(403)
    const seen = (await server.call('ROLE_TEST_USER', lateCalls.player.ofCart, { params: { id: cartId } })).result
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
    // A person who plans a mission on the third hole sees that the group arrives in six minutes and is gone in eighteen.
    const comes = async (inMinutes: number) => {
      const startsAt = new Date(server.clock.now().getTime() + inMinutes * 60_000).toISOString()
      const target = { kind: 'missionArea' as const, featureId: areaId }
      const body = { missionId: null, mowerId: crypto.randomUUID(), target, startsAt, durationS: 60 }
      const answer = (await server.call('ROLE_GREENKEEPER', calls.missions.slots, { body })).result
      expect(answer.conflicts).toEqual([])
      // The proposed time begins when the last of them is gone.
      const goneMs = answer.play.map(({ to }) => Date.parse(to))
      expect(answer.free.length > 0).toBe(goneMs.length > 0)
      for (const { startsAt } of answer.free) expect(Date.parse(startsAt)).toBeGreaterThanOrEqual(Math.max(...goneMs))
      return answer.play.map(({ cartName, holeTitle }) => `${cartName} on ${holeTitle}`)
    }
    expect(await comes(1)).toEqual([])
    expect(await comes(10)).toEqual(['Cart 7 on 3'])
    expect(await comes(60)).toEqual([])
    // The view of the day shows the same for all fields at once.
    const ahead = (await server.call('ROLE_GREENKEEPER', calls.missions.play)).result.items
    expect(ahead.map(({ cartName, holeTitle, featureIds }) => [cartName, holeTitle, featureIds])).toEqual([
      ['Cart 7', '2', []],
      ['Cart 7', '3', [areaId]],
    ])
    expect(ahead[0]?.to).toBe(ahead[1]?.from)
    // A quarter of an hour without moving.
    const here = at(108, 150) as Position
    for (let n = 0; n < 100; n += 1) {
      server.clock.advance(15_000)
      const fix = { at: server.clock.now().toISOString(), position: here, accuracyM: 3, speedMps: 0, headingDeg: null }
      await server.as(token, lateCalls.player.report, { body: { fixes: [fix] } })
    }
    await server.signInAgain()
    await vi.waitFor(async () => {
      const { items } = (await server.call('ROLE_ADMIN', calls.notifications.list, { query: {} })).result
      expect(items.filter(({ kind }) => kind === 'cartBehindPace')).toMatchObject([
        { level: 'warning', subject: 'cart', subjectId: cartId, values: { cart: 'Cart 7', hole: '2' } },
      ])
    }, 8_000)
  })

  it('is finished after its last hole, and the history shows how long the holes took', async () => {
    const HOLE_S = PASS * 60
    await play(PASS, HOLE_S * 1.5, HOLE_S * 3)
    const away = { position: at(900, 900) as Position, accuracyM: 3, speedMps: null, headingDeg: null }
    for (let n = 0; n < 20; n += 1) {
      server.clock.advance(10_000)
      await server.as(token, lateCalls.player.report, {
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

  describe('of a cart that is without a network for two hours', () => {
    /** A cart with its tablet that reports its round from one second to another: live, or late in one batch. */
    const trackedCart = async (name: string) => {
      await server.signInAgain()
      const id = (await server.call('ROLE_ADMIN', calls.carts.create, { body: { name, inService: false, home: null } }))
        .result.id
      const { code } = (await server.call('ROLE_ADMIN', lateCalls.cartAccess.pair, { params: { id } })).result
      const tablet = (await server.call(null, lateCalls.player.pair, { body: { code } })).result.token
      // The garage tells the carts of a new one after it has answered.
      await vi.waitFor(async () => expect((await server.as(tablet, lateCalls.player.get)).status).toBe(200), 5_000)
      const begunMs = server.clock.now().getTime()
      const report = async (fromS: number, toS: number, isLate: boolean): Promise<void> => {
        for (let s = fromS; s < toS; s += 300) {
          if (!isLate) server.clock.advance(300_000)
          const fixes = Array.from({ length: 30 }, (_, n) => s + n * 10).map(second =>
            fixAt(PASS, second, new Date(begunMs + second * 1_000)),
          )
          expect((await server.as(tablet, lateCalls.player.report, { body: { fixes } })).status).toBe(200)
        }
      }
      const rounds = async (day = dayOf(new Date(begunMs), 'UTC')) => {
        await server.signInAgain()
        return (await server.call('ROLE_ADMIN', calls.rounds.list, { query: { cartId: id, day } })).result.items
      }
      const isOver = () =>
        vi.waitFor(async () => expect(await rounds()).toMatchObject([{ finishedAt: expect.any(String) }]), 12_000)
      const isWhole = () =>
        vi.waitFor(async () => {
          const found = await rounds()
          expect(found.map(({ holes }) => holes.map(({ holeName }) => holeName))).toEqual([['1', '2', '3']])
        }, 20_000)
      return { tablet, report, rounds, isOver, isWhole }
    }
    const HOLE_S = PASS * 60

    it('is one of both days where it is played over midnight, and of no other', async () => {
      const DAY_MS = 86_400_000
      const midnight = new Date((Math.floor(server.clock.now().getTime() / DAY_MS) + 1) * DAY_MS)
      server.clock.advance(midnight.getTime() - 15 * 60_000 - server.clock.now().getTime())
      const { report, rounds } = await trackedCart('Cart 11')
      await report(0, 30 * 60, false)
      const [before, after, later] = [-DAY_MS, 0, DAY_MS].map(ms => dayOf(new Date(midnight.getTime() + ms), 'UTC'))
      for (const day of [before, after])
        await vi.waitFor(async () => expect(await rounds(day)).toMatchObject([{ cartName: 'Cart 11' }]), 8_000)
      expect(await rounds(later)).toEqual([])
    }, 60_000)

    it('continues with a batch of late positions, and stays one round', async () => {
      const { report, isOver, isWhole } = await trackedCart('Cart 8')
      await report(0, HOLE_S * 1.5, false)
      server.clock.advance(2 * 3_600_000)
      await isOver()
      await report(HOLE_S * 1.5, HOLE_S * 3 + 600, true)
      await isWhole()
    }, 60_000)

    it('stays one round when the server restarts in between', async () => {
      const { report, isOver, isWhole } = await trackedCart('Cart 9')
      await report(0, HOLE_S * 1.5, false)
      server.clock.advance(2 * 3_600_000)
      await isOver()
      await restart()
      await report(HOLE_S * 1.5, HOLE_S * 3 + 600, true)
      await isWhole()
    }, 60_000)

    it('stays one round when the cart sends its newest position first', async () => {
      const { tablet, report, isOver, isWhole } = await trackedCart('Cart 10')
      await report(0, HOLE_S * 1.5, false)
      server.clock.advance(2 * 3_600_000)
      await isOver()
      const now = {
        at: server.clock.now().toISOString(),
        position: at(900, 900) as Position,
        accuracyM: 3,
        speedMps: null,
        headingDeg: null,
      }
      await server.as(tablet, lateCalls.player.report, { body: { fixes: [now] } })
      await report(HOLE_S * 1.5, HOLE_S * 3 + 600, true)
      await isWhole()
    }, 60_000)
  })
})
