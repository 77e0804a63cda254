import { expect, test } from 'vitest'
import { scatteredProblem } from './rounds.fixture.ts'
import { planRounds, type RoundJob, type RoundMachine } from './rounds.ts'

test('a hundred zones and six mowers are planned in bounded steps, nearly without anybody waiting for another', () => {
  const problem = scatteredProblem({ jobs: 100, machines: 6, seed: 7 })
  const { rounds, left, makespanS } = planRounds(problem)
  expect(left).toEqual([])
  const ends = rounds.map(stops => stops.at(-1)?.endsS ?? 0)
  expect(Math.min(...ends)).toBeGreaterThan(makespanS * 0.93)
  expect(planRounds(problem)).toEqual({ rounds, left, makespanS })
})

test('each job once, by a machine that can; one after the other, ways included; within time and range', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const problem = scatteredProblem({ jobs: 14, machines: 3, seed, horizonS: 5_000, rangeM: 7_000 })
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
