// Shared by start and test. Runs on the machine's own Node (20 or later) before the packages are installed.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
export const bin = name => join(root, 'node_modules', '.bin', name)

/**
 * What Node gets to run the server. The record that V8 keeps of compiled pages sometimes breaks where a process has several
 * threads, and V8 then ends the whole process (Node 24). Two things that write to this record are switched off, as the server
 * has threads for the mowers and for planning: the guard by memory keys ("Check failed: jit_page.has_value()"), and the
 * removal of WebAssembly code that is out of use ("Check failed: jit_page_->allocations_.erase(addr) == 1"), which each
 * thread has from Node itself, as the reader of TypeScript. After 1,200 threads a process is as large with it as without.
 */
export const serverArgs = ['--no-memory-protection-keys', '--no-wasm-code-gc', 'server/src/app/main.ts']

/** Runs a command with our output; resolves to its exit code, or to 128 + n if signal n ended it. */
export const run = (command, args, options = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 143)))
    options.onSpawn?.(child)
  })

export const must = async (command, args, options) => {
  const code = await run(command, args, options)
  if (code !== 0) {
    console.error(`\n${[command, ...args].join(' ')} failed with code ${code}`)
    process.exit(code)
  }
}

const modifiedMs = path => (existsSync(path) ? statSync(path).mtimeMs : 0)

/** Time of the newest change in a folder, in milliseconds since 1970. */
export const newestMs = path => {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return readdirSync(path)
    .filter(name => name !== 'node_modules' && name !== 'dist')
    .reduce((newest, name) => Math.max(newest, newestMs(join(path, name))), 0)
}

/** Installs the packages of the lock file unless they are already installed. */
export const install = async () => {
  const major = Number(process.versions.node.split('.')[0])
  if (major < 20) {
    console.error(`Greensward needs Node.js 20 or later; this is ${process.version}.`)
    process.exit(1)
  }
  const installed = modifiedMs(join(root, 'node_modules', '.package-lock.json'))
  if (installed > 0 && installed >= modifiedMs(join(root, 'package-lock.json')) && existsSync(bin('node'))) return
  console.log('Installing packages (once; a minute or so)...')
  // Not `npm ci`: it rejects a lock file without a package for another platform, which some registry mirrors do not have.
  // This command also follows the lock file and does not change it.
  await must('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'])
}

/** Builds the web app unless the last build is newer than all its sources. */
export const buildWeb = async () => {
  const built = modifiedMs(join(root, 'web', 'dist', 'index.html'))
  const sources = ['web', 'domain/src', 'contract/src', 'geometry/src', 'messages/src', 'package-lock.json']
  if (built > 0 && sources.every(path => newestMs(join(root, path)) < built)) return
  console.log('Building the web app...')
  await must(bin('node'), [bin('vite'), 'build', 'web', '--logLevel', 'warn'])
}
