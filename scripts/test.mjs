// `npm test`: installs what tests need, then check, unit, property and database tests, then the browser tests.
import { chromium } from './chromium.mjs'
import { bin, buildWeb, install, must } from './install.mjs'
import { nats } from './nats.mjs'
import { runUnitTests } from './unitTests.mjs'

await install()
const chromiumPath = chromium()
const natsPath = nats()
await must('npm', ['run', '--silent', 'check'])
await buildWeb()
const code = await runUnitTests({ ...process.env, NATS_SERVER_PATH: natsPath })
if (code !== 0) process.exit(code)
await must(bin('node'), [bin('playwright'), 'test', '-c', 'e2e/playwright.config.ts'], {
  env: { ...process.env, CHROMIUM_PATH: chromiumPath },
})
