import { configDefaults, defineConfig } from 'vitest/config'

/** `npm test` leaves out the files that take long, `*.long.test.ts`; `npm run test:full` runs all of them. */
const isFull = process.env.TEST_FULL === '1'
const long = isFull ? [] : ['**/*.long.test.ts']
/** Packages without a server, a browser or anything else that a file could leave behind for the next one. */
const PURE = '{messages,geometry,raster,domain,contract,course-io,demo,vehicle,bench,docs}'

const shared = {
  exclude: [...configDefaults.exclude, '**/dist/**', ...long],
  // A test on a loaded host is slow, not failed: these limits end only what hangs.
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 10_000 } },
}

export default defineConfig({
  test: {
    // Tests of the server wait for links and clocks half of their time: two more workers use the two cores meanwhile.
    maxWorkers: 4,
    // As the server runs: see serverArgs in scripts/install.mjs.
    execArgv: ['--no-memory-protection-keys', '--no-wasm-code-gc'],
    projects: [
      { test: { ...shared, name: 'pure', include: [`${PURE}/**/*.test.ts`], isolate: false } },
      // Each worker loads the program once; `web/src/testing/openApp.tsx` leaves nothing behind for the next test.
      {
        test: {
          ...shared,
          name: 'web',
          include: ['web/**/*.test.{ts,tsx}'],
          isolate: false,
          setupFiles: ['web/src/testing/startInEnglish.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'server',
          include: ['{server,simulator}/**/*.test.ts'],
          isolate: false,
          globalSetup: ['server/src/testing/onePostgres.ts'],
        },
      },
    ],
  },
})
