/**
 * Makes the service worker of notifications one file at an address that stays the same: a browser asks there for newer
 * ones by itself, also when nobody has opened the product for weeks.
 */
import { join } from 'node:path'
import { build, type Plugin } from 'vite'

export const pushWorker = (): Plugin => ({
  name: 'greensward:pushWorker',
  apply: 'build',
  async generateBundle() {
    const made = await build({
      configFile: false,
      root: import.meta.dirname,
      logLevel: 'error',
      publicDir: false,
      build: {
        write: false,
        target: 'es2023',
        lib: {
          entry: join(import.meta.dirname, 'src/features/notifications/pushWorker.ts'),
          formats: ['iife'],
          name: 'pushWorker',
        },
      },
    })
    const [file] = (Array.isArray(made) ? made : [made]).flatMap(one => ('output' in one ? one.output : []))
    if (file?.type !== 'chunk') throw new Error('the service worker of notifications was not built')
    this.emitFile({ type: 'asset', fileName: 'pushWorker.js', source: file.code })
  },
})
