import { defineConfig } from '@playwright/test'

// Debian's Chromium, never a download: scripts/chromium.mjs finds or installs it and names it here.
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

/** `npm test` runs the tests that bear this tag; `npm run test:full` runs all. */
const isFull = process.env.TEST_FULL === '1'

export default defineConfig({
  testDir: '.',
  globalSetup: './seed.ts',
  ...(isFull ? {} : { grep: /@smoke/ }),
  outputDir: '../test-results',
  // The journeys wait for machines and pages more than they compute; the other tests measure times, one at a time.
  workers: isFull ? 1 : 2,
  timeout: 240_000,
  // A test that passes at its second try is a fault of the product or of the test.
  retries: 0,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    // Chromium draws without a graphics card: with fewer points and no gliding marks, the journeys are over a third sooner.
    viewport: isFull ? { width: 1600, height: 1000 } : { width: 1280, height: 800 },
    contextOptions: isFull ? {} : { reducedMotion: 'reduce' },
    actionTimeout: 15_000,
    screenshot: 'only-on-failure',
    // A trace of each step costs a quarter of the machine: asked for by --trace=retain-on-failure.
    trace: 'off',
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
