/** Invented problems for the tests of the rounds. */
import type { RoundJob, RoundMachine, RoundsProblem } from './rounds.ts'

/** Chance that is the same every time. */
const dice = (seed: number) => {
  let state = seed
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

interface Scattered {
  readonly jobs: number
  readonly machines: number
  readonly seed: number
  readonly horizonS?: number
  readonly rangeM?: number
}

/** Jobs scattered over a course of a kilometre, each begun and ended at another place. */
export const scatteredProblem = ({
  jobs: jobCount,
  machines: machineCount,
  seed,
  horizonS = 1e6,
  rangeM = 1e6,
}: Scattered): RoundsProblem => {
  const roll = dice(seed)
  const places: [number, number][] = []
  const place = (): number => places.push([roll() * 1_000, roll() * 1_000]) - 1
  const machines = Array.from(
    { length: machineCount },
    (): RoundMachine => ({ home: place(), speedMps: 1.5 + roll(), rangeM, busy: [] }),
  )
  const jobs = Array.from({ length: jobCount }, (): RoundJob => {
    const base = 300 + roll() * 1_200
    return {
      work: machines.map((_, i) =>
        roll() < 0.15 && i > 0
          ? undefined
          : { durationS: base * (0.8 + roll() * 0.4), lengthM: base * 1.5, entry: place(), exit: place() },
      ),
      weight: 1 + roll() * 10,
      busy: [],
    }
  })
  const travelM = (a: number, b: number): number => {
    const [x1, y1] = places[a] ?? [0, 0]
    const [x2, y2] = places[b] ?? [0, 0]
    return Math.hypot(x1 - x2, y1 - y2)
  }
  return { jobs, machines, travelM, horizonS }
}
