/** Starts the program with what the last start compiled, which halves the time until the first page. */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../../../.cache/compiled', import.meta.url)))
const { run } = await import('./program.ts')
await run()
