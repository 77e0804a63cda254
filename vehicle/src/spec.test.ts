import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..', '..')

const testsOf = (room: string): string =>
  readdirSync(join(root, room, 'src'), { recursive: true, encoding: 'utf8' })
    .filter(file => /\.test\.ts$/.test(file))
    .map(file => readFileSync(join(root, room, 'src', file), 'utf8'))
    .join('\n')

test('every safety rule is named in the title of a test, and every title names rules that exist', () => {
  const spec = readFileSync(join(root, 'vehicle', 'SPEC.md'), 'utf8')
  const rules = [...spec.matchAll(/^\| (SAFE-\w+) +\|/gm)].map(([, id]) => id)
  const titles = [
    ...['vehicle', 'simulator', 'server']
      .map(testsOf)
      .join('\n')
      .matchAll(/\btest\(\s*(['"`])(.*?)\1/g),
  ]
  const cited = new Set(titles.flatMap(([, , title]) => title?.match(/SAFE-\d+[a-z]?/g) ?? []))
  expect(rules.length).toBeGreaterThan(20)
  expect([...cited].sort()).toEqual([...rules].sort())
})
