/** The program: reads its surroundings, starts everything, says what a person has to know, ends everything. */
import { availableParallelism } from 'node:os'
import { pino } from 'pino'
import { type Config, readConfig } from '../platform/config.ts'
import type { Context } from '../platform/context.ts'
import { DataDirInUse } from '../platform/dataDirLock.ts'
import { traceOfNow } from '../platform/tracing/spans.ts'
import { type App, startApp } from './app.ts'
import { startDemoRasters } from './firstStart/demoRasters.ts'
import { startDemoHistory } from './firstStart/history/index.ts'
import { prepareFirstStart } from './firstStart/index.ts'
import { startSimulatedGolfers } from './firstStart/simulatedGolfers.ts'
import { startSimulatedMowers } from './firstStart/simulatedMowers.ts'

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** Processors with which the past and the pictures of the demo are made at once without one making the other slow. */
const ENOUGH_PROCESSORS = 4

/** @returns what ends it early */
const startDemo = (ctx: Context, databaseUrl: string): (() => void) => {
  const history = startDemoHistory(ctx, databaseUrl)
  // A full board comes before a picture: it is made sooner alone, and the picture is drawn no later for it.
  const endRasters = startDemoRasters(
    ctx,
    availableParallelism() < ENOUGH_PROCESSORS ? history.rests : Promise.resolve(),
  )
  return () => {
    history.end()
    endRasters()
  }
}

const start = async (config: Config): Promise<() => Promise<void>> => {
  const log = pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime, mixin: traceOfNow })
  let welcome = (_address: string): readonly string[] => []
  const app: App = await startApp(config, {
    clock: { now: () => new Date(Date.now() + config.clockAheadS * 1_000), monotonicMs: () => performance.now() },
    log,
    announce: say,
    prepare: async ctx => {
      welcome = await prepareFirstStart(ctx)
    },
  })
  const address = (config.publicUrl ?? app.url).replace(/\/$/, '')
  // In one piece, so that no line of the log interrupts it.
  say(['', `Greensward is ready: ${address}`, ...welcome(address), ''].join('\n'))
  const simulator = config.simulator ? await startSimulatedMowers(app.ctx) : undefined
  const endGolfers = config.demo ? await startSimulatedGolfers(app.ctx, app.url) : () => undefined
  const databaseUrl = config.databaseUrl ?? app.postgres?.url
  const endDemo = config.demo && databaseUrl !== undefined ? startDemo(app.ctx, databaseUrl) : () => undefined
  return async () => {
    endDemo()
    endGolfers()
    await simulator?.stop()
    await app.close()
  }
}

/** A problem that a person can fix is printed as a sentence, everything else with its trace. */
const wordsFor = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof DataDirInUse) return error.message
  const [, taken] = /EADDRINUSE.* (\S+:\d+)$/m.exec(error.message) ?? []
  return taken === undefined
    ? (error.stack ?? error.message)
    : `${taken} is used by another program. End that one, or set PORT (people) or MAVLINK_UDP (mowers) to another address.`
}

/** Runs until a signal or a bug ends it; never returns. */
export const run = async (): Promise<void> => {
  const asked = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => asked.abort())
  let end = async (): Promise<void> => undefined
  const close = async (code: number): Promise<never> => {
    await end().catch((error: unknown) => process.stderr.write(`${wordsFor(error)}\n`))
    process.exit(code)
  }
  process.once('uncaughtException', error => {
    process.stderr.write(`A bug ended the server. ${wordsFor(error)}\n`)
    void close(1)
  })
  try {
    end = await start(readConfig(process.env))
  } catch (error) {
    process.stderr.write(`${wordsFor(error)}\n`)
    process.exit(1)
  }
  if (asked.signal.aborted) await close(0)
  asked.signal.addEventListener('abort', () => void close(0))
}
