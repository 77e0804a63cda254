import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimed } from './alone.ts'
import { type OpenDatabase, openDatabase } from './database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embeddedPostgres.ts'

let dataDir: string
let postgres: EmbeddedPostgres
let one: OpenDatabase
let other: OpenDatabase
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'greensward-alone-'))
  postgres = await startEmbeddedPostgres(dataDir, { info: () => undefined, warn: () => undefined })
  one = openDatabase(postgres.url, () => undefined)
  other = openDatabase(postgres.url, () => undefined)
})
afterAll(async () => {
  await one.close()
  await other.close()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const isFree = (what: string): Promise<boolean> => claimed(other.db, what, async () => undefined)
/** Work that continues until it is asked to end. */
const work = () => {
  let begun = (): void => undefined
  let end = (): void => undefined
  const isBegun = new Promise<void>(resolve => (begun = resolve))
  const run = (): Promise<void> =>
    new Promise(resolve => {
      end = resolve
      begun()
    })
  return { run, isBegun, end: () => end() }
}

test('one task runs on one server at a time, and other tasks run beside it', async () => {
  const long = work()
  const done = claimed(one.db, 'a', long.run)
  await long.isBegun
  expect(await isFree('a')).toBe(false)
  expect(await isFree('b')).toBe(true)
  long.end()
  expect(await done).toBe(true)
  expect(await isFree('a')).toBe(true)
})

test('failed work releases its claim', async () => {
  await expect(claimed(one.db, 'c', () => Promise.reject(new Error('no disk')))).rejects.toThrow('no disk')
  expect(await isFree('c')).toBe(true)
})

test('a claim ends with the connection of the server that had it', async () => {
  const long = work()
  const done = claimed(one.db, 'd', long.run)
  await long.isBegun
  await other.db.execute(sql`
    select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and pid <> pg_backend_pid()`)
  await expect.poll(() => isFree('d')).toBe(true)
  long.end()
  expect(await done).toBe(true)
})
