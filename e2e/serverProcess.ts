/** The server's program at one port, as often started and ended as a test wants. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
export const NODE = join(root, 'node_modules', '.bin', 'node')

export type Env = Readonly<Record<string, string>>

/** One server, or several that are started and ended as one. */
export interface Servers {
  /** Resolves when it answers. */
  start(env: Env): Promise<void>
  /** A signal that does not end it. */
  signal(signal: NodeJS.Signals): void
  end(signal: NodeJS.Signals): Promise<void>
  /** Ends for good what it needed besides. */
  close(): Promise<void>
}

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))))
    })
  })

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/** Asks until the answer is there, at most `timeoutMs`; the failure says what was waited for. */
export const until = async <T>(what: string, ask: () => Promise<T | undefined> | T | undefined, timeoutMs = 60_000) => {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (Date.now() > deadline) throw new Error(`waited ${timeoutMs} ms in vain for ${what}`)
    await pause(200)
  }
}

/** Ends a process and waits for it. */
export const endProcess = (child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> =>
  new Promise(resolve => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill(signal)
  })

/** @param say takes what it prints */
export const serverProcess = (port: number, say: (text: string) => void): Servers => {
  let child: ChildProcess | undefined
  return {
    start: async env => {
      let printed = ''
      const running = spawn(
        NODE,
        ['--no-memory-protection-keys', '--no-wasm-code-gc', env.SERVER_PROGRAM ?? 'server/src/app/main.ts'],
        {
          cwd: root,
          stdio: ['ignore', 'pipe', 'pipe'],
          env: { ...process.env, STOP_PORT: '0', ...env, PORT: String(port) },
        },
      )
      child = running
      for (const stream of [running.stdout, running.stderr])
        stream.on('data', (chunk: Buffer) => {
          printed += chunk.toString()
          say(chunk.toString())
        })
      await until(
        'the server to be ready',
        async () => {
          if (running.exitCode !== null) throw new Error(`the server ended with ${running.exitCode}:\n${printed}`)
          const answer = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => undefined)
          if (!answer?.ok) return undefined
          const health = (await answer.json()) as { result: { ready: boolean } }
          return health.result.ready || undefined
        },
        90_000,
      ).catch((error: unknown) => {
        throw new Error(`${String(error)}; it printed:\n${printed.slice(-2_000)}`)
      })
    },
    signal: signal => void child?.kill(signal),
    end: signal => endProcess(child, signal),
    close: async () => undefined,
  }
}
