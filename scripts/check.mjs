// `npm run check`: all checks of the sources, as many at once as there are processors; `npm run check:types` those of the
// types alone. Prints what a check prints when it fails.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { root } from './install.mjs'

/** What `tsc` computed for the files that are the same the next time: a tenth of the time of the web's types. */
const builtTypes = project => join(root, 'node_modules', '.cache', 'types', `${project}.json`)

// The longest ones first, so that none of them ends alone. `tsc` with one thread: with several it computes most types once
// for each, and takes longer than two programs side by side.
const CHECKS = [
  ...['web', 'tsconfig.node.json', 'contract', 'domain', 'messages', 'geometry', 'e2e'].map(project => ({
    name: `types of ${project}`,
    command: ['tsc', '-p', project, '--singleThreaded', '--incremental', '--tsBuildInfoFile', builtTypes(project)],
  })),
  ...['dependencies', 'style', 'unused', 'words', 'texts', 'rules'].map(name => ({
    name,
    command: ['npm', 'run', '--silent', `check:${name}`],
  })),
]

const output = ([command, ...args]) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (text += chunk))
    child.on('error', reject)
    child.on('exit', code => resolve({ text, isGreen: code === 0 }))
  })

const [wanted = ''] = process.argv.slice(2)
const waiting = CHECKS.filter(({ name }) => name.startsWith(wanted))
let failures = 0
const work = async () => {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
    const { text, isGreen } = await output(check.command)
    if (isGreen) continue
    failures += 1
    console.error(`${text}\nThe check of ${check.name} failed: ${check.command.join(' ')}\n`)
  }
}
await Promise.all(Array.from({ length: availableParallelism() }, work))
process.exit(failures === 0 ? 0 : 1)
