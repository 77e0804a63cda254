import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from './database.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embeddedPostgres.ts'

/** More than the pool holds. */
const ATTEMPTS = 30

let dataDir: string
let postgres: EmbeddedPostgres
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'greensward-pool-'))
  postgres = await startEmbeddedPostgres(dataDir, { info: () => undefined, warn: () => undefined })
})
afterAll(async () => {
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

describe('a connection', () => {
  it('returns to the pool when its transaction could not begin', async () => {
    const { db, close } = openDatabase(postgres.url, () => undefined)
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const isolationLevel = 'no such level' as 'serializable'
      await expect(db.transaction(async () => undefined, { isolationLevel })).rejects.toThrow()
    }
    await db.execute(sql`select 1`)
    await close()
  })

  it('that broke under a transaction is replaced', async () => {
    const { db, close } = openDatabase(postgres.url, () => undefined)
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      await expect(
        db.transaction(tx => tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`)),
      ).rejects.toThrow()
    }
    await db.transaction(tx => tx.execute(sql`select 1`))
    await close()
  })
})
