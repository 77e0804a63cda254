import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { KEY_HEADER, LONGEST_TIMER_MS, type SessionParts } from './session.ts'
import { type Entries, STORAGE } from './storage.ts'
import { createTransport } from './transport.ts'

interface Answer {
  readonly status: number
  readonly body?: unknown
  readonly afterMs?: number
}

interface Received {
  readonly path: string
  readonly key: string | undefined
  readonly body: string
}

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

const textOf = async (request: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

/** A real server on a free port that answers by path and records the requests. */
async function listen(
  answer: (received: Received) => Answer,
): Promise<{ readonly url: string; readonly received: Received[] }> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    void textOf(request).then(body => {
      const key = request.headers[KEY_HEADER]
      const entry = { path: request.url ?? '', key: typeof key === 'string' ? key : undefined, body }
      received.push(entry)
      const { status, body: sent, afterMs = 0 } = answer(entry)
      setTimeout(() => {
        response.writeHead(status, { 'content-type': 'application/json' })
        response.end(JSON.stringify(sent ?? { code: status }))
      }, afterMs)
    })
  })
  servers.push(server)
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
}

const entries = (): Entries & { readonly map: Map<string, string> } => {
  const map = new Map<string, string>()
  return {
    map,
    getItem: name => map.get(name) ?? null,
    setItem: (name, value) => void map.set(name, value),
    removeItem: name => void map.delete(name),
  }
}

const pair = (name: string) => ({
  refreshToken: { token: `refresh-${name}`, createdAt: 1, ttl: 3_600 },
  accessToken: { token: `access-${name}`, createdAt: 1, ttl: 900 },
})

const realParts = (storage: Entries, change: Partial<SessionParts> = {}): Omit<SessionParts, 'http'> => ({
  storage,
  lock: work => work(),
  setTimer: (run, ms) => {
    const timer = setTimeout(run, ms)
    timer.unref()
    return timer
  },
  clearTimer: timer => clearTimeout(timer as NodeJS.Timeout),
  now: () => Date.now(),
  ...change,
})

/** Answers a renewal after a pause, and 401 to every key but the one it gave out last. */
const renewingServer = () => {
  let current = 'none'
  let count = 0
  return listen(({ path, key }) => {
    if (path === '/auth/token/refresh') {
      count += 1
      current = `access-${count}`
      return { status: 200, body: { code: 200, result: pair(String(count)) }, afterMs: 150 }
    }
    return key === current ? { status: 200, body: { code: 200, result: { path } } } : { status: 401 }
  })
}

test('ten requests that meet a 401 together renew once, and each is answered with the new key', async () => {
  const server = await renewingServer()
  const storage = entries()
  const { http, session } = createTransport(server.url, realParts(storage))
  session.adopt(pair('old'))
  const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => http.get(`/thing/${index}`)))
  expect(answers.map(answer => answer.data.result.path)).toEqual(
    Array.from({ length: 10 }, (_, index) => `/thing/${index}`),
  )
  const renewals = server.received.filter(({ path }) => path === '/auth/token/refresh')
  expect(renewals.map(({ body }) => JSON.parse(body))).toEqual([{ refreshToken: 'refresh-old' }])
  expect(server.received.filter(({ key }) => key === 'access-1')).toHaveLength(10)
  expect(JSON.parse(storage.map.get(STORAGE.refreshToken) ?? '')).toEqual(pair('1').refreshToken)
  expect(http.defaults.headers.common[KEY_HEADER]).toBe('access-1')
})

test('a request that is refused a second time is not tried a third time', async () => {
  const server = await listen(({ path }) =>
    path === '/auth/token/refresh' ? { status: 200, body: { code: 200, result: pair('new') } } : { status: 401 },
  )
  const { http, session } = createTransport(server.url, realParts(entries()))
  session.adopt(pair('old'))
  await expect(http.get('/thing')).rejects.toThrow('Request failed with status code 401')
  expect(server.received.map(({ path, key }) => `${path} ${key}`)).toEqual([
    '/thing access-old',
    '/auth/token/refresh access-old',
    '/thing access-new',
  ])
})

test('a refused refresh clears the session, its entries and its header, and the first error comes back', async () => {
  const server = await listen(() => ({ status: 401 }))
  const storage = entries()
  const { http, session } = createTransport(server.url, realParts(storage))
  session.adopt(pair('old'))
  storage.setItem(STORAGE.mapLayer, 'orthophoto')
  storage.setItem(STORAGE.filters, '{}')
  storage.setItem(STORAGE.language, 'de')
  await expect(http.get('/thing')).rejects.toThrow('Request failed with status code 401')
  expect(session.state()).toMatchObject({ refreshToken: null, accessToken: null })
  expect([...storage.map.keys()]).toEqual([STORAGE.language])
  expect(http.defaults.headers.common[KEY_HEADER]).toBeUndefined()
})

test('a refresh without an answer leaves the session unchanged', async () => {
  const storage = entries()
  const { session } = createTransport('http://127.0.0.1:1', realParts(storage))
  session.adopt(pair('old'))
  expect(await session.refresh()).toBe('unanswered')
  expect(session.state().accessToken?.token).toBe('access-old')
  expect(storage.map.has(STORAGE.refreshToken)).toBe(true)
})

test('errors other than a 401 come back with the transport’s own message', async () => {
  const server = await listen(() => ({ status: 500, afterMs: 50 }))
  const { http, session } = createTransport(server.url, realParts(entries()))
  session.adopt(pair('old'))
  await expect(http.get('/thing')).rejects.toThrow('Request failed with status code 500')
  await expect(http.get('/thing', { timeout: 10 })).rejects.toThrow('timeout of 10ms exceeded')
  expect(server.received.every(({ path }) => path === '/thing')).toBe(true)
})

test('the start tries the stored refresh token and then stops loading', async () => {
  const server = await renewingServer()
  const storage = entries()
  storage.setItem(STORAGE.refreshToken, JSON.stringify(pair('stored').refreshToken))
  const { session } = createTransport(server.url, realParts(storage))
  expect(session.state()).toMatchObject({ loading: true, accessToken: null })
  await session.start()
  expect(session.state()).toMatchObject({ loading: false, accessToken: { token: 'access-1' } })
  expect(server.received.map(({ body }) => JSON.parse(body))).toEqual([{ refreshToken: 'refresh-stored' }])
})

test('the start without a stored token, or with an unreadable one, calls no server', async () => {
  const server = await listen(() => ({ status: 500 }))
  for (const stored of [undefined, 'not json', '{"token":7}']) {
    const storage = entries()
    if (stored !== undefined) storage.setItem(STORAGE.refreshToken, stored)
    const { session } = createTransport(server.url, realParts(storage))
    await session.start()
    expect(session.state()).toMatchObject({ loading: false, accessToken: null, unreachable: false })
  }
  expect(server.received).toEqual([])
})

/** A thousand times as fast as the real one. */
const fastClock = (): Pick<SessionParts, 'now' | 'setTimer'> => {
  const startedAt = performance.now()
  return { now: () => (performance.now() - startedAt) * 1_000, setTimer: (run, ms) => setTimeout(run, ms / 1_000) }
}

test('the start waits a minute for an unreachable server, reports it, and keeps the tokens', async () => {
  const storage = entries()
  storage.setItem(STORAGE.refreshToken, JSON.stringify(pair('stored').refreshToken))
  const seen: boolean[] = []
  const clock = fastClock()
  const { session } = createTransport('http://127.0.0.1:1', realParts(storage, clock))
  session.subscribe(() => seen.push(session.state().waitingForServer))
  await session.start()
  expect(seen).toContain(true)
  expect(clock.now()).toBeGreaterThanOrEqual(60_000)
  expect(session.state()).toMatchObject({ loading: false, waitingForServer: false, unreachable: true })
  expect(storage.map.has(STORAGE.refreshToken)).toBe(true)
})

test('the start gives up after a minute on a server that accepts and never answers, and another try asks again', async () => {
  const sockets: Socket[] = []
  const silent = createSocketServer(socket => sockets.push(socket.on('error', () => undefined)))
  await new Promise<void>(done => silent.listen(0, '127.0.0.1', done))
  const storage = entries()
  storage.setItem(STORAGE.refreshToken, JSON.stringify(pair('stored').refreshToken))
  const clock = fastClock()
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const { session } = createTransport(url, realParts(storage, clock))
  await session.start()
  expect(clock.now()).toBeGreaterThanOrEqual(60_000)
  expect(session.state()).toMatchObject({ loading: false, unreachable: true })
  expect(storage.map.has(STORAGE.refreshToken)).toBe(true)
  // A timer may end a moment before its minute; then one start asks twice.
  const askedFirst = sockets.length
  expect(askedFirst).toBeGreaterThan(0)
  await session.start()
  expect(sockets.length).toBeGreaterThan(askedFirst)
  expect(session.state()).toMatchObject({ loading: false, unreachable: true })
  for (const socket of sockets) socket.destroy()
  silent.close()
})

test('a tab that waits for the lock of another, which waits for a silent server, gives up as well', async () => {
  const storage = entries()
  storage.setItem(STORAGE.refreshToken, JSON.stringify(pair('stored').refreshToken))
  const { session } = createTransport(
    'http://127.0.0.1:1',
    realParts(storage, { ...fastClock(), lock: () => new Promise(() => undefined) }),
  )
  await session.start()
  expect(session.state()).toMatchObject({ loading: false, unreachable: true })
})

test('of two tabs that meet a 401 together one renews and the other takes over its tokens', async () => {
  const server = await renewingServer()
  const storage = entries()
  let queue: Promise<unknown> = Promise.resolve()
  const lock: SessionParts['lock'] = work => {
    const turn = queue.then(work)
    queue = turn.catch(() => undefined)
    return turn
  }
  const tabs = [0, 1].map(() => createTransport(server.url, realParts(storage, { lock })))
  for (const { session } of tabs) session.adopt(pair('old'))
  const answers = await Promise.all(tabs.map(({ http }) => http.get('/thing')))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(server.received.filter(({ path }) => path === '/auth/token/refresh')).toHaveLength(1)
})

test('another tab’s log-out ends this session, and its new tokens become this tab’s', () => {
  const storage = entries()
  const { http, session } = createTransport('http://127.0.0.1:1', realParts(storage))
  session.adopt(pair('old'))
  storage.setItem(STORAGE.refreshToken, JSON.stringify(pair('new').refreshToken))
  storage.setItem(STORAGE.accessToken, JSON.stringify(pair('new').accessToken))
  session.readEntriesAgain()
  expect(http.defaults.headers.common[KEY_HEADER]).toBe('access-new')
  storage.removeItem(STORAGE.refreshToken)
  session.readEntriesAgain()
  expect(session.state().accessToken).toBeNull()
})

test.each([
  { ttl: 3_600, waits: [3_600_000] },
  { ttl: 30 * 86_400, waits: [LONGEST_TIMER_MS, 30 * 86_400_000 - LONGEST_TIMER_MS] },
])('the session ends when the refresh token’s $ttl s run out, by timers no longer than a browser holds', row => {
  let nowMs = 1_000
  const waits: number[] = []
  let run: () => void = () => undefined
  const { session } = createTransport(
    'http://127.0.0.1:1',
    realParts(entries(), {
      now: () => nowMs,
      setTimer: (callback, ms) => {
        waits.push(ms)
        run = callback
        return ms
      },
      clearTimer: () => undefined,
    }),
  )
  session.adopt({ ...pair('old'), refreshToken: { token: 'refresh-old', ttl: row.ttl } })
  for (const wait of row.waits) {
    expect(session.state().accessToken).not.toBeNull()
    nowMs += wait
    run()
  }
  expect(waits).toEqual(row.waits)
  expect(session.state().accessToken).toBeNull()
})

test('a log-out clears the session on code 200 only', async () => {
  let status = 503
  const server = await listen(() => ({ status, body: { code: status, result: {} } }))
  const { session } = createTransport(server.url, realParts(entries()))
  session.adopt(pair('old'))
  await expect(session.logOut()).rejects.toThrow('Request failed with status code 503')
  expect(session.state().accessToken).not.toBeNull()
  status = 200
  await session.logOut()
  expect(session.state().accessToken).toBeNull()
})

test('a request that meets a 401 while another renews looks every 100 ms whether that is done', async () => {
  const server = await renewingServer()
  const waits: number[] = []
  const { http, session } = createTransport(
    server.url,
    realParts(entries(), {
      setTimer: (run, ms) => {
        waits.push(ms)
        const timer = setTimeout(run, ms)
        timer.unref()
        return timer
      },
    }),
  )
  session.adopt(pair('old'))
  waits.length = 0
  await Promise.all([http.get('/thing/1'), http.get('/thing/2')])
  // Beside them the end of the session is waited for, and the minute that a renewal may take.
  const polls = waits.filter(ms => ms < 60_000)
  // The renewal takes 150 ms, so a look after 100 ms is too early and the next one is not.
  expect(polls.length).toBeGreaterThanOrEqual(2)
  expect([...new Set(polls)]).toEqual([100])
})

test.each([200, 204, 299, 300, 304, 404])('statuses 200 to 299 are success and no others: %d', async status => {
  const server = await listen(() => ({ status }))
  const { http } = createTransport(server.url, realParts(entries()))
  const outcome = await http.get('/thing').then(
    answer => answer.status,
    (error: Error) => error.message,
  )
  expect(outcome).toBe(status < 300 ? status : `Request failed with status code ${status}`)
})

test('has no default time-out, and the anti-forgery names are XSRF-TOKEN and X-XSRF-TOKEN', () => {
  const { http } = createTransport('http://127.0.0.1:1', realParts(entries()))
  expect(http.defaults).toMatchObject({ timeout: 0, xsrfCookieName: 'XSRF-TOKEN', xsrfHeaderName: 'X-XSRF-TOKEN' })
})

test('the access token is sent in the header x-api-key, and the longest timer is 2147483647 ms', async () => {
  const server = await listen(() => ({ status: 200, body: { code: 200, result: {} } }))
  const { http, session } = createTransport(server.url, realParts(entries()))
  session.adopt(pair('old'))
  await http.get('/thing')
  expect(server.received).toMatchObject([{ path: '/thing', key: 'access-old' }])
  expect([KEY_HEADER, LONGEST_TIMER_MS]).toEqual(['x-api-key', 2_147_483_647])
})

test('the start takes a renewal that was made before the program, and asks for none of its own', async () => {
  const server = await renewingServer()
  const storage = entries()
  storage.setItem(STORAGE.refreshToken, JSON.stringify(pair('ahead').refreshToken))
  const { http, session } = createTransport(
    server.url,
    realParts(storage, { takeRenewalAhead: async () => pair('ahead') }),
  )
  await session.start()
  expect(server.received).toEqual([])
  expect(session.state()).toMatchObject({ accessToken: { token: 'access-ahead' }, loading: false, unreachable: false })
  expect(http.defaults.headers.common[KEY_HEADER]).toBe('access-ahead')
})

test('the start renews by itself where the renewal before the program came to nothing', async () => {
  const server = await renewingServer()
  const storage = entries()
  storage.setItem(STORAGE.refreshToken, JSON.stringify(pair('old').refreshToken))
  const { session } = createTransport(server.url, realParts(storage, { takeRenewalAhead: async () => undefined }))
  await session.start()
  expect(server.received.map(({ path }) => path)).toEqual(['/auth/token/refresh'])
  expect(session.state()).toMatchObject({ accessToken: { token: 'access-1' }, loading: false })
})
