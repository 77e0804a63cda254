/** The program that makes the demo's past, and a database that does not answer. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { Context } from '../../../platform/context.ts'
import { askForHistory, startDemoHistory } from './index.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'greensward-history-'))
let end: () => void = () => undefined
afterEach(() => {
  end()
  rmSync(dataDir, { recursive: true, force: true })
})

test('it is tried again five times, and the next start is asked for it still', async () => {
  const warned: string[] = []
  const log = { info: () => undefined, warn: (_: object, text: string) => void warned.push(text) }
  const ctx = { config: { dataDir, clockAheadS: 0 }, log } as unknown as Context
  askForHistory(ctx.config)
  // Nothing listens there.
  ;({ end } = startDemoHistory(ctx, 'postgres://nobody@127.0.0.1:1/nothing', 10))
  await expect.poll(() => warned.length, { timeout: 50_000 }).toBe(5)
  expect(new Set(warned.slice(0, 4))).toEqual(new Set(['The past of the demo course is not made, and is tried again']))
  expect(warned[4]).toBe('The past of the demo course is not made')
  ;({ end } = startDemoHistory(ctx, 'postgres://nobody@127.0.0.1:1/nothing', 60_000))
  await expect.poll(() => warned.length, { timeout: 30_000 }).toBe(6)
}, 100_000)
