import { runs } from '@greensward/testing'
import { expect, test } from 'vitest'
import { scatteredProblem } from './rounds.fixture.ts'
import { planRounds, type RoundsProblem } from './rounds.ts'

/**
 * The earliest end of all ways to share the jobs and to order them: for each machine the quickest order of every subset
 * (Held and Karp 1962), then the best way to deal the subsets to the machines.
 */
const optimumS = ({ jobs, machines, travelM }: RoundsProblem): number => {
  const subsets = 2 ** jobs.length
  const quickest = machines.map(({ home, speedMps }, m) => {
    const lastS = Array.from({ length: subsets }, () => jobs.map(() => Number.POSITIVE_INFINITY))
    const wayS = (from: number, to: number): number => travelM(from, to) / speedMps
    for (let subset = 1; subset < subsets; subset++)
      jobs.forEach(({ work }, job) => {
        const own = work[m]
        if (own === undefined || (subset & (1 << job)) === 0) return
        const before = subset ^ (1 << job)
        const reachedS =
          before === 0
            ? wayS(home, own.entry)
            : Math.min(
                ...jobs.map((other, k) => (lastS[before]?.[k] ?? 0) + wayS(other.work[m]?.exit ?? home, own.entry)),
              )
        const row = lastS[subset]
        if (row !== undefined) row[job] = reachedS + own.durationS
      })
    return lastS.map((ends, subset) => (subset === 0 ? 0 : Math.min(...ends)))
  })
  let dealt = quickest[0] ?? []
  for (const own of quickest.slice(1))
    dealt = dealt.map((_, subset) => {
      let best = Number.POSITIVE_INFINITY
      for (let part = subset; ; part = (part - 1) & subset) {
        best = Math.min(best, Math.max(own[part] ?? 0, dealt[subset ^ part] ?? 0))
        if (part === 0) return best
      }
    })
  return dealt[subsets - 1] ?? 0
}

/** Of the optimum. */
const WITHIN = 0.03

const COURSES = runs(240)

test('two or three machines with up to eight jobs are done within 3 % of the optimum', () => {
  const ratios = Array.from({ length: COURSES }, (_, i) => {
    const problem = scatteredProblem({ jobs: 3 + (i % 6), machines: 2 + (i % 2), seed: 1_000 + i })
    const { makespanS, left } = planRounds(problem)
    expect(left).toEqual([])
    return makespanS / optimumS(problem)
  })
  expect(Math.min(...ratios)).toBeGreaterThan(1 - 1e-9)
  expect(Math.max(...ratios)).toBeLessThan(1 + WITHIN)
})
