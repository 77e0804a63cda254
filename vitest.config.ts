import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{geometry,raster,domain,demo,vehicle,simulator,server,web,bench,docs}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
})
