/** Starts the program with what the last start compiled, which halves the time until the first page. */
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../../.cache/compiled', import.meta.url))
enableCompileCache(folder)
// Threads and processes of the server take the folder from the environment.
process.env.NODE_COMPILE_CACHE = folder
const { run } = await import('./program.ts')
await run()
