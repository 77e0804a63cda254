import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSeal } from './sealing.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'greensward-seal-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a secret can be opened after a restart, is sealed differently each time, and is unreadable in the store', () => {
  const sealed = openSeal(folder).close('häuschen 7')
  expect(sealed).not.toContain('häuschen')
  expect(Buffer.from(sealed, 'base64').toString('utf8')).not.toContain('chen 7')
  const again = openSeal(folder)
  expect(again.open(sealed)).toBe('häuschen 7')
  expect(again.close('häuschen 7')).not.toBe(sealed)
  expect(statSync(join(folder, 'secrets.key')).mode & 0o077).toBe(0)
})

test('refuses data that was changed, cut or sealed with another key', () => {
  const seal = openSeal(folder)
  const sealed = seal.close('secret')
  const bytes = Buffer.from(sealed, 'base64')
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  for (const wrong of [bytes.toString('base64'), sealed.slice(0, 8), '', 'not base64 at all'])
    expect(seal.open(wrong)).toBeUndefined()
  rmSync(join(folder, 'secrets.key'))
  expect(openSeal(folder).open(sealed)).toBeUndefined()
})

test('derives the same value each time, and another with another text or key', () => {
  const derived = openSeal(folder).derive('a')
  expect(openSeal(folder).derive('a')).toBe(derived)
  expect(openSeal(folder).derive('b')).not.toBe(derived)
  rmSync(join(folder, 'secrets.key'))
  expect(openSeal(folder).derive('a')).not.toBe(derived)
})
