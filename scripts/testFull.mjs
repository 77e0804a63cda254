// `npm run test:full`: all tests, or only some parts: `npm run test:full -- unit browser`.
import { chromium } from './chromium.mjs'
import { createGroups } from './groups.mjs'
import { bin, buildWeb, install } from './install.mjs'
import { nats } from './nats.mjs'

const SLOWEST = 20

await install()
const env = { ...process.env, TEST_FULL: '1', CHROMIUM_PATH: chromium(), NATS_SERVER_PATH: nats() }
const groups = createGroups(env)

const parts = {
  check: () => groups.command('check', 'npm', ['run', '--silent', 'check']),
  build: () => groups.work('build', buildWeb),
  unit: () => groups.unit('unit, in full'),
  browser: () => groups.browser('browser, all'),
  replicas: () => groups.browser('three servers', ['--grep', '@smoke'], { E2E_REPLICAS: '3' }),
  chaos: () => groups.command('chaos', bin('node'), ['server/src/testing/benchChaos.ts', '--rounds', '20']),
}

const requested = process.argv.slice(2)
const unknown = requested.filter(name => !Object.hasOwn(parts, name))
if (unknown.length > 0) {
  console.error(`Unknown part: ${unknown.join(', ')}. Parts: ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}
// Always build first: browser tests must run on the pages of this source.
const names = requested.length === 0 ? Object.keys(parts) : ['build', ...requested.filter(name => name !== 'build')]
let isGreen = true
// Runs all parts even if one fails, so that every failure is shown.
for (const name of names) if (!(await parts[name]())) isGreen = false
groups.report(SLOWEST)
process.exit(isGreen ? 0 : 1)
