import { expect, test } from 'vitest'
import { planRounds, type RoundJob, type RoundMachine, type RoundsProblem } from './rounds.ts'

/** Chance that is the same every time. */
const dice = (seed: number) => {
  let state = seed
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

interface Made {
  readonly jobs: number
  readonly machines: number
  readonly seed: number
  readonly horizonS?: number
  readonly rangeM?: number
}

/** Jobs strewn over a course of a kilometre, each begun and ended at another place. */
const problemOf = ({
  jobs: jobCount,
  machines: machineCount,
  seed,
  horizonS = 1e6,
  rangeM = 1e6,
}: Made): RoundsProblem => {
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

/** The earliest end of all ways to deal the jobs out and to order them. */
const bruteForce = ({ jobs, machines, travelM }: RoundsProblem): number => {
  let best = Number.POSITIVE_INFINITY
  const ends = machines.map(() => 0)
  const at = machines.map(({ home }) => home)
  const done = jobs.map(() => false)
  const go = (machine: number, left: number): void => {
    if (Math.max(...ends) >= best) return
    if (left === 0) {
      best = Math.max(...ends)
      return
    }
    if (machine === machines.length) return
    go(machine + 1, left)
    jobs.forEach(({ work }, job) => {
      const own = work[machine]
      const by = machines[machine]
      if (done[job] === true || own === undefined || by === undefined) return
      const [endS = 0, place = 0] = [ends[machine], at[machine]]
      done[job] = true
      ends[machine] = endS + travelM(place, own.entry) / by.speedMps + own.durationS
      at[machine] = own.exit
      go(machine, left - 1)
      done[job] = false
      ends[machine] = endS
      at[machine] = place
    })
  }
  go(0, jobs.length)
  return best
}

/** Of the best. */
const WITHIN = 0.02

test.each(Array.from({ length: 12 }, (_, i) => [2 + (i % 2), i] as const))(
  '%i machines with six jobs are done within 2 % of the earliest possible, course %i',
  (machines, seed) => {
    const problem = problemOf({ jobs: 6, machines, seed: seed + 1 })
    const best = bruteForce(problem)
    const { makespanS, left } = planRounds(problem)
    expect(left).toEqual([])
    expect(makespanS).toBeGreaterThanOrEqual(best - 1e-6)
    expect(makespanS).toBeLessThanOrEqual(best * (1 + WITHIN))
  },
)

test('a hundred zones and six mowers are planned in bounded steps, nearly without anybody waiting for another', () => {
  const problem = problemOf({ jobs: 100, machines: 6, seed: 7 })
  const { rounds, left, makespanS } = planRounds(problem)
  expect(left).toEqual([])
  const ends = rounds.map(stops => stops.at(-1)?.endsS ?? 0)
  expect(Math.min(...ends)).toBeGreaterThan(makespanS * 0.93)
  expect(planRounds(problem)).toEqual({ rounds, left, makespanS })
})

test('each job once, by a machine that can; one after the other, ways included; within time and range', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const problem = problemOf({ jobs: 14, machines: 3, seed, horizonS: 5_000, rangeM: 7_000 })
    const { rounds, left } = planRounds(problem)
    const done = rounds.flat().map(({ job }) => job)
    expect([...done, ...left].sort((a, b) => a - b)).toEqual(problem.jobs.map((_, i) => i))
    rounds.forEach((stops, machine) => {
      const by = problem.machines[machine]
      let place = by?.home ?? 0
      let endS = 0
      let drivenM = 0
      for (const { job, leavesS, startsS, endsS, travelM } of stops) {
        const work = problem.jobs[job]?.work[machine]
        if (work === undefined || by === undefined) throw new Error('a machine got a job that it cannot do')
        expect(travelM).toBeCloseTo(problem.travelM(place, work.entry), 6)
        expect(leavesS).toBeGreaterThanOrEqual(endS - 1e-6)
        expect(startsS - leavesS).toBeCloseTo(travelM / by.speedMps, 6)
        expect(endsS - startsS).toBeCloseTo(work.durationS, 6)
        drivenM += travelM + work.lengthM
        place = work.exit
        endS = endsS
      }
      expect(endS).toBeLessThanOrEqual(problem.horizonS)
      expect(drivenM).toBeLessThanOrEqual(7_000)
    })
  }
})

const one = (changes: Partial<RoundJob> = {}): RoundJob => ({
  work: [{ durationS: 100, lengthM: 100, entry: 0, exit: 0 }],
  weight: 1,
  busy: [],
  ...changes,
})
const machine = (changes: Partial<RoundMachine> = {}): RoundMachine => ({
  home: 0,
  speedMps: 1,
  rangeM: 1e6,
  busy: [],
  ...changes,
})
const still = { travelM: () => 0 }

test('what is busy is waited for, be it the machine or the ground', () => {
  const busy = [{ fromS: 50, toS: 300 }]
  for (const problem of [
    { jobs: [one({ busy })], machines: [machine()] },
    { jobs: [one()], machines: [machine({ busy })] },
  ])
    expect(planRounds({ ...problem, ...still, horizonS: 1_000 }).rounds[0]).toMatchObject([
      { startsS: 300, endsS: 400 },
    ])
})

test('of what does not fit all the weightiest is kept, and the weightier comes first', () => {
  const problem = {
    jobs: [one({ weight: 1 }), one({ weight: 9 }), one({ weight: 5 })],
    machines: [machine()],
    ...still,
  }
  expect(planRounds({ ...problem, horizonS: 250 })).toMatchObject({ left: [0], rounds: [[{ job: 1 }, { job: 2 }]] })
})

test('a job without a way, a machine or time is left out', () => {
  const problem = { jobs: [one()], machines: [machine()] }
  expect(planRounds({ ...problem, travelM: () => Number.POSITIVE_INFINITY, horizonS: 1e6 }).left).toEqual([0])
  expect(planRounds({ ...problem, ...still, horizonS: 99 }).left).toEqual([0])
  expect(planRounds({ jobs: [one()], machines: [], ...still, horizonS: 1e6 })).toEqual({
    rounds: [],
    left: [0],
    makespanS: 0,
  })
})
