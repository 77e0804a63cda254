import { expect, test } from 'vitest'
import { faultsOf, inventedShift } from './shift.fixture.ts'
import {
  planShift,
  type ShiftJob,
  type ShiftMachine,
  type ShiftProblem,
  type ShiftWork,
  tasksUnderWay,
} from './shift.ts'

// Places are metres along one road; the base is at 0. A metre takes a second and a ten-thousandth of the battery.
const along = (from: number, to: number): number => Math.abs(from - to)

const job = (at: number, work: Partial<ShiftWork> = {}, changes: Partial<ShiftJob> = {}): ShiftJob => ({
  work: [{ durationS: 1_000, energy: 0.3, entry: at, exit: at, farthestHomeM: at, ...work }],
  weight: 1,
  ...changes,
})

const machine = (changes: Partial<ShiftMachine> = {}): ShiftMachine => ({
  place: 0,
  energy: 1,
  reserve: 0.1,
  energyPerM: 0.0001,
  speedMps: 1,
  base: { place: 0, charge: [{ untilShare: 1, perHour: 0.5 }] },
  ...changes,
})

const plan = (jobs: readonly ShiftJob[], machines: readonly ShiftMachine[], horizonS = 1e5) => {
  const problem: ShiftProblem = { jobs, machines, travelM: along, horizonS }
  const shift = planShift(problem)
  expect(faultsOf(problem, shift)).toEqual([])
  return shift
}

const kinds = (tasks: readonly { readonly kind: string }[] = []): string => tasks.map(({ kind }) => kind).join(' ')

test('a machine drives to its jobs and home again', () => {
  const { routes, left, makespanS } = plan([job(100), job(200)], [machine()])
  expect(kinds(routes[0])).toBe('drive mow drive mow returnToBase')
  expect(left).toEqual([])
  expect(makespanS).toBe(2 * 200 + 2 * 1_000)
})

test('charges between two jobs, as long as the second one needs', () => {
  const [tasks = []] = plan([job(100, { energy: 0.5 }), job(100, { energy: 0.5 })], [machine({ energy: 0.7 })]).routes
  expect(kinds(tasks)).toBe('drive mow returnToBase charge drive mow returnToBase')
  // 0.5 for the job, 0.01 for each way, and the reserve.
  expect(tasks[3]?.energyAfter).toBeCloseTo(0.62, 9)
  expect(tasks.at(-1)?.energyAfter).toBeCloseTo(0.1, 9)
})

test('does not charge for what the battery holds', () => {
  expect(kinds(plan([job(100), job(100)], [machine({ energy: 0.8 })]).routes[0])).not.toContain('charge')
})

test('charges in the slow part of the curve only if it saves a drive home', () => {
  const slow = {
    place: 0,
    charge: [
      { untilShare: 0.5, perHour: 1 },
      { untilShare: 1, perHour: 0.01 },
    ],
  }
  const [tasks] = plan([job(10), job(10)], [machine({ energy: 0.2, base: slow })]).routes
  expect(kinds(tasks)).toBe('charge drive mow returnToBase charge drive mow returnToBase')
})

test('charges more than the next job needs while that one waits for its window', () => {
  const jobs = [
    job(100, { energy: 0.2 }, { windows: [{ fromS: 5_000, untilS: 6_000 }] }),
    job(100, { energy: 0.6 }, { windows: [{ fromS: 6_300, untilS: 7_400 }] }),
  ]
  const { left, routes } = plan(jobs, [machine({ energy: 0.3 })])
  expect(left).toEqual([])
  expect(routes[0]?.find(({ kind }) => kind === 'charge')?.energyAfter).toBeGreaterThan(0.8)
})

test('waits at the base rather than on the course', () => {
  const late = job(150, {}, { windows: [{ fromS: 20_000, untilS: 30_000 }] })
  expect(kinds(plan([job(100), late], [machine()]).routes[0])).toBe(
    'drive mow returnToBase wait drive mow returnToBase',
  )
})

test('keeps out of the busy spans of a job', () => {
  const jobs = [job(100, {}, { busy: [{ fromS: 0, untilS: 500 }] })]
  expect(plan(jobs, [machine()]).makespanS).toBe(1_600)
})

test('is at its base when it is not available', () => {
  const available = (untilS: number) => [
    { fromS: 0, untilS },
    { fromS: 2_000, untilS: 9_000 },
  ]
  expect(plan([job(100)], [machine({ available: available(1_200) })]).makespanS).toBe(1_200)
  expect(plan([job(100)], [machine({ available: available(1_199) })]).makespanS).toBe(2_000 + 1_200)
})

test('a machine without a base stays where its last job ends', () => {
  const shift = plan([job(300), job(100)], [machine({ base: undefined })])
  expect(kinds(shift.routes[0])).toBe('drive mow drive mow')
  expect(shift.makespanS).toBe(300 + 2_000)
})

test('a machine on the course comes home even without a job', () => {
  const { routes, stranded } = plan([], [machine({ place: 400, energy: 0.1 }), machine({ place: 400, energy: 0.01 })])
  expect(kinds(routes[0])).toBe('returnToBase')
  expect(routes[1]).toEqual([])
  expect(stranded).toEqual([1])
})

test('tasks that run stay when a machine breaks down, and the others do the rest', () => {
  const problem = inventedShift({ jobs: 14, machines: 3, seed: 5, isMixed: false })
  const before = planShift(problem)
  const nowS = before.makespanS * 0.4
  const fixed = tasksUnderWay(before.routes, nowS)
  const machines = problem.machines.map((own, m) => (m === 1 ? { ...own, available: [] } : own))
  const again = planShift({ ...problem, machines }, { fixed, nowS, routes: before.routes })
  again.routes.forEach((tasks, m) => {
    expect(tasks.slice(0, fixed[m]?.length)).toEqual(fixed[m])
  })
  expect(again.routes[1]?.filter(({ kind }) => kind !== 'wait')).toEqual(
    fixed[1]?.filter(({ kind }) => kind !== 'wait'),
  )
  expect(again.left).toEqual([])
  expect(again.stranded).toEqual([1])
  expect(faultsOf(problem, again)).toEqual([])
})

test('nothing new begins before now', () => {
  const problem = { jobs: [job(100), job(200)], machines: [machine()], travelM: along, horizonS: 1e5 }
  const shift = planShift(problem, { nowS: 500 })
  expect(faultsOf(problem, shift)).toEqual([])
  expect(kinds(shift.routes[0])).toBe('wait drive mow drive mow returnToBase')
  expect(shift.routes[0]?.[1]?.fromS).toBe(500)
  const again = planShift(problem, { fixed: tasksUnderWay(shift.routes, 550), nowS: 550, routes: shift.routes })
  expect(again).toEqual(shift)
})

test('the same shift has the same plan', () => {
  const problem = inventedShift({ jobs: 30, machines: 4, seed: 3, windows: 0.3 })
  expect(planShift(problem)).toEqual(planShift(problem))
})

const reasonOf = (jobs: readonly ShiftJob[], machines: readonly ShiftMachine[], horizonS?: number) =>
  plan(jobs, machines, horizonS).left.map(({ reason, remedies }) => ({ reason, remedies }))

test('says why a job is left out, and which change makes it fit', () => {
  expect(reasonOf([{ ...job(0), work: [undefined] }], [machine()])).toEqual([{ reason: 'noMachine', remedies: [] }])
  expect(reasonOf([job(Number.POSITIVE_INFINITY)], [machine()])).toEqual([{ reason: 'noWay', remedies: [] }])
  expect(reasonOf([job(0, { energy: 0.95 })], [machine()])).toEqual([{ reason: 'energy', remedies: [] }])
  expect(reasonOf([job(100, {}, { windows: [{ fromS: 0, untilS: 900 }] })], [machine()])).toEqual([
    { reason: 'window', remedies: [{ kind: 'until', machine: 0, untilS: 1_200 }] },
  ])
  expect(reasonOf([job(100), job(100)], [machine()], 1_500)).toEqual([
    {
      reason: 'noTime',
      remedies: [
        { kind: 'until', machine: 0, untilS: 2_220 },
        { kind: 'oneMoreMachine', like: 0 },
      ],
    },
  ])
  expect(reasonOf([job(100)], [machine({ energy: 0.15, base: { place: 0 } })])).toEqual([
    {
      reason: 'energy',
      remedies: [
        { kind: 'chargeFirst', machine: 0, share: 0.42 },
        { kind: 'oneMoreMachine', like: 0 },
      ],
    },
  ])
})

test('of what does not fit all the weightiest is kept', () => {
  const jobs = [job(0, {}, { weight: 1 }), job(0, {}, { weight: 9 }), job(0, {}, { weight: 5 })]
  const { left, routes } = plan(jobs, [machine()], 2_500)
  expect(left.map(({ job: index }) => index)).toEqual([0])
  expect(routes[0]?.flatMap(task => task.job ?? [])).toEqual([1, 2])
})

test('no jobs, no machines, no time: an answer every time', () => {
  expect(plan([], []).routes).toEqual([])
  expect(plan([job(0)], []).left).toEqual([{ job: 0, reason: 'noMachine', remedies: [] }])
  expect(plan([job(0)], [machine()], 0).left[0]?.reason).toBe('window')
})
