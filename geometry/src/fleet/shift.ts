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
  /** For each machine the tasks that stay: those that it has started. It continues where the last of them ends. */
  readonly fixed?: readonly (readonly ShiftTask[])[] | undefined
  /** Routes to begin the search with, of the plan so far: the new plan is then near it, and sooner found. */
  readonly routes?: readonly (readonly ShiftTask[])[] | undefined
}

const jobsOf = (tasks: readonly ShiftTask[] | undefined): number[] =>
  (tasks ?? []).flatMap(task => (task.kind === 'mow' ? [task.job] : []))

/**
 * Does the jobs by weight, and all of them as early as the fleet can; charges where and as long as it is needed for that. Before
 * each task a machine has the energy for it, for the way home from its worst point, and its reserve. Every machine with a base
 * ends there. Deterministic, within a fixed number of steps.
 */
export const planShift = (problem: ShiftProblem, { fixed = [], routes = [] }: ShiftBefore = {}): Shift => {
  const { jobs } = problem
  const machines = problem.machines.map((machine, m): ShiftMachine => {
    const last = fixed[m]?.at(-1)
    return last === undefined
      ? machine
      : { ...machine, place: last.to, fromS: Math.max(machine.fromS ?? 0, last.untilS), energy: last.energyAfter }
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
    return [...(fixed[m] ?? []), ...(tasks ?? [])]
  })
  const isStarted = (m: number): boolean => (fixed[m]?.length ?? 0) > 0
  return {
    routes: planned,
    left: left.map((job): LeftJob => explainLeft({ problem: ahead, tables, orders, left, isStarted }, job)),
    makespanS: planned.reduce((last, tasks) => Math.max(last, tasks.at(-1)?.untilS ?? 0), 0),
    stranded,
  }
}
