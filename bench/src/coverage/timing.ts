/** Processor time of planning, with the engine's compiler and collector. */
import { createFieldCache, planCoverage } from '@greensward/geometry'
import type { Field } from './fields.ts'
import type { Settings } from './options.ts'
import { planField, requestFor } from './planning.ts'

/** Milliseconds, the middle of all runs. */
export interface Timing {
  readonly cpuMs: number
  /** On the clock. */
  readonly totalMs: number
  /** The next heading of a field whose passes are known, as while the form's angle is moved. */
  readonly previewMs: number
}

/** The clock of the processor ticks in one to two milliseconds, so what is shorter is repeated until it takes this long. */
const LEAST_MS = 20
const MOST_REPEATS = 40
/** Rounds over all fields before anything is timed: the compiler has settled by then. */
const WARM_ROUNDS = 3

/** In milliseconds of the whole process. */
export const cpuMsOf = (run: () => unknown): number => {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

const repeated = (run: () => unknown): { readonly cpuMs: number; readonly totalMs: number } => {
  let repeats = 0
  const before = process.cpuUsage()
  const start = performance.now()
  for (;;) {
    run()
    repeats++
    const { user, system } = process.cpuUsage(before)
    const cpuMs = (user + system) / 1000
    if (cpuMs >= LEAST_MS || repeats === MOST_REPEATS)
      return { cpuMs: cpuMs / repeats, totalMs: (performance.now() - start) / repeats }
  }
}

export const middle = (numbers: readonly number[]): number => {
  const sorted = [...numbers].sort((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? (sorted[half] ?? 0) : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2
}

/** Times all fields before any is judged, for the memory that the judge leaves would be collected on the planner's account. */
export const timeFields = (fields: readonly Field[], settings: Settings, runs: number): Timing[] => {
  const times = fields.map(() => ({ cpu: [] as number[], total: [] as number[], preview: [] as number[] }))
  for (let round = 0; round < WARM_ROUNDS + runs; round++)
    for (const [i, field] of fields.entries()) {
      const memory = createFieldCache()
      let headingDeg = field.alongDeg
      planCoverage(requestFor(field, settings, headingDeg), memory)
      const turnedOn = (): void => {
        headingDeg = (headingDeg + 1) % 180
        planCoverage(requestFor(field, settings, headingDeg), memory)
      }
      if (round < WARM_ROUNDS) {
        planField(field, settings)
        turnedOn()
        continue
      }
      const { cpuMs, totalMs } = repeated(() => planField(field, settings))
      times[i]?.cpu.push(cpuMs)
      times[i]?.total.push(totalMs)
      times[i]?.preview.push(repeated(turnedOn).cpuMs)
    }
  return times.map(({ cpu, total, preview }) => ({
    cpuMs: middle(cpu),
    totalMs: middle(total),
    previewMs: middle(preview),
  }))
}
