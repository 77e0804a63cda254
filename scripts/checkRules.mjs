// Part of `npm run check`: every safety rule of vehicle/SPEC.md is named in the title of a test, and every title names rules
// that exist. Whether the tests pass is for `npm test`.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

const spec = readFileSync(join(root, 'vehicle', 'SPEC.md'), 'utf8')
const rules = new Set([...spec.matchAll(/^\| (SAFE-\w+) +\|/gm)].map(([, id]) => id))

const tests = ['vehicle', 'simulator', 'server']
  .flatMap(name => readdirSync(join(root, name, 'src'), { recursive: true }).map(file => join(root, name, 'src', file)))
  .filter(file => file.endsWith('.test.ts'))
const cited = new Set(
  tests.flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(/\btest\(\s*(['"`])(.*?)\1/g)].flatMap(
      ([, , title]) => title.match(/SAFE-\d+[a-z]?/g) ?? [],
    ),
  ),
)

const faults = [
  ...[...rules].filter(id => !cited.has(id)).map(id => `${id}: no test has it in its title`),
  ...[...cited].filter(id => !rules.has(id)).map(id => `${id}: a test names it, vehicle/SPEC.md does not`),
  ...(rules.size > 20 ? [] : [`vehicle/SPEC.md: only ${rules.size} rules found`]),
]
for (const fault of faults) console.error(fault)
process.exit(faults.length > 0 ? 1 : 0)
