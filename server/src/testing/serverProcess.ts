/** The product's programs as processes of their own: the server, which is ready or has failed, and the simulator. */
import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import type { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { at } from './ground.ts'

export const NODE = fileURLToPath(new URL('../../../node_modules/.bin/node', import.meta.url))
export const SERVER = fileURLToPath(new URL('../app/main.ts', import.meta.url))
export const SIMULATOR = fileURLToPath(new URL('../../../simulator/src/main.ts', import.meta.url))

export const freePort = (kind: 'tcp' | 'udp'): Promise<number> =>
  new Promise((resolve, reject) => {
    if (kind === 'udp') {
      const socket = createSocket('udp4')
      socket.bind(0, '127.0.0.1', () => {
        const { port } = socket.address()
        socket.close(() => resolve(port))
      })
      return
    }
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      server.close(() => resolve(port))
    })
  })

const isRunning = (child: ChildProcess | undefined): child is ChildProcess =>
  child !== undefined && child.exitCode === null && child.signalCode === null

/** Resolves when the process has ended. */
export const endProcess = async (child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> => {
  if (!isRunning(child)) return
  const ended = new Promise(resolve => child.once('exit', resolve))
  child.kill(signal)
  await ended
}

export interface ServerProcessOptions {
  readonly name: string
  /** The program; the server's own where it is left out. */
  readonly script?: string
  readonly env: Readonly<Record<string, string>>
  readonly onLine?: (line: string) => void
}

/** A server that can be killed and started again. */
export class ServerProcess {
  readonly name: string
  /** Its output so far. */
  readonly lines: string[] = []
  private readonly options: ServerProcessOptions
  private child: ChildProcess | undefined

  constructor(options: ServerProcessOptions) {
    this.name = options.name
    this.options = options
  }

  get pid(): number | undefined {
    return this.child?.pid
  }

  /** Resolves when it takes requests. */
  async start(): Promise<void> {
    const child = spawn(NODE, [this.options.script ?? SERVER], {
      env: {
        PATH: process.env.PATH,
        STOP_PORT: '0',
        DEMO: 'off',
        SIMULATOR: 'off',
        LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'warn',
        ...this.options.env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.child = child
    await new Promise<void>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr])
        createInterface({ input: stream }).on('line', line => {
          this.note(line)
          if (line.includes('is ready')) resolve()
        })
      child.once('exit', code =>
        reject(new Error(`${this.name} ended with code ${code}:\n${this.lines.slice(-20).join('\n')}`)),
      )
    })
  }

  /** Sends a signal and does not wait. */
  signal(signal: NodeJS.Signals): void {
    this.child?.kill(signal)
  }

  /** Resolves when it has ended. */
  end(signal: NodeJS.Signals): Promise<void> {
    return endProcess(this.child, signal)
  }

  private note(line: string): void {
    this.lines.push(line)
    this.options.onLine?.(line)
    if (process.env.TEST_LOG_LEVEL !== undefined) console.log(`${this.name}: ${line}`)
  }
}

export interface SimulatorOptions {
  readonly mowers: number
  /** Simulated seconds in a second. */
  readonly speed: number
  /** Where the mowers send to. */
  readonly port: number
  /** Keeps where the mowers are beyond the end of the process. */
  readonly stateFile?: string
}

/** Mowers in a row beside the zone of `seedField`. */
export const spawnSimulator = ({
  mowers,
  speed,
  port,
  stateFile,
}: SimulatorOptions): ChildProcessByStdio<Writable, null, null> =>
  spawn(NODE, [SIMULATOR], {
    env: {
      PATH: process.env.PATH,
      SIM_MOWERS: String(mowers),
      SIM_SPEED: String(speed),
      SIM_TARGET: `127.0.0.1:${port}`,
      SIM_HOME: Array.from({ length: mowers }, (_, index) => `${at(-5 - 3 * index, -5).join(',')},0`).join(';'),
      ...(stateFile === undefined ? {} : { SIM_STATE_FILE: stateFile }),
    },
    stdio: ['pipe', 'ignore', 'inherit'],
  })
