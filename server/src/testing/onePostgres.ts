/**
 * One PostgreSQL for a whole run of tests, before its first file, with a template of which each server under test is given
 * a copy (`testDatabase.ts`). A cluster for each file took longer than most files.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { TEST_POSTGRES_URL } from './testDatabase.ts'

const PROGRAM = fileURLToPath(new URL('./postgresProgram.ts', import.meta.url))

export const setup = async (): Promise<() => Promise<void>> => {
  const folder = mkdtempSync(join(tmpdir(), 'greensward-postgres-'))
  const child = spawn(process.execPath, [PROGRAM, folder, 'template'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const url = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line').then(([line]) => String(line)),
    ended.then(([code]) => {
      throw new Error(`The PostgreSQL of the tests ended with code ${code}`)
    }),
  ])
  // Workers and the programs that they start inherit it.
  process.env[TEST_POSTGRES_URL] = url
  return async () => {
    child.stdin.end()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
}
