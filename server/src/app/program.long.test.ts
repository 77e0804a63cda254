import { type ChildProcess, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ROLE_SLUGS } from '@greensward/domain'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/db/embeddedPostgres.ts'
import { natsServer, spawnNats } from '../testing/grownRig.ts'
import { freePort } from '../testing/serverProcess.ts'

const natsPath = natsServer()
const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))

interface Program {
  readonly child: ChildProcess
  readonly url: string
  /** Its output so far. */
  words(): string
  /** Resolves with its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string | null>
}

const running: Program[] = []
let dataDir: string
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'greensward-program-'))
})
afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGTERM')
    await ended
  }
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

const start = (folder: string, env: Record<string, string> = {}): Program => {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH ?? '',
      DATA_DIR: folder,
      PORT: '0',
      SIMULATOR: 'off',
      MAVLINK_UDP: 'off',
      DEMO_HISTORY: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let words = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', chunk => {
      words += String(chunk)
    })
  }
  const ended = new Promise<number | string | null>(resolve =>
    child.once('exit', (code, signal) => resolve(code ?? signal)),
  )
  const program: Program = {
    child,
    get url() {
      const [, url] = words.match(/Greensward is ready: (\S+)/) ?? []
      if (url === undefined) throw new Error(`It is not ready: ${words}`)
      return url
    },
    words: () => words,
    ended,
  }
  running.push(program)
  return program
}

const ready = async (program: Program): Promise<Program> => {
  await expect.poll(program.words, { timeout: 50_000 }).toMatch(/Greensward is ready: .*\n(.+\n)*\n/)
  return program
}

interface DemoUser {
  readonly role: string
  readonly login: string
  readonly password: string
}

const demoUsers = (): readonly DemoUser[] => JSON.parse(readFileSync(join(dataDir, 'demo-users.json'), 'utf8'))

/** Only what the tests look at. */
interface Answer {
  readonly result: {
    readonly id: string
    readonly challengeId: string
    readonly sentTo: string
    readonly accessToken: { readonly token: string }
    readonly features: readonly { readonly kind: string }[]
    readonly totalFieldArea: number
    readonly total: number
  }
}

const post = async (program: Program, path: string, body: unknown, token?: string) => {
  const response = await fetch(`${program.url}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token === undefined ? {} : { 'x-api-key': token }) },
    body: JSON.stringify(body),
  })
  const answer: Answer = JSON.parse(await response.text())
  return { status: response.status, result: answer.result }
}

const get = async (program: Program, path: string, token: string): Promise<Answer> =>
  JSON.parse(await (await fetch(`${program.url}/api/${path}`, { headers: { 'x-api-key': token } })).text())

const signIn = async (program: Program, role: string): Promise<string> => {
  const { login, password } = demoUsers().find(user => user.role === role) ?? {}
  const { result } = await post(program, 'auth/login', { login, password })
  const [, code] = program.words().match(new RegExp(`Sign-in code for ${login}: (\\d{6})\\s*$`)) ?? []
  const answer = await post(program, 'auth/code', { challengeId: result.challengeId, code })
  return answer.result.accessToken.token
}

describe('the program', () => {
  it('fills an empty database with the demo course and prints how to sign in, for each role', async () => {
    const program = await ready(start(dataDir))
    expect(demoUsers().map(({ role }) => role)).toEqual(ROLE_SLUGS)
    expect(statSync(join(dataDir, 'demo-users.json')).mode & 0o777).toBe(0o600)
    for (const { login, password } of demoUsers()) {
      expect(program.words()).toMatch(new RegExp(`${login}\\s+${password}`))
    }
    const token = await signIn(program, 'ROLE_GREENKEEPER')
    const { result: map } = await get(program, 'map', token)
    expect(map.features.filter(({ kind }) => kind === 'hole')).toHaveLength(18)
    const { result: settings } = await get(program, 'settings', token)
    expect(settings.totalFieldArea).toBeGreaterThan(100_000)
    expect((await get(program, 'garage', token)).result.total).toBeGreaterThan(5)
  }, 60_000)

  it('loses nothing acknowledged when it is killed, and starts again despite its leftovers', async () => {
    const first = await ready(start(dataDir))
    const token = await signIn(first, 'ROLE_ADMIN')
    const added = await post(first, 'blades', { name: 'Kept', widthM: 1, missionSpeedMps: 1 }, token)
    expect(added.status).toBe(200)
    first.child.kill('SIGKILL')
    expect(await first.ended).toBe('SIGKILL')
    const second = await ready(start(dataDir))
    const { result } = await get(second, `blades/${added.result.id}`, token)
    expect(result).toEqual(added.result)
    second.child.kill('SIGTERM')
    expect(await second.ended).toBe(0)
  }, 60_000)

  it('refuses to be started twice on one data directory, in words', async () => {
    await ready(start(dataDir))
    const second = start(dataDir)
    expect(await second.ended).toBe(1)
    expect(second.words()).toContain('is in use by another server')
    expect(second.words()).not.toContain('    at ')
  }, 60_000)

  it.each(['PORT', 'MAVLINK_UDP'])(
    'says which address another program uses, where it is that of %s',
    async variable => {
      const stream = createServer().listen(0, '127.0.0.1')
      const datagrams = createSocket('udp4').bind(0, '127.0.0.1')
      await Promise.all([once(stream, 'listening'), once(datagrams, 'listening')])
      const { port } = variable === 'PORT' ? (stream.address() as AddressInfo) : datagrams.address()
      try {
        const address = `127.0.0.1:${port}`
        const program = start(dataDir, { [variable]: variable === 'PORT' ? String(port) : address })
        expect(await program.ended).toBe(1)
        const said = program
          .words()
          .split('\n')
          .filter(line => line !== '' && !line.startsWith('{'))
        expect(said).toEqual([expect.stringContaining(`${address} is used by another program`)])
      } finally {
        stream.close()
        datagrams.close()
      }
    },
    60_000,
  )

  it('names every variable that it cannot use', async () => {
    const program = start(dataDir, { PORT: 'none', DEMO: 'perhaps', SMTP_URL: 'http://mail' })
    expect(await program.ended).toBe(1)
    for (const name of ['PORT', 'DEMO', 'SMTP_URL']) expect(program.words()).toContain(name)
  })

  it('lets a first administrator in by a link, where the demo is off, until somebody has signed in', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'greensward-program-'))
    try {
      const linkOf = (program: Program) =>
        program.words().match(/first administrator, once: \S+\/set-up#(\S+)/)?.[1] ?? ''
      const first = await ready(start(folder, { DEMO: 'off' }))
      const lost = linkOf(first)
      expect(lost).not.toBe('')
      first.child.kill('SIGINT')
      expect(await first.ended).toBe(0)
      const second = await ready(start(folder, { DEMO: 'off' }))
      const person = { login: 'rosa', fullname: 'Rosa Field', email: 'rosa@example.org', password: 'nine greens' }
      expect((await post(second, 'auth/set-up', { ...person, token: lost })).status).toBe(403)
      const token = linkOf(second)
      expect((await post(second, 'auth/set-up', { ...person, token })).status).toBe(200)
      expect((await post(second, 'auth/set-up', { ...person, login: 'eve', token })).status).toBe(403)
      const { result } = await post(second, 'auth/login', { login: 'rosa', password: person.password })
      expect(result.sentTo).toBe('r***@example.org')
      const [, code] = second.words().match(/Sign-in code for rosa: (\d{6})/) ?? []
      const signedIn = await post(second, 'auth/code', { challengeId: result.challengeId, code })
      expect((await get(second, 'users', signedIn.result.accessToken.token)).result.total).toBe(1)
      second.child.kill('SIGTERM')
      await second.ended
      const third = await ready(start(folder, { DEMO: 'off' }))
      expect(linkOf(third)).toBe('')
      third.child.kill('SIGTERM')
      await third.ended
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }, 90_000)
})

describe.skipIf(natsPath === undefined)('several servers that start on one empty database', () => {
  let folder: string
  let postgres: EmbeddedPostgres
  let nats: ChildProcess
  let natsPort: number
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'greensward-program-'))
    natsPort = await freePort('tcp')
    nats = await spawnNats(natsPath ?? '', natsPort)
    postgres = await startEmbeddedPostgres(folder, { info: () => undefined, warn: () => undefined })
  }, 60_000)
  afterAll(async () => {
    nats.kill('SIGTERM')
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }, 60_000)

  /** This number at once, on a database of their own. */
  const startOn = async (database: string, demo: 'on' | 'off', names: readonly string[]) => {
    const client = new pg.Client(postgres.url)
    await client.connect()
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database])
    if (rowCount === 0) await client.query(`create database ${database}`)
    await client.end()
    const databaseUrl = new URL(postgres.url)
    databaseUrl.pathname = database
    const programs = names.map(name =>
      start(join(folder, database, name), {
        DEMO: demo,
        DATABASE_URL: databaseUrl.href,
        DATABASE_CONNECTIONS: '5',
        NATS_URL: `nats://127.0.0.1:${natsPort}`,
        SHARED_DIR: join(folder, database),
      }),
    )
    for (const program of programs) await ready(program)
    return programs
  }
  const first = <T>(list: readonly T[]): T => list[0] ?? expect.fail('there is none')

  it('each say a link for the first administrator that is good on all of them, until one was used', async () => {
    const linkOf = (program: Program) =>
      program.words().match(/first administrator, once: \S+\/set-up#(\S+)/)?.[1] ?? ''
    const early = first(await startOn('bare', 'off', ['one']))
    const late = first(await startOn('bare', 'off', ['two']))
    const person = { login: 'rosa', fullname: 'Rosa Field', email: 'rosa@example.org', password: 'nine greens' }
    expect((await post(late, 'auth/set-up', { ...person, token: linkOf(early) })).status).toBe(200)
    expect((await post(early, 'auth/set-up', { ...person, login: 'eve', token: linkOf(late) })).status).toBe(403)
  }, 180_000)

  it('fill it with the demo once, and all say the same logins', async () => {
    const programs = await startOn('demo', 'on', ['one', 'two'])
    const loginsOf = (program: Program) => program.words().match(/Demo logins:\n(.+\n)+/)?.[0]
    expect(loginsOf(first(programs))).toContain('greenkeeper')
    expect(programs.map(loginsOf)).toEqual(programs.map(() => loginsOf(first(programs))))
    for (const program of programs) expect(program.words()).not.toContain('/set-up#')
  }, 180_000)
})
