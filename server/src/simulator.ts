/** Runs the simulator beside the server: a program of its own that reaches us over the same link as a real mower. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import type { Config } from './config.ts'

const PROGRAM = fileURLToPath(new URL('../../simulator/src/main.ts', import.meta.url))
const RESTART_MS = 2_000
const STOP_LIMIT_MS = 5_000

/** Longitude, latitude, heading in degrees. */
export type Home = readonly [lon: number, lat: number, headingDeg: number]

/** @param homes where the mowers stand at the beginning, by system id from 1 */
export const startSimulator = (config: Config, homes: readonly Home[], log: Logger): { stop(): Promise<void> } => {
  const link = config.mavlinkUdp
  if (link === null || config.simMowers === 0) return { stop: async () => undefined }
  const pidFile = join(config.dataDir, 'simulator.pid')
  const homesFile = join(config.dataDir, 'simulator-homes.json')
  endOrphan(pidFile, log)
  writeFileSync(homesFile, JSON.stringify(homes))
  let child: ChildProcess | undefined
  let isStopping = false
  let again: NodeJS.Timeout | undefined

  const launch = (): void => {
    child = spawn(process.execPath, [PROGRAM], {
      env: {
        SIM_MOWERS: String(config.simMowers),
        SIM_SPEED: String(config.simSpeed),
        SIM_TARGET: `${link.host === '0.0.0.0' ? '127.0.0.1' : link.host}:${link.port}`,
        ...(homes.length === 0 ? {} : { SIM_HOME: homesFile }),
        SIM_STATE_FILE: join(config.dataDir, 'simulator-state.json'),
      },
      // Ctrl+C in a terminal is for the server, which ends the simulator when it is done with it.
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    const running = child
    if (running.pid !== undefined) writeFileSync(pidFile, String(running.pid))
    for (const stream of [running.stdout, running.stderr]) {
      if (stream !== null) createInterface({ input: stream }).on('line', line => log.info(`simulator: ${line}`))
    }
    running.stdin?.on('error', () => undefined)
    running.once('error', error => log.warn({ err: error }, 'The simulator does not start'))
    running.once('exit', code => {
      if (isStopping) return
      log.warn(`The simulator ended with code ${code} and is started again`)
      again = setTimeout(launch, RESTART_MS)
    })
  }

  launch()
  return {
    stop: async () => {
      isStopping = true
      clearTimeout(again)
      const running = child
      if (running !== undefined && running.exitCode === null && running.signalCode === null) {
        const ended = new Promise(resolve => running.once('exit', resolve))
        running.kill('SIGTERM')
        const late = setTimeout(() => running.kill('SIGKILL'), STOP_LIMIT_MS)
        await ended
        clearTimeout(late)
      }
      rmSync(pidFile, { force: true })
    },
  }
}

/** Two simulators would speak for the same mowers: one that outlived a killed server ends first. */
const endOrphan = (pidFile: string, log: Logger): void => {
  if (!existsSync(pidFile)) return
  const pid = Number(readFileSync(pidFile, 'utf8'))
  try {
    if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(PROGRAM)) return
    process.kill(pid, 'SIGKILL')
    log.warn(`A simulator of an earlier server (process ${pid}) still ran and was ended`)
  } catch {
    // It is gone, or this system does not tell.
  }
}
