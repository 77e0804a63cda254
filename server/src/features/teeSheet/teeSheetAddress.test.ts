import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { addDays, dayOf, momentOf } from '@greensward/domain'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { teeSheetAddress, teeSheets } from '../../platform/db/schema/index.ts'
import { openSeal } from '../../platform/sealing.ts'
import { createCurrentCourse } from '../../shared/course/currentCourse.ts'
import { seedLawns } from '../../testing/lawn.ts'
import { sendTeeSheet } from '../../testing/sendTeeSheet.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { createTeeSheetReader } from './readTeeSheets.ts'
import { createAddressWatch } from './watchAddress.ts'

const as = 'ROLE_MANAGER'
const zone = 'Europe/Dublin'
const MINUTE_MS = 60_000
/** Most of the work of reading a calendar that the event loop may do without a pause; parsed there, it would be nearly all. */
const MOST_AT_ONCE = 0.4
const SLOW = '/slow.ics'

let server: TestServer
let club: Server
let answer: (request: IncomingMessage, reply: ServerResponse) => void
let asked: string[] = []
let today: string
/** The test of an address that begins an answer and never ends it: it takes long, and the other tests run meanwhile. */
let ofSlowAddress: ReturnType<typeof testSlow>

beforeAll(async () => {
  server = await startTestServer({ config: { outgoingPrivate: true } })
  await server.call('ROLE_ADMIN', calls.settings.update, { body: { timeZone: zone } }).then(found => found.result)
  await seedLawns(server)
  club = createServer((request, reply) => {
    if (request.url === SLOW) return void reply.write('BEGIN:VCALENDAR\r\n')
    asked.push(request.url ?? '')
    answer(request, reply)
  })
  await new Promise<void>(done => club.listen(0, '127.0.0.1', done))
  today = addDays(dayOf(server.clock.now(), zone), 1)
  server.clock.advance(momentOf(today, 5, 0, zone).getTime() - server.clock.now().getTime())
  await server.signInAgain()
  ofSlowAddress = testSlow()
})
afterAll(async () => {
  club?.closeAllConnections()
  club?.close()
  await server?.close()
})
beforeEach(async () => {
  await server.app.ctx.db.delete(teeSheets)
  await server.app.ctx.db.delete(teeSheetAddress)
  asked = []
})

/** Sessions are short. */
const advance = async (ms: number): Promise<void> => {
  server.clock.advance(ms)
  await server.signInAgain()
}
const origin = (): string => `http://127.0.0.1:${(club.address() as AddressInfo).port}`
const address = (path = '/tee.ics?key=secret-of-the-club'): string => `${origin()}${path}`
const at = (day: string, hour: number, minute = 0): string => momentOf(day, hour, minute, zone).toISOString()
const stamp = (moment: string): string => moment.replaceAll(/[-:]|\.000/g, '')
const calendar = (moments: readonly string[]): string =>
  [
    'BEGIN:VCALENDAR',
    ...moments.flatMap((moment, index) => [
      'BEGIN:VEVENT',
      `UID:${index}`,
      `DTSTART:${stamp(moment)}`,
      'SUMMARY:3 players',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ].join('\r\n')
const says = (moments: readonly string[]): void => {
  answer = (_, reply) => void reply.end(calendar(moments))
}
const state = async () => (await server.call(as, calls.teeSheets.address)).result
const watchOf = (of: TestServer) => {
  const { ctx } = of.app
  const reader = createTeeSheetReader(ctx, createCurrentCourse(ctx.db))
  const watch = createAddressWatch(ctx, openSeal(ctx.config.sharedDir), reader)
  const close = async (): Promise<void> => {
    await watch.close()
    await reader.close()
  }
  return { watch, close }
}
const readNow = async () => (await server.call(as, calls.teeSheets.readAddress)).result
const change = async (to: string | null) =>
  server.call(as, calls.teeSheets.changeAddress, { body: { address: to, updatedAt: (await state()).updatedAt } })
const setUp = async (to = address()) => {
  expect((await change(to)).status).toBe(200)
  // The change reads it at once, too.
  return readNow()
}
const sheetOf = async (day: string) => (await server.call(as, calls.teeSheets.get, { params: { day } })).result
const put = (day: string, times: readonly string[], updatedAt: string | null) =>
  server.call(as, calls.teeSheets.put, {
    params: { day },
    body: { teeTimes: times.map(time => ({ at: time, hole: 1, players: 4 })), updatedAt },
  })
const testAddress = async (to: string | null) =>
  (await server.call(as, calls.teeSheets.testAddress, { body: { address: to } })).result
const testSlow = async () => {
  const since = performance.now()
  const { problem } = await testAddress(address(SLOW))
  return { problem, tookMs: performance.now() - since }
}

describe('an address of tee sheets', () => {
  test('gives each day from today on its tee times, by the clock of the course', async () => {
    says([at(addDays(today, -1), 8), at(today, 7, 30), at(today, 7, 40), at(addDays(today, 3), 9)])
    const found = await setUp()
    expect(found).toMatchObject({ host: '127.0.0.1', last: { problem: null, days: 2, teeTimes: 3, faults: [] } })
    expect(found.readAt).not.toBeNull()
    expect(await sheetOf(today)).toMatchObject({
      source: 'address',
      updatedBy: '127.0.0.1',
      teeTimes: [
        { at: at(today, 7, 30), hole: 1, players: 3 },
        { at: at(today, 7, 40), hole: 1, players: 3 },
      ],
    })
    expect((await sheetOf(addDays(today, 3))).teeTimes).toHaveLength(1)
    expect((await sheetOf(addDays(today, -1))).source).toBe('pattern')
  })

  test('stays secret: only its host is ever shown, recorded or stored in the open', async () => {
    says([at(today, 8)])
    const found = await setUp()
    expect(JSON.stringify(found)).not.toContain('secret-of-the-club')
    const record = (await server.call('ROLE_ADMIN', lateCalls.audit.list, { query: { perPage: 50 } })).result
    expect(JSON.stringify(record)).not.toContain('secret-of-the-club')
    const { rows } = await server.app.ctx.db.execute(sql`select * from tee_sheet_address`)
    expect(JSON.stringify(rows)).not.toContain('secret-of-the-club')
    expect((await server.call('ROLE_GREENKEEPER', calls.teeSheets.address)).status).toBe(200)
    const refused = await server.call('ROLE_GREENKEEPER', calls.teeSheets.changeAddress, {
      body: { address: null, updatedAt: found.updatedAt },
    })
    expect(refused.status).toBe(403)
  })

  test('is read again after five minutes, and what has not changed keeps its version', async () => {
    says([at(today, 8)])
    await setUp()
    const before = await sheetOf(today)
    asked = []
    const { watch, close } = watchOf(server)
    await watch.look()
    expect(asked).toEqual([])
    await advance(5 * MINUTE_MS)
    await watch.look()
    await expect.poll(() => asked.length, { timeout: 30_000 }).toBe(1)
    expect(await sheetOf(today)).toEqual(before)
    says([at(today, 8), at(today, 8, 10)])
    await advance(5 * MINUTE_MS)
    await watch.look()
    await expect.poll(async () => (await sheetOf(today)).teeTimes.length, { timeout: 30_000 }).toBe(2)
    expect((await sheetOf(today)).updatedAt).not.toBe(before.updatedAt)
    await close()
  })

  test('is read by one of several servers', async () => {
    says([at(today, 8)])
    await setUp()
    asked = []
    await advance(5 * MINUTE_MS)
    const [one, other] = [watchOf(server), watchOf(server)]
    await Promise.all([one.watch.look(), other.watch.look()])
    await expect.poll(() => asked.length, { timeout: 30_000 }).toBe(1)
    await Promise.all([one.close(), other.close()])
  })

  test('empties a day that it no longer has, and leaves days alone that a person entered', async () => {
    const [byHand, cleared] = [addDays(today, 1), addDays(today, 2)]
    says([today, byHand, cleared].map(day => at(day, 8)))
    await setUp()
    await put(byHand, [at(byHand, 10)], (await sheetOf(byHand)).updatedAt)
    says([at(today, 8), at(byHand, 8)])
    await readNow()
    expect(await sheetOf(byHand)).toMatchObject({ source: 'hand', teeTimes: [{ at: at(byHand, 10) }] })
    expect(await sheetOf(cleared)).toMatchObject({ source: 'address', teeTimes: [] })
    // Returned to the address, the day follows it again.
    const { updatedAt } = await sheetOf(byHand)
    await server.call(as, calls.teeSheets.remove, { params: { day: byHand }, query: { updatedAt: updatedAt ?? '' } })
    await expect.poll(async () => (await sheetOf(byHand)).source, { timeout: 30_000 }).toBe('address')
  })

  test('that is removed takes what it gave for the days ahead with it', async () => {
    says([at(today, 8)])
    await setUp()
    expect((await change(null)).result).toMatchObject({ host: null, last: null, readAt: null })
    expect(await sheetOf(today)).toMatchObject({ source: 'pattern', teeTimes: [] })
    expect((await server.call(as, calls.teeSheets.readAddress)).error.code).toBe('noTeeSheetAddress')
  })

  test('is not changed by somebody who read an older one', async () => {
    says([at(today, 8)])
    await setUp()
    const late = await server.call(as, calls.teeSheets.changeAddress, { body: { address: null, updatedAt: null } })
    expect(late.error.kind).toBe('conflict')
  })

  test('may give a table instead of a calendar', async () => {
    answer = (_, reply) => void reply.end(`Time;Date;Hole\n07:30;${today};1\n`)
    expect(await setUp()).toMatchObject({ last: { problem: null, teeTimes: 1 } })
  })
})

describe('an address that fails', () => {
  const failing: readonly (readonly [string, string, () => void])[] = [
    ['answers with an error', 'httpStatus', () => (answer = (_, reply) => void reply.writeHead(500).end('No'))],
    [
      'leads elsewhere',
      'httpStatus',
      () => (answer = (_, reply) => void reply.writeHead(302, { location: `${origin()}/other` }).end()),
    ],
    [
      'never stops answering',
      'tooLarge',
      () =>
        (answer = (_, reply) => {
          const part = Buffer.alloc(64 * 1024, 'x')
          const send = (): void => {
            while (!reply.destroyed && reply.write(part));
            if (!reply.destroyed) reply.once('drain', send)
          }
          send()
        }),
    ],
    ['breaks off', 'notReached', () => (answer = (_, reply) => void reply.destroy())],
    ['answers with a page', 'notUnderstood', () => (answer = (_, reply) => void reply.end('<html>Sign in</html>'))],
    [
      'answers with bytes',
      'notUnderstood',
      () => (answer = (_, reply) => void reply.end(Buffer.from([0, 159, 146, 150, 255, 0, 10]))),
    ],
    ['answers with an empty calendar', 'noTeeTimes', () => says([])],
    ['answers with old tee times', 'noTeeTimes', () => says([at(addDays(today, -1), 8)])],
  ]
  test.each(failing)('because it %s says so and keeps the tee times that it gave', async (_, problem, fail) => {
    says([at(today, 8)])
    await setUp()
    const { readAt } = await state()
    fail()
    server.clock.advance(1_000)
    const found = await readNow()
    expect(found).toMatchObject({ readAt, last: { problem } })
    expect((await sheetOf(today)).teeTimes).toHaveLength(1)
    expect((await testAddress(null)).problem).toBe(problem)
    if (problem === 'httpStatus') expect(asked.at(-1)).not.toBe('/other')
  })

  test('because nobody is there says so', async () => {
    const gone = createServer()
    await new Promise<void>(done => gone.listen(0, '127.0.0.1', done))
    const { port } = gone.address() as AddressInfo
    await new Promise(done => gone.close(done))
    expect(await testAddress(`http://127.0.0.1:${port}/tee.ics`)).toMatchObject({ problem: 'notReached', teeTimes: 0 })
  })

  test('because it is slow ends after fifteen seconds', async () => {
    const { problem, tookMs } = await ofSlowAddress
    expect(problem).toBe('tooSlow')
    expect(tookMs).toBeGreaterThan(14_000)
  }, 40_000)

  test('is read less and less often until it answers', async () => {
    says([at(today, 8)])
    await setUp()
    answer = (_, reply) => void reply.writeHead(503).end()
    const { watch, close } = watchOf(server)
    const minutesToNext = async (): Promise<number> =>
      (Date.parse((await state()).nextAt ?? '') - server.clock.now().getTime()) / MINUTE_MS
    for (const minutes of [10, 20, 40, 60, 60]) {
      await advance((await minutesToNext()) * MINUTE_MS)
      await watch.look()
      // The server looks by itself, too, and may have taken the turn.
      await expect.poll(minutesToNext, { timeout: 30_000 }).toBe(minutes)
    }
    says([at(today, 8)])
    expect((await readNow()).last).toMatchObject({ problem: null })
    expect(await minutesToNext()).toBe(5)
    await close()
  }, 120_000)

  test('because it is inside the network is not asked where the operator does not allow it', async () => {
    const guarded = await startTestServer()
    try {
      says([at(today, 8)])
      const found = await guarded.call(as, calls.teeSheets.testAddress, { body: { address: address() } })
      expect(found.result).toMatchObject({ problem: 'forbiddenAddress' })
      expect(asked).toEqual([])
    } finally {
      await guarded.close()
    }
  })

  test.each(['file:///etc/passwd', 'https://me:word@club.example/tee.ics', 'tee.ics'])(
    '%s is refused before it is asked',
    async wrong => {
      const found = await server.call(as, calls.teeSheets.testAddress, { body: { address: wrong } })
      expect(found.status).toBe(422)
      expect(Object.keys(found.error.fields ?? {})).toEqual(['body.address'])
    },
  )
})

test('a calendar of five megabytes is read while the server answers', async () => {
  const moments = Array.from({ length: 40 }, (_, n) => at(addDays(today, n), 8))
  const event = calendar(moments).split('\r\n').slice(1, -1).join('\r\n')
  const padding = `X-NOTE:${'x'.repeat(60)}\r\n`.repeat(20)
  let text = 'BEGIN:VCALENDAR\r\n'
  while (text.length < 4.9e6) text += `${event.replaceAll('END:VEVENT', `${padding}END:VEVENT`)}\r\n`
  text += 'END:VCALENDAR\r\n'
  answer = (_, reply) => void reply.end(text)
  // Shares of the work, not its time: a loaded host makes all of it slower.
  const cpuMs = (): number => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1_000
  }
  let [last, worstMs] = [cpuMs(), 0]
  const watch = setInterval(() => {
    const now = cpuMs()
    worstMs = Math.max(worstMs, now - last)
    last = now
  }, 1)
  const all = process.cpuUsage()
  const read = await testAddress(address())
  clearInterval(watch)
  const { user, system } = process.cpuUsage(all)
  const allMs = (user + system) / 1_000
  console.log(`5 MB: ${Math.round(allMs)} ms of work, ${Math.round(worstMs)} ms of it at once on the event loop`)
  expect(read).toMatchObject({ problem: null, days: 40 })
  expect(worstMs).toBeLessThan(allMs * MOST_AT_ONCE)
  const { result } = await sendTeeSheet(server, calls.teeSheets.preview, { day: today, text })
  expect(result.days).toHaveLength(40)
}, 180_000)
