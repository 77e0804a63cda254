// `npm run test:full`: everything, each part also alone: `npm run test:full -- unit browser`.
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

const asked = process.argv.slice(2)
const unknown = asked.filter(name => !Object.hasOwn(parts, name))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. The parts are ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}
// The pages that browsers are shown have to be those of the source, whichever parts are asked for.
const names = asked.length === 0 ? Object.keys(parts) : ['build', ...asked.filter(name => name !== 'build')]
let isGreen = true
// All of them, so that one red part hides nothing of the others.
for (const name of names) if (!(await parts[name]())) isGreen = false
groups.tell(SLOWEST)
process.exit(isGreen ? 0 : 1)
