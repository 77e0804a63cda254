/** The simulator: mowers on a real link, one process. Run, never imported. */
import { createSocket } from 'node:dgram'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { applyFaultLine, type Subject } from './faults.ts'
import { homeFor, readOptions, type SimulatorOptions, usage } from './options.ts'
import { openRadio } from './radio.ts'
import { createRover, type Rover, type SavedRover } from './rover.ts'

const TICK_MS = 20
/** A process that was held up continues from there instead of racing to catch up. */
const MOST_TICK_MS = 200
const SAVE_MS = 5_000

/** A file that cannot be read costs the mowers their places, and not the program its start. */
const readSaved = (file: string | null): ReadonlyMap<number, SavedRover> => {
  if (file === null || !existsSync(file)) return new Map()
  try {
    const saved = JSON.parse(readFileSync(file, 'utf8')) as Record<string, SavedRover>
    return new Map(Object.entries(saved).map(([id, rover]) => [Number(id), rover]))
  } catch (error) {
    console.error(`${file} cannot be read, all mowers stand at home: ${String(error)}`)
    return new Map()
  }
}

const writeSaved = (file: string, subjects: readonly Subject[]): void => {
  const saved = Object.fromEntries(subjects.map(({ rover }) => [rover.systemId, rover.save()]))
  writeFileSync(`${file}.new`, JSON.stringify(saved))
  renameSync(`${file}.new`, file)
}

/**
 * How a mower answers before its next tick: in the time that a tick of its own takes. Where its time runs as the wall's does, the
 * tick itself is the answer; where it runs faster, a load of 800 items would take a hundred times as long as its drive.
 */
const answersSoon = (rover: Rover, speed: number, flush: () => void): (() => void) => {
  let waits = false
  return () => {
    if (waits || speed <= 1) return
    waits = true
    setTimeout(() => {
      waits = false
      rover.step(0)
      flush()
    }, TICK_MS / speed)
  }
}

const run = async (options: SimulatorOptions): Promise<void> => {
  const saved = readSaved(options.stateFile)
  const subjects: Subject[] = []
  for (let index = 0; index < options.mowers; index++) {
    const systemId = index + 1
    const before = saved.get(systemId)
    const home = homeFor(options.homes, index)
    const rover = createRover({
      systemId,
      home: home.position,
      headingDeg: home.headingDeg,
      steering: options.steering,
      seed: options.seed,
      timeFactor: options.speed,
      ekfReadyAfterS: options.ekfReadyAfterS,
      ...(before === undefined ? {} : { saved: before }),
    })
    const faults = { on: true, lossPercent: options.lossPercent, delayMs: options.delayMs }
    const { host, port, signingKey } = options
    const onReceived = answersSoon(rover, options.speed, () => radio.flush())
    const radio = await openRadio(rover, { host, port, faults, signingKey, seed: options.seed + systemId, onReceived })
    subjects.push({ rover, radio })
  }

  const timedFaults = [...options.faults]
  let passedS = 0
  let owedMs = 0
  let lastMs = performance.now()
  const stepS = (TICK_MS / 1000) * options.speed
  const ticker = setInterval(() => {
    const nowMs = performance.now()
    owedMs = Math.min(MOST_TICK_MS, owedMs + nowMs - lastMs)
    lastMs = nowMs
    // Whole steps only: how long a mower takes for a thing does not depend on how busy the machine is.
    for (; owedMs >= TICK_MS; owedMs -= TICK_MS) {
      passedS += stepS
      while ((timedFaults[0]?.atS ?? Number.POSITIVE_INFINITY) <= passedS) {
        const line = timedFaults.shift()?.line ?? ''
        console.log(`${line}: ${applyFaultLine(line, subjects)}`)
      }
      for (const { rover, radio } of subjects) {
        rover.step(stepS)
        radio.flush()
      }
    }
  }, TICK_MS)

  const { stateFile } = options
  const saver = stateFile === null ? undefined : setInterval(() => writeSaved(stateFile, subjects), SAVE_MS)

  const control = options.controlPort === null ? null : createSocket('udp4')
  control?.on('message', (bytes, from) => {
    control.send(applyFaultLine(bytes.toString('utf8'), subjects), from.port, from.address)
  })
  if (options.controlPort !== null) control?.bind(options.controlPort, '127.0.0.1')
  const lines = createInterface({ input: process.stdin })
  lines.on('line', line => {
    if (line.trim() !== '') console.log(applyFaultLine(line, subjects))
  })

  const end = async (): Promise<void> => {
    clearInterval(ticker)
    clearInterval(saver)
    if (stateFile !== null) writeSaved(stateFile, subjects)
    control?.close()
    lines.close()
    process.stdin.unref?.()
    await Promise.all(subjects.map(({ radio }) => radio.close()))
    process.exit(0)
  }
  process.once('SIGINT', () => void end())
  process.once('SIGTERM', () => void end())
  console.log(
    `${options.mowers} mowers speak to ${options.host}:${options.port}, ${options.speed} times as fast as the wall`,
  )
}

const argv = process.argv.slice(2)
if (argv.includes('--help')) console.log(usage)
else {
  try {
    await run(readOptions(process.env, argv))
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    process.exit(2)
  }
}
