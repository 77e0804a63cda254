/**
 * Runs the simulator beside the server: a program of its own that reaches us over the same link as a real mower. Like a
 * real mower it continues when the server dies; the next server finds it and leaves it running.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import type { Config } from '../../platform/config.ts'

const PROGRAM = fileURLToPath(new URL('../../../../simulator/src/main.ts', import.meta.url))
const WATCH_MS = 2_000
const STOP_LIMIT_MS = 5_000
const ASK_MS = 50

/** Longitude, latitude, heading in degrees. */
export type Home = readonly [lon: number, lat: number, headingDeg: number]

/** A running simulator and what it was started with. */
interface Running {
  readonly pid: number
  readonly options: Readonly<Record<string, string>>
}

/** @param homes where the mowers stand at the beginning, by system id from 1 */
export const startSimulator = (config: Config, homes: readonly Home[], log: Logger): { stop(): Promise<void> } => {
  const link = config.mavlinkUdp
  if (link === null || config.simMowers === 0) return { stop: async () => undefined }
  const pidFile = join(config.dataDir, 'simulator.pid')
  const homesFile = join(config.dataDir, 'simulator-homes.json')
  const options = {
    SIM_MOWERS: String(config.simMowers),
    SIM_SPEED: String(config.simSpeed),
    SIM_TARGET: `${link.host === '0.0.0.0' ? '127.0.0.1' : link.host}:${link.port}`,
    ...(homes.length === 0 ? {} : { SIM_HOME: homesFile }),
    SIM_STATE_FILE: join(config.dataDir, 'simulator-state.json'),
    ...(config.simControl === undefined ? {} : { SIM_CONTROL: String(config.simControl) }),
  }
  writeFileSync(homesFile, JSON.stringify(homes))

  const launch = (): number | undefined => {
    const printed = openSync(join(config.dataDir, 'simulator.log'), 'a', 0o600)
    // Detached and printing into a file: neither Ctrl+C in a terminal nor the end of the server takes it along.
    const child: ChildProcess = spawn(process.execPath, [PROGRAM], {
      env: options,
      detached: true,
      stdio: ['ignore', printed, printed],
    })
    closeSync(printed)
    child.once('error', error => log.warn({ err: error }, 'The simulator does not start'))
    if (child.pid === undefined) return undefined
    writeFileSync(pidFile, JSON.stringify({ pid: child.pid, options } satisfies Running))
    log.info(`${config.simMowers} simulated mowers, ${config.simSpeed} times as fast as the clock`)
    return child.pid
  }

  const found = readRunning(pidFile)
  const same = found !== undefined && JSON.stringify(found.options) === JSON.stringify(options)
  if (found !== undefined && !same) process.kill(found.pid, 'SIGKILL')
  if (same) log.info(`The simulated mowers of process ${found.pid} still drive and are left alone`)
  let pid = same ? found.pid : launch()

  const watch = setInterval(() => {
    if (pid !== undefined && isSimulator(pid)) return
    log.warn('The simulator has ended and is started again')
    pid = launch()
  }, WATCH_MS)

  return {
    stop: async () => {
      clearInterval(watch)
      if (pid !== undefined) await end(pid)
      rmSync(pidFile, { force: true })
    },
  }
}

/** Whether a process is ours: its number alone may belong to another by now. */
const isSimulator = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(PROGRAM)
  } catch {
    return false
  }
}

const readRunning = (pidFile: string): Running | undefined => {
  if (!existsSync(pidFile)) return undefined
  try {
    const running = JSON.parse(readFileSync(pidFile, 'utf8')) as Running
    return isSimulator(running.pid) ? running : undefined
  } catch {
    return undefined
  }
}

const end = async (pid: number): Promise<void> => {
  if (!isSimulator(pid)) return
  process.kill(pid, 'SIGTERM')
  for (let waitedMs = 0; waitedMs < STOP_LIMIT_MS; waitedMs += ASK_MS) {
    await pause(ASK_MS)
    if (!isSimulator(pid)) return
  }
  process.kill(pid, 'SIGKILL')
}
