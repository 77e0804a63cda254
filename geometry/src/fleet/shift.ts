/** Plans one day's work of a fleet: which machine does which job when, when it charges, and that it is home in the end. */

import { RouteTimer } from './routeTimer.ts'
import type { LeftJob, Shift, ShiftMachine, ShiftProblem, ShiftTask } from './shiftProblem.ts'
import { explainLeft } from './shiftRemedies.ts'
import { ShiftSearch } from './shiftSearch.ts'
import { tablesOf } from './shiftTables.ts'
import { tasksOf } from './shiftTasks.ts'

export type * from './chargeCurve.ts'
export type { Span } from './openSpans.ts'
export type * from './shiftProblem.ts'
export { withRemedy } from './shiftRemedies.ts'

/** What is already under way when a shift is planned again. */
export interface ShiftBefore {
  /** For each machine the tasks that stay: see `tasksUnderWay`. It continues where the last of them ends. */
  readonly fixed?: readonly (readonly ShiftTask[])[] | undefined
  /** No other task begins before. */
  readonly nowS?: number | undefined
  /** Routes to begin the search with, of the plan so far: the new plan is then near it, and sooner found. */
  readonly routes?: readonly (readonly ShiftTask[])[] | undefined
}

/** The tasks that have begun, a job that a machine is driving to with them. A wait may end at any time. */
export const tasksUnderWay = (routes: Shift['routes'], nowS: number): Shift['routes'] =>
  routes.map(tasks =>
    tasks.filter((task, i) => {
      const before = tasks[i - 1]
      const isDrivenTo = task.kind === 'mow' && before?.kind === 'drive' && before.fromS < nowS
      return isDrivenTo || (task.fromS < nowS && (task.kind !== 'wait' || task.untilS <= nowS))
    }),
  )

/** The tasks that stay, and a wait until the machine may begin another one. */
const stayingTasks = (machine: ShiftMachine, fixed: readonly ShiftTask[], nowS: number): readonly ShiftTask[] => {
  const last = fixed.at(-1)
  const fromS = last?.untilS ?? machine.fromS ?? 0
  if (fromS >= nowS) return fixed
  const place = last?.to ?? machine.place
  const energy = last?.energyAfter ?? machine.energy
  const still = { from: place, to: place, energyBefore: energy, energyAfter: energy }
  return [...fixed, { kind: 'wait', fromS, untilS: nowS, ...still }]
}

const jobsOf = (tasks: readonly ShiftTask[] | undefined): number[] =>
  (tasks ?? []).flatMap(task => (task.kind === 'mow' ? [task.job] : []))

/**
 * Does the jobs by weight, and all of them as early as the fleet can; charges where and as long as it is needed for that. Before
 * each task a machine has the energy for it, for the way home from its worst point, and its reserve. Every machine with a base
 * ends there. Deterministic, within a fixed number of steps.
 */
export const planShift = (problem: ShiftProblem, { fixed = [], nowS = 0, routes = [] }: ShiftBefore = {}): Shift => {
  const { jobs } = problem
  const staying = problem.machines.map((machine, m) => stayingTasks(machine, fixed[m] ?? [], nowS))
  const machines = problem.machines.map((machine, m): ShiftMachine => {
    const last = staying[m]?.at(-1)
    return last === undefined ? machine : { ...machine, place: last.to, fromS: last.untilS, energy: last.energyAfter }
  })
  const ahead = { ...problem, machines }
  const started = new Set(fixed.flatMap(jobsOf))
  const open = jobs.flatMap((_, j) => (started.has(j) ? [] : [j]))
  const tables = tablesOf(ahead)
  const weights = Float64Array.from(jobs, ({ weight }) => weight)
  const begin = machines.map((_, m) => Int32Array.from(jobsOf(routes[m]).filter(job => !started.has(job))))
  const { orders, left } = new ShiftSearch(tables, weights, open).solve(begin)
  const stranded: number[] = []
  const planned = tables.map((table, m): readonly ShiftTask[] => {
    const tasks = tasksOf(new RouteTimer(table, weights), orders[m] ?? new Int32Array(0), job => {
      const work = jobs[job]?.work[m]
      return { entry: work?.entry ?? 0, exit: work?.exit ?? 0 }
    })
    if (tasks === undefined) stranded.push(m)
    return [...(staying[m] ?? []), ...(tasks ?? [])]
  })
  const isStarted = (m: number): boolean => (staying[m]?.length ?? 0) > 0
  return {
    routes: planned,
    left: left.map((job): LeftJob => explainLeft({ problem: ahead, tables, orders, left, isStarted }, job)),
    makespanS: planned.flat().reduce((last, { kind, untilS }) => (kind === 'wait' ? last : Math.max(last, untilS)), 0),
    stranded,
  }
}
