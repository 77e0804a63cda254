import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { lateCalls } from '@greensward/contract/late'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

const FILE_BYTES = 20e6
/** Beyond what the process had, with the senders in it too. */
const MOST_MORE_BYTES = 1_200e6

/** A well-formed drawing of one point and a comment that makes it large. */
const largeFile = (): Blob =>
  new Blob([
    '<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><!--',
    'x'.repeat(FILE_BYTES),
    '--><Placemark><name>Depot</name><Point><coordinates>-2.8,52.7</coordinates></Point></Placemark></Document></kml>',
  ])

/**
 * SQLite compares each constraint with all before it, when it reads the schema and before any query: a hundred thousand take
 * minutes, a million take hours.
 */
const endlessGeopackage = (): Blob => {
  const db = new DatabaseSync(':memory:', { defensive: false })
  db.exec('create table t (c); pragma writable_schema = on')
  const columns = Array.from({ length: 500 }, (_, i) => `c${i}`)
  const constraints = columns.flatMap((a, i) => columns.slice(i + 1).map(b => `unique(${a},${b})`))
  db.prepare('update sqlite_master set sql = ?').run(`CREATE TABLE t(${[...columns, ...constraints].join(',')})`)
  const bytes = db.serialize()
  db.close()
  return new Blob([new Uint8Array(bytes)])
}

/** Processes that this one has started and that live. */
const childProcesses = (): readonly string[] =>
  readdirSync('/proc/self/task').flatMap(thread =>
    readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  )

describe('many large imports at once', () => {
  let server: TestServer
  const tokens: string[] = []
  beforeAll(async () => {
    server = await startTestServer()
    for (const role of ['ROLE_ADMIN', 'ROLE_GREENKEEPER'] as const)
      for (let i = 0; i < 3; i += 1) tokens.push(await server.openSession(role))
  })
  afterAll(() => server.close())

  const send = async (token: string, signal?: AbortSignal, file = largeFile()): Promise<Response | undefined> => {
    const form = new FormData()
    form.append('file', file, 'course')
    try {
      return await fetch(`${server.url}/api/${lateCalls.imports.create.path}`, {
        method: 'POST',
        headers: { 'x-api-key': token },
        body: form,
        ...(signal === undefined ? {} : { signal }),
      })
    } catch {
      return undefined
    }
  }
  const filesLeft = (): readonly string[] => {
    const folder = join(server.dataDir, 'imports')
    return existsSync(folder) ? readdirSync(folder) : []
  }

  test('are read in turn within bounds of memory; imports beyond the share of a person are refused with a time to retry', async () => {
    const before = process.memoryUsage.rss()
    let most = before
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss())
    }, 20)
    const answers = await Promise.all(tokens.map(token => send(token)))
    clearInterval(watch)
    console.log(`6 imports of 20 MB: ${Math.round((most - before) / 1e6)} MB more at worst`)
    const statuses = answers.map(answer => answer?.status).sort()
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
    for (const answer of answers)
      if (answer?.status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(most - before).toBeLessThan(MOST_MORE_BYTES)
    await vi.waitFor(() => expect(filesLeft()).toEqual([]), 10_000)
  }, 120_000)

  test('end with their callers and leave nothing behind', async () => {
    const leaving = new AbortController()
    const sent = tokens.slice(0, 2).map(token => send(token, leaving.signal))
    await vi.waitFor(() => expect(filesLeft().length).toBeGreaterThan(0), { timeout: 20_000, interval: 5 })
    leaving.abort()
    await Promise.all(sent)
    await vi.waitFor(() => expect(filesLeft()).toEqual([]), { timeout: 20_000 })
    // Their share is free again.
    expect((await send(tokens[0] ?? ''))?.status).toBe(200)
  }, 120_000)

  test.skipIf(process.platform !== 'linux')(
    'a file that keeps SQLite busy ends with its caller, and the next one is read',
    async () => {
      // The process of the test before ends after some seconds without work.
      await vi.waitFor(() => expect(childProcesses()).toEqual([]), { timeout: 30_000 })
      const leaving = new AbortController()
      const sent = send(tokens[0] ?? '', leaving.signal, endlessGeopackage())
      await vi.waitFor(() => expect(childProcesses()).toHaveLength(1), { timeout: 30_000, interval: 20 })
      const [busy] = childProcesses()
      // In the middle of the schema.
      await new Promise(done => setTimeout(done, 3_000))
      leaving.abort()
      await sent
      await vi.waitFor(() => expect(childProcesses()).not.toContain(busy), { timeout: 30_000 })
      expect((await send(tokens[0] ?? ''))?.status).toBe(200)
    },
    120_000,
  )
})
