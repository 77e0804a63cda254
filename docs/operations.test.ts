/** Checks the files for administrators: the program knows every variable and every figure that they name. */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readConfig } from '../server/src/platform/config.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const all = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, name = '']) => name)

const variables = all(read('server/src/platform/config.ts'), /^ {2}([A-Z][A-Z_]+): /gm)
const figures = all(read('server/src/features/operation/figures.ts'), /^ {2}(greensward_\w+):/gm)
const adminFiles = ['docs/operations.md', ...readdirSync(join(root, 'deploy')).map(name => `deploy/${name}`)]

test.each(adminFiles)('%s names only figures that the program exports', path => {
  const named = all(read(path), /\b(greensward_(?!degraded)\w+)/g)
  expect(named.filter(name => !figures.includes(name))).toEqual([])
})

test('the example environments name only variables that the program reads', () => {
  const named = [
    ...all(read('deploy/greensward.env'), /^([A-Z_]+)=/gm),
    ...all(read('deploy/compose.yaml'), /^ {4,6}([A-Z_]+): /gm).filter(name => !name.startsWith('POSTGRES_')),
  ]
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(name => !variables.includes(name))).toEqual([])
})

test('every variable of the program is documented', () => {
  const documented = read('docs/configuration.md')
  expect(variables.filter(name => !documented.includes(`\`${name}\``))).toEqual([])
})

test('a shell reads the example environment, and the program accepts it', () => {
  const path = join(root, 'deploy/greensward.env')
  const { stdout, stderr } = spawnSync('sh', ['-ec', 'set -a; . "$0"; exec env -0', path], {
    encoding: 'utf8',
    env: {},
  })
  expect(stderr).toBe('')
  const set = stdout.split('\0').map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)])
  expect(readConfig(Object.fromEntries(set))).toMatchObject({
    publicUrl: 'https://course.example.org',
    mailFrom: 'Greensward <greensward@example.org>',
    demo: false,
    trustProxy: 1,
  })
})

test('every npm script that is named exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const named = adminFiles.flatMap(path => all(read(path), /\bnpm run ([\w:]+)/g))
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter(name => scripts[name] === undefined)).toEqual([])
})
