import { fileURLToPath } from 'node:url'
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
    // As the server runs: see serverArgs in scripts/install.mjs.
    execArgv: ['--no-memory-protection-keys', '--no-wasm-code-gc'],
    projects: [
      {
        test: {
          ...shared,
          name: 'pure',
          include: [`${PURE}/**/*.test.ts`, 'web/**/*.test.ts'],
          isolate: false,
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
      // Tests with a document end in .tsx. Each worker makes it and loads the program once, as long as the next file has the
      // same environment; `web/src/testing/openApp.tsx` leaves nothing behind for the next test.
      {
        test: {
          ...shared,
          name: 'web',
          include: ['web/**/*.test.tsx'],
          environment: 'jsdom',
          isolate: false,
          setupFiles: [
            'web/src/testing/quickElements.ts',
            'web/src/testing/quickStyles.ts',
            'web/src/testing/startInEnglish.ts',
          ],
          maxWorkers: 3,
          // Of one order its projects run one after the other, and no worker waits for the end of the one before.
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...shared,
          name: 'server',
          include: ['{server,simulator}/**/*.test.ts'],
          isolate: false,
          globalSetup: ['server/src/testing/onePostgres.ts'],
          // Threads and processes of the server start in half the time with what others compiled, as in the product.
          env: { NODE_COMPILE_CACHE: fileURLToPath(new URL('.cache/compiled', import.meta.url)) },
          // Tests of the server wait for links and clocks half of their time; the long ones compute more.
          maxWorkers: isFull ? 4 : 8,
          sequence: { groupOrder: 0 },
        },
      },
    ],
  },
})
