// `npm test`: what a change has to pass. Installs what tests need, then check, unit and property tests, and the journeys in
// a browser that carry the main promises. What takes long is `npm run test:full`.
import { chromium } from './chromium.mjs'
import { createGroups } from './groups.mjs'
import { buildWeb, install } from './install.mjs'
import { nats } from './nats.mjs'

await install()
const groups = createGroups({ ...process.env, CHROMIUM_PATH: chromium(), NATS_SERVER_PATH: nats() })
const isGreen =
  (await groups.command('check', 'npm', ['run', '--silent', 'check'])) &&
  (await groups.work('build', buildWeb)) &&
  (await groups.unit('unit and component')) &&
  (await groups.browser('browser journeys'))
groups.tell(0)
process.exit(isGreen ? 0 : 1)
