import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { ahead } from './ahead.ts'
import { signInAs } from './dev/signInAs.ts'
import { playerWorker } from './playerWorker.ts'
import { pushWorker } from './pushWorker.ts'
import { thirdPartyNotices } from './thirdPartyNotices.ts'
import { withoutJsonSchema } from './withoutJsonSchema.ts'

/** Where the development server hands API and live traffic to. */
const api = process.env.API_URL ?? 'http://127.0.0.1:8080'

/** Smaller files gain nothing from being compressed. */
const LEAST_BYTES = 1_024

/** Writes each text file also as .br and .gz, pressed as far as it goes once instead of a little at every request. */
const compressed = (): Plugin => ({
  name: 'greensward:compressed',
  apply: 'build',
  // Runs after every other plugin, so that it sees the files as served.
  async writeBundle({ dir = '' }, bundle) {
    await Promise.all(
      Object.keys(bundle)
        .filter(name => /\.(js|css|svg)$/.test(name))
        .map(async name => {
          const path = join(dir, name)
          const text = await readFile(path)
          if (text.length < LEAST_BYTES) return
          await writeFile(`${path}.br`, await promisify(brotliCompress)(text))
          await writeFile(`${path}.gz`, await promisify(gzip)(text, { level: 9 }))
        }),
    )
  },
})

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    withoutJsonSchema(),
    ahead(),
    playerWorker(),
    pushWorker(),
    thirdPartyNotices(),
    compressed(),
    signInAs(api, process.env.DEV_DATA_DIR),
  ],
  server: {
    port: 5173,
    proxy: {
      '/api': { target: api, changeOrigin: false },
      '/socket.io': { target: api, ws: true, changeOrigin: false },
    },
  },
  build: {
    outDir: 'dist',
    // Says what belongs to what: the test of the first load reads it.
    manifest: true,
    target: 'es2023',
    // A browser that cannot load modules ahead loads them when they are asked for, as it would without this program.
    modulePreload: { polyfill: false },
    // Fonts and pictures stay files: `data:` addresses would need a wider content security policy.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // The calls before the program are a file of their own.
      input: { index: join(import.meta.dirname, 'index.html'), ahead: join(import.meta.dirname, 'src/api/ahead.ts') },
      treeshake: {
        // Modules that re-export much: a screen then loads only the parts that it uses.
        moduleSideEffects: [
          { test: /[\\/](geometry|domain|messages)[\\/]src[\\/]/, sideEffects: false },
          { test: /[\\/]web[\\/]src[\\/](ui|api)[\\/].*\.tsx?$/, sideEffects: false },
          { test: /[\\/]clipper2-ts[\\/]/, sideEffects: false },
        ],
      },
    },
  },
  worker: { format: 'es' },
})
