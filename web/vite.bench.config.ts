/** Builds the two pages of the map's bench, apart from the product. */
import { join } from 'node:path'
import { defineConfig } from 'vite'

const pages = join(import.meta.dirname, 'bench')

export default defineConfig({
  root: pages,
  logLevel: 'error',
  build: {
    emptyOutDir: true,
    target: 'es2023',
    rolldownOptions: { input: [join(pages, 'ours.html'), join(pages, 'bare.html')] },
  },
  worker: { format: 'es' },
})
