import { runs } from '@greensward/testing'
import { expect, test } from 'vitest'
import { faultsOf, inventedShift, variedShift } from './shift.fixture.ts'
import { planShift, type ShiftProblem, withRemedy } from './shift.ts'
import { optimumOf } from './shiftOptimum.fixture.ts'

/** Of the optimum. */
const WITHIN = 0.03

test('two machines that charge do up to nine jobs within 3 % of the optimum', () => {
  const ratios = Array.from({ length: runs(300) }, (_, i) => {
    const problem = inventedShift({
      jobs: 3 + (i % 7),
      machines: 2,
      seed: 2_000 + i,
      mostEnergy: 0.2 + 0.15 * (i % 4),
      windows: i % 3 === 0 ? 0 : 0.4,
      onCourse: 0.2,
      isMixed: i % 2 === 0,
      horizonS: i % 5 === 4 ? 8_000 : 1e5,
    })
    const shift = planShift(problem)
    expect(faultsOf(problem, shift), `shift ${i}`).toEqual([])
    const best = optimumOf(problem)
    const left = new Set(shift.left.map(({ job }) => job))
    const weight = problem.jobs.reduce((sum, own, j) => sum + (left.has(j) ? 0 : own.weight), 0)
    expect(weight, `shift ${i}`).toBe(best.weight)
    return best.makespanS === 0 ? 1 : shift.makespanS / best.makespanS
  })
  expect(Math.min(...ratios)).toBeGreaterThan(1 - 1e-9)
  expect(Math.max(...ratios)).toBeLessThan(1 + WITHIN)
}, 900_000)

/** The jobs that are done and one more; nothing else is asked for. */
const onlyWith = (problem: ShiftProblem, left: ReadonlySet<number>, job: number): ShiftProblem => ({
  ...problem,
  jobs: problem.jobs.map((own, j) =>
    left.has(j) && j !== job ? { ...own, work: own.work.map(() => undefined) } : own,
  ),
})

test('keeps every promise in any shift; what is left out fits with each remedy', () => {
  let tried = 0
  for (let seed = 1; seed <= runs(120); seed++) {
    const problem = variedShift(seed)
    const shift = planShift(problem)
    expect(faultsOf(problem, shift), `shift ${seed}`).toEqual([])
    const left = new Set(shift.left.map(({ job }) => job))
    for (const { job, remedies } of shift.left)
      for (const remedy of remedies) {
        tried++
        const changed = withRemedy(onlyWith(problem, left, job), job, remedy)
        const again = planShift(changed, { routes: shift.routes })
        expect(faultsOf(changed, again), `shift ${seed}`).toEqual([])
        const missing = again.left.map(own => own.job)
        expect(missing, `shift ${seed}, ${JSON.stringify(remedy)}`).toEqual([...left].filter(own => own !== job))
      }
  }
  expect(tried).toBeGreaterThan(0)
}, 900_000)
