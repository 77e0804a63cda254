/**
 * Predicted against driven seconds, whole and by kind of leg: of drives that a real rover recorded, and of invented fields that
 * nothing was tuned on, driven by simulated mowers; then of slow mowers, before their first and after their fifth mission. Prints
 * a line for each; the last line is one JSON object. `npm run bench:times -- [--drives DIR] [--fields 30] [--mowers 12] [--seed 1]`
 */
import { parseArgs } from 'node:util'
import { learnedTimes } from './learnedTimes.ts'
import { addTimes, offPercent, type Times, timesOf } from './predictedTimes.ts'
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

const printed = ({ name, legs, ends }: Pick<RecordedDrive, 'name' | 'legs' | 'ends'>): Times => {
  const times = timesOf(legs, ends)
  const parts = Object.entries(times).map(([kind, time]) => {
    const error = offPercent(time)
    return `${kind} ${Math.round(time.predictedS)} / ${Math.round(time.drivenS)} s (${error > 0 ? '+' : ''}${error} %)`
  })
  console.info(`${name}: ${parts.join(', ')}`)
  return times
}

const errorsOf = (times: Times): Record<string, number> =>
  Object.fromEntries(Object.entries(times).map(([kind, time]) => [kind, offPercent(time)]))

const recorded = values.drives === undefined ? [] : readDrives(values.drives)
const recordedErrors = Object.fromEntries(recorded.map(drive => [drive.name, errorsOf(printed(drive))]))

const simulated = Array.from({ length: fields }, (_, i) => printed(simulatedMower(seed + i)(seed + i)))
const errors = simulated
  .flatMap(({ whole }) => (whole === undefined || whole.drivenS === 0 ? [] : [Math.abs(offPercent(whole))]))
  .sort((a, b) => a - b)
const sums: Times = {}
for (const times of simulated)
  for (const [kind, { predictedS, drivenS }] of Object.entries(times)) addTimes(sums, kind, predictedS, drivenS)
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
