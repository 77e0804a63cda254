/** What administrators are handed is kept true: every variable and every figure that it names is one of the program's. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const all = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name)

const variables = all(read('server/src/config.ts'), /^ {2}([A-Z][A-Z_]+): /gm)
const figures = all(read('server/src/operation/figures.ts'), /^ {2}(greensward_\w+):/gm)
const handed = ['docs/operations.md', ...readdirSync(join(root, 'deploy')).map(name => `deploy/${name}`)]

test.each(handed)('%s names figures that there are', path => {
  const named = all(read(path), /\b(greensward_(?!degraded)\w+)/g)
  expect(named.filter(name => !figures.includes(name))).toEqual([])
})

test('the environment that is handed out names variables that there are', () => {
  const named = [
    ...all(read('deploy/greensward.env'), /^([A-Z_]+)=/gm),
    ...all(read('deploy/compose.yaml'), /^ {4,6}([A-Z_]+): /gm).filter(name => !name.startsWith('POSTGRES_')),
  ]
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(name => !variables.includes(name))).toEqual([])
})

test('every variable of the program stands in the README', () => {
  const readme = read('README.md')
  expect(variables.filter(name => !readme.includes(`\`${name}\``))).toEqual([])
})
