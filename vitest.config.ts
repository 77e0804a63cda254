import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{geometry,raster,domain,demo,vehicle,simulator,server,web,bench,docs}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    globalSetup: ['server/src/testing/onePostgres.ts'],
    // A busy machine is no failure: these end what hangs.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 10_000 } },
    maxWorkers: 2,
  },
})
