// `npm test`: every change has to pass it. Installs the tools for tests, then runs checks, unit and property tests, and the
// main browser journeys. `npm run test:full` also runs the long tests.
import { chromium } from './chromium.mjs'
import { createGroups } from './groups.mjs'
import { buildWeb, install } from './install.mjs'
import { nats } from './nats.mjs'
import { quickFolder } from './quickFolder.mjs'

await install()
const groups = createGroups({ ...process.env, ...quickFolder(), CHROMIUM_PATH: chromium(), NATS_SERVER_PATH: nats() })
const isGreen =
  (await groups.command('check', 'npm', ['run', '--silent', 'check'])) &&
  (await groups.work('build', buildWeb)) &&
  (await groups.unit('unit and component')) &&
  (await groups.browser('browser journeys'))
groups.report(0)
process.exit(isGreen ? 0 : 1)
