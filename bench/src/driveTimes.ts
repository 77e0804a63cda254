/**
 * Predicted against driven seconds, whole and by kind of leg: of drives that a real rover recorded, and of invented fields that
 * nothing was tuned on, driven by simulated mowers; then of slow mowers, before their first and after their fifth mission. Prints
 * a line for each; the last line is one JSON object. `npm run bench:times -- [--drives DIR] [--fields 30] [--mowers 12] [--seed 1]`
 */
import { parseArgs } from 'node:util'
import { arrivalsOf, type Stretch } from '@greensward/geometry'
import { learnedTimes } from './learnedTimes.ts'
import { type RecordedDrive, readDrives } from './recordedDrive.ts'
import { simulatedMower } from './simulatedDrive.ts'

const { values } = parseArgs({
  options: {
    drives: { type: 'string' },
    fields: { type: 'string', default: '30' },
    mowers: { type: 'string', default: '12' },
    seed: { type: 'string', default: '1' },
  },
})
const [fields, mowers, seed] = [Number(values.fields), Number(values.mowers), Number(values.seed)]
const SLOWNESS = 1.15

type Times = Record<string, { readonly predictedS: number; readonly drivenS: number }>

const add = (times: Times, name: string, predictedS: number, drivenS: number): void => {
  const before = times[name]
  times[name] = { predictedS: (before?.predictedS ?? 0) + predictedS, drivenS: (before?.drivenS ?? 0) + drivenS }
}

/** Seconds of each kind of leg, and of the whole, as far as it was driven. */
const timesOf = (legs: readonly (Stretch & { readonly kind: string })[], ends: readonly number[]): Times => {
  const arrivals = arrivalsOf(legs)
  const times: Times = {}
  let point = -1
  let [lastPredictedS, lastDrivenS] = [0, 0]
  for (const [i, endS] of ends.entries()) {
    const { kind = '', points = [] } = legs[i] ?? {}
    point += points.length
    const predictedS = arrivals[point] ?? 0
    for (const name of ['whole', kind]) add(times, name, predictedS - lastPredictedS, endS - lastDrivenS)
    lastPredictedS = predictedS
    lastDrivenS = endS
  }
  return times
}

const percent = ({ predictedS, drivenS }: { readonly predictedS: number; readonly drivenS: number }): number =>
  Number((100 * (predictedS / drivenS - 1)).toFixed(1))

const printed = ({ name, legs, ends }: Pick<RecordedDrive, 'name' | 'legs' | 'ends'>): Times => {
  const times = timesOf(legs, ends)
  const parts = Object.entries(times).map(([kind, time]) => {
    const error = percent(time)
    return `${kind} ${Math.round(time.predictedS)} / ${Math.round(time.drivenS)} s (${error > 0 ? '+' : ''}${error} %)`
  })
  console.info(`${name}: ${parts.join(', ')}`)
  return times
}

const errorsOf = (times: Times): Record<string, number> =>
  Object.fromEntries(Object.entries(times).map(([kind, time]) => [kind, percent(time)]))

const recorded = values.drives === undefined ? [] : readDrives(values.drives)
const recordedErrors = Object.fromEntries(recorded.map(drive => [drive.name, errorsOf(printed(drive))]))

const simulated = Array.from({ length: fields }, (_, i) => printed(simulatedMower(seed + i)(seed + i)))
const errors = simulated
  .flatMap(({ whole }) => (whole === undefined || whole.drivenS === 0 ? [] : [Math.abs(percent(whole))]))
  .sort((a, b) => a - b)
const sums: Times = {}
for (const times of simulated)
  for (const [kind, { predictedS, drivenS }] of Object.entries(times)) add(sums, kind, predictedS, drivenS)
const slowInSpeeds = learnedTimes(mowers, seed, SLOWNESS, 'speeds')
const slowInEverything = learnedTimes(mowers, seed, SLOWNESS, 'everything')
console.info(
  JSON.stringify({
    recordedErrorPercent: recordedErrors,
    simulatedErrorPercent: {
      ...errorsOf(sums),
      medianOff: errors[Math.floor(errors.length / 2)] ?? null,
      worstOff: errors.at(-1) ?? null,
    },
    slowMowersOffPercent: { inSpeeds: slowInSpeeds, inEverything: slowInEverything },
  }),
)
