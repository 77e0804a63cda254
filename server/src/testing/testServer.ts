/** The whole server on a real database of its own and a port of its own, with a signed-in person of every role. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ApiError, BodyOf, Call, ParamsOf, QueryOf, ResultOf, TokenPair } from '@greensward/contract'
import { ROLE_NAMES, ROLE_SLUGS, type RoleSlug } from '@greensward/domain'
import { pino } from 'pino'
import { type App, startApp } from '../app/app.ts'
import { openSession as openStoredSession } from '../features/auth/sessionStore.ts'
import { type Config, readConfig } from '../platform/config.ts'
import type { Clock } from '../platform/context.ts'
import { users } from '../platform/db/schema/index.ts'
import type { PushNetwork } from '../platform/push/pushSender.ts'
import { databaseOf, dropDatabaseOf } from './testDatabase.ts'

/** A clock that advances only when a test moves it. */
export interface TestClock extends Clock {
  advance(ms: number): void
  /** As when somebody sets the clock of the machine: no time passes. */
  set(byMs: number): void
}

export const createTestClock = (start = new Date()): TestClock => {
  let passedMs = 0
  let setMs = 0
  return {
    now: () => new Date(start.getTime() + passedMs + setMs),
    monotonicMs: () => passedMs,
    advance: ms => {
      passedMs += ms
    },
    set: byMs => {
      setMs += byMs
    },
  }
}

/** The clock on the wall, for what is measured. */
const createRunningClock = (): TestClock => {
  let aheadMs = 0
  let setMs = 0
  return {
    now: () => new Date(Date.now() + aheadMs + setMs),
    monotonicMs: () => performance.now() + aheadMs,
    advance: ms => {
      aheadMs += ms
    },
    set: byMs => {
      setMs += byMs
    },
  }
}

export interface TestAnswer<C extends Call> {
  readonly status: number
  readonly headers: Headers
  /** Fails the test when the answer is a refusal. */
  readonly result: ResultOf<C>
  /** Fails the test when the answer is none. */
  readonly error: ApiError
}

type Given<C extends Call> = {
  readonly [K in 'params' | 'query' | 'body']?: { params: ParamsOf<C>; query: QueryOf<C>; body: BodyOf<C> }[K]
} & { readonly headers?: Readonly<Record<string, string>> }

export interface TestServer {
  readonly app: App
  readonly url: string
  readonly clock: TestClock
  readonly dataDir: string
  /** The output on the console. */
  readonly announced: readonly string[]
  readonly tokens: Readonly<Record<RoleSlug, string>>
  readonly userIds: Readonly<Record<RoleSlug, number>>
  /** Calls as a person of this role, or as nobody. */
  call<C extends Call>(as: RoleSlug | null, call: C, given?: Given<C>): Promise<TestAnswer<C>>
  /** Calls with this access token. */
  as<C extends Call>(accessToken: string | null, call: C, given?: Given<C>): Promise<TestAnswer<C>>
  /** The access token of a new session of this role. */
  openSession(role: RoleSlug): Promise<string>
  openSessionOf(userId: number): Promise<string>
  /** Both tokens of a new session of this role, as a browser keeps them. */
  openPair(role: RoleSlug): Promise<TokenPair>
  /** New tokens for every role, after the clock went past the old ones. */
  signInAgain(): Promise<void>
  close(): Promise<void>
}

export interface TestServerOptions {
  readonly config?: Partial<Config>
  /** A folder that outlives this server; otherwise one is made and removed with it. */
  readonly dataDir?: string
  /** A PostgreSQL of its own, as an installation has it, which the test kills, stops or looks into. */
  readonly hasOwnPostgres?: boolean
  /** The clock runs by itself. */
  readonly isRunning?: boolean
  /** Receives each line of the log from warnings on. */
  readonly onLog?: (line: string) => void
  /** A push service of the test's own. */
  readonly pushNetwork?: PushNetwork
}

const url = (base: string, call: Call, params: unknown, query: unknown): string => {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined) search.set(name, String(value))
  }
  return `${base}/api/${path}${search.size > 0 ? `?${search}` : ''}`
}

export const startTestServer = async (options: TestServerOptions = {}): Promise<TestServer> => {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'greensward-test-'))
  const clock = options.isRunning === true ? createRunningClock() : createTestClock()
  const databaseUrl =
    options.hasOwnPostgres === true ? undefined : (options.config?.databaseUrl ?? (await databaseOf(dataDir)))
  const config: Config = {
    ...readConfig({ DATA_DIR: dataDir, PORT: '0', MAVLINK_UDP: 'off', DEMO: 'off' }),
    databaseUrl,
    checkAnswers: true,
    // The loop is the test's own, and what holds it up is the test.
    stallAlarmMs: 3_600_000,
    ...options.config,
  }
  const announced: string[] = []
  const level = process.env.TEST_LOG_LEVEL ?? 'silent'
  const app = await startApp(config, {
    clock,
    log: options.onLog === undefined ? pino({ level }) : pino({ level: 'warn' }, { write: options.onLog }),
    announce: line => announced.push(line),
    ...(options.pushNetwork === undefined ? {} : { pushNetwork: options.pushNetwork }),
  })
  const tokens: Partial<Record<RoleSlug, string>> = {}
  const userIds: Partial<Record<RoleSlug, number>> = {}
  for (const role of ROLE_SLUGS) {
    const now = clock.now()
    const [user] = await app.ctx.db
      .insert(users)
      .values({
        login: `${role.toLowerCase()}-${randomUUID().slice(0, 8)}`,
        fullname: `Test ${ROLE_NAMES[role]}`,
        phone: '',
        email: `${role.toLowerCase()}@example.org`,
        role,
        // Nobody signs in with it: the tokens are issued below.
        passwordHash: '',
        createdAt: now,
        updatedAt: now,
      })
      .returning()
    if (user === undefined) throw new Error('no user came back')
    userIds[role] = user.id
  }
  const openSessionOf = async (userId: number): Promise<string> =>
    (await openStoredSession(app.ctx.db, userId, clock.now())).accessToken.token
  const openSession = (role: RoleSlug): Promise<string> => openSessionOf(userIds[role] ?? 0)
  const openPair = async (role: RoleSlug): Promise<TokenPair> => {
    const { accessToken, refreshToken } = await openStoredSession(app.ctx.db, userIds[role] ?? 0, clock.now())
    return { accessToken, refreshToken }
  }
  const signInAgain = async (): Promise<void> => {
    for (const role of ROLE_SLUGS) tokens[role] = await openSession(role)
  }
  await signInAgain()

  const as = async <C extends Call>(accessToken: string | null, call: C, given: Given<C> = {}) => {
    // To pack each answer and unpack it here takes longer than many calls; compression has tests of its own.
    const headers: Record<string, string> = { 'accept-encoding': 'identity', ...given.headers }
    if (accessToken !== null) headers['x-api-key'] = accessToken
    if (given.body !== undefined) headers['content-type'] = 'application/json'
    const response = await fetch(url(app.url, call, given.params, given.query), {
      method: call.method,
      headers,
      ...(given.body === undefined ? {} : { body: JSON.stringify(given.body) }),
    })
    return answerOf<C>(`${call.method} ${call.path}`, response, await response.text())
  }

  return {
    app,
    url: app.url,
    clock,
    dataDir,
    announced,
    tokens: tokens as Record<RoleSlug, string>,
    userIds: userIds as Record<RoleSlug, number>,
    as,
    call: (role, call, given) => as(role === null ? null : (tokens[role] ?? ''), call, given),
    openSession,
    openSessionOf,
    openPair,
    signInAgain,
    close: async () => {
      await app.close()
      if (options.dataDir !== undefined) return
      await dropDatabaseOf(dataDir)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const answerOf = <C extends Call>(name: string, response: Response, text: string): TestAnswer<C> => ({
  status: response.status,
  headers: response.headers,
  get result() {
    if (!response.ok) throw new Error(`${name} was refused: ${text}`)
    const answer = JSON.parse(text)
    return answer.code === 200 && 'result' in answer ? answer.result : answer
  },
  get error() {
    if (response.ok) throw new Error(`${name} was not refused: ${text}`)
    return JSON.parse(text).error
  },
})
