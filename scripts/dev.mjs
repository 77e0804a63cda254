// `npm run dev`: the server with a restart after each change, the web app with hot reload, and the simulator, on separate data
// in .cache/dev. Loopback only. Each role has an address that signs it in.
import { spawn } from 'node:child_process'
import { mkdirSync, watch } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { bin, install, root, serverArgs } from './install.mjs'

await install()
const began = Date.now()
const folder = join(root, '.cache', 'dev')
const dataDir = join(folder, 'data')
mkdirSync(dataDir, { recursive: true })

const freePort = wanted =>
  new Promise(resolve => {
    const probe = createServer()
    probe.once('error', () => resolve(freePort(0)))
    probe.listen(wanted, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })

const children = []
const start = (args, env, stdio) => {
  const child = spawn(bin('node'), args, { cwd: root, env: { ...process.env, ...env }, stdio })
  children.push(child)
  return child
}
let isEnding = false
const end = code => {
  if (isEnding) return
  isEnding = true
  for (const child of children) child.kill('SIGTERM')
  // The database stops last: it stops when its input ends.
  Promise.all(children.map(child => child.exitCode ?? new Promise(resolve => child.once('exit', resolve)))).then(() =>
    process.exit(code),
  )
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => end(0))

// A separate process: the server would take seconds to stop and start its own database at each change.
const database = start(['server/src/testing/postgresProgram.ts', join(folder, 'postgres')], {}, [
  'pipe',
  'pipe',
  'inherit',
])
const databaseUrl = await new Promise((resolve, reject) => {
  createInterface({ input: database.stdout }).once('line', resolve)
  database.once('exit', code => reject(new Error(`The database exited with code ${code}`)))
})

const port = await freePort(Number(process.env.PORT ?? 8080))
const webPort = await freePort(Number(process.env.WEB_PORT ?? 5173))
const stopPort = await freePort(port + 1)
const address = `http://127.0.0.1:${webPort}`
const api = `http://127.0.0.1:${port}`
const serverEnv = {
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
  PORT: String(port),
  STOP_PORT: String(stopPort),
  STOP_URL: `http://127.0.0.1:${stopPort}`,
  PUBLIC_URL: address,
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
}
let server
const startServer = () => {
  server = start(serverArgs, serverEnv, ['ignore', 'inherit', 'inherit'])
  server.once('exit', () => children.splice(children.indexOf(server), 1))
}
startServer()

// Not Node's watch mode: it sends messages to the server's threads, which mistake them for ours.
let restarting
const restart = async () => {
  const began = Date.now()
  const gone = server.exitCode === null ? new Promise(resolve => server.once('exit', resolve)) : undefined
  server.kill('SIGTERM')
  // Open responses to pages must not delay the restart.
  const kill = setTimeout(() => server.kill('SIGKILL'), 1_000)
  await gone
  clearTimeout(kill)
  startServer()
  while (!(await isReady()) && server.exitCode === null) await new Promise(resolve => setTimeout(resolve, 50))
  console.log(
    server.exitCode === null
      ? `The server is back after ${((Date.now() - began) / 1_000).toFixed(1)} s.`
      : 'The server exited; it restarts after the next change.',
  )
}
for (const name of [
  'messages',
  'geometry',
  'raster',
  'domain',
  'contract',
  'course-io',
  'demo',
  'vehicle',
  'simulator',
  'server',
])
  watch(join(root, name, 'src'), { recursive: true }, (_, file) => {
    if (isEnding || file === null || /\.test\.tsx?$/.test(file)) return
    clearTimeout(restarting)
    restarting = setTimeout(() => void restart(), 100)
  })

const vite = start(
  [bin('vite'), 'web', '--host', '127.0.0.1', '--port', String(webPort), '--strictPort', '--clearScreen', 'false'],
  { API_URL: api, DEV_DATA_DIR: dataDir },
  ['ignore', 'ignore', 'inherit'],
)
vite.once('exit', code => end(code ?? 1))

async function isReady() {
  try {
    const answers = await Promise.all([fetch(`${api}/api/health/ready`), fetch(address)])
    return answers.every(({ ok }) => ok)
  } catch {
    return false
  }
}
while (!(await isReady())) await new Promise(resolve => setTimeout(resolve, 100))
console.log(
  [
    '',
    `Ready after ${((Date.now() - began) / 1_000).toFixed(1)} s: ${address}`,
    'Signed in as:',
    ...['admin', 'manager', 'greenkeeper', 'buggy_admin', 'buggy_bar', 'test_user', 'applicant'].map(
      role => `  ${address}/as/${role}`,
    ),
    '',
  ].join('\n'),
)
