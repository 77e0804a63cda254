/** Why jobs are left out of a shift, and which change would make each of them fit; every change is tried on the plan. */
import type { LeftJob, LeftReason, Remedy, ShiftMachine, ShiftProblem } from './shiftProblem.ts'
import { ShiftRoute } from './shiftRoute.ts'
import type { Orders } from './shiftSearch.ts'
import { changedTable, type MachineTable } from './shiftTables.ts'

/** No shift is extended for longer than this for one job, seconds. */
const MOST_LATER_S = 86_400

/** Shares of a charge first, and moments of an end, are given in these steps. */
const SHARE_STEP = 0.01
const UNTIL_STEP_S = 60

/** The changes that a remedy makes to the problem. */
export const withRemedy = (problem: ShiftProblem, job: number, remedy: Remedy): ShiftProblem => {
  const { jobs, machines, horizonS } = problem
  const changed = (index: number, changes: Partial<ShiftMachine>): readonly ShiftMachine[] =>
    machines.map((machine, m) => (m === index ? { ...machine, ...changes } : machine))
  switch (remedy.kind) {
    case 'chargeFirst':
      return { ...problem, machines: changed(remedy.machine, { energy: remedy.share }) }
    case 'until': {
      const machine = machines[remedy.machine]
      return {
        ...problem,
        horizonS: Math.max(horizonS, remedy.untilS),
        jobs: jobs.map((own, j) => (j === job ? { ...own, windows: longer(own.windows, remedy.untilS) } : own)),
        machines:
          machine === undefined ? machines : changed(remedy.machine, longerMachine(machine, horizonS, remedy.untilS)),
      }
    }
    case 'oneMoreMachine': {
      const like = machines[remedy.like]
      if (like === undefined) return problem
      return {
        ...problem,
        machines: [...machines, oneMore(like)],
        jobs: jobs.map(own => ({ ...own, work: [...own.work, own.work[remedy.like]] })),
      }
    }
  }
}

type Windows = ShiftProblem['jobs'][number]['windows']

/** The last of some windows ends later. */
const longer = (windows: Windows, untilS: number): Windows => {
  const last = windows?.toSorted((a, b) => a.untilS - b.untilS).at(-1)
  return windows?.map(span => (span === last ? { ...span, untilS: Math.max(span.untilS, untilS) } : span))
}

const longerMachine = (
  { available, latestReturnS }: ShiftMachine,
  horizonS: number,
  untilS: number,
): Partial<ShiftMachine> => ({
  available: longer(available, untilS),
  latestReturnS: Math.max(latestReturnS ?? horizonS, untilS),
})

const oneMore = (like: ShiftMachine): ShiftMachine => ({
  ...like,
  place: like.base?.place ?? like.place,
  fromS: 0,
  energy:
    like.base?.charge?.reduce((most, { untilShare }) => Math.max(most, untilShare), 0) ?? Math.max(1, like.energy),
})

/** The tables of a plan, and which machines have tasks that stay. */
interface Planned extends Orders {
  readonly problem: ShiftProblem
  readonly tables: readonly MachineTable[]
  readonly isStarted: (machine: number) => boolean
}

/** Says why a job is left out of the plan, and what would make it fit. */
export const explainLeft = (planned: Planned, job: number): LeftJob => {
  const able = planned.tables.flatMap((_, m) => (planned.problem.jobs[job]?.work[m] === undefined ? [] : [m]))
  if (able.length === 0) return { job, reason: 'noMachine', remedies: [] }
  const reaching = able.filter(m => planned.tables[m]?.canDo[job] === 1)
  if (reaching.length === 0) return { job, reason: 'noWay', remedies: [] }
  const reasons = reaching.map(m => reasonFor(planned, job, m))
  const reason = (['noTime', 'energy', 'window'] as const).find(each => reasons.includes(each)) ?? 'noTime'
  const remedies = [
    least(
      reaching.flatMap(m => chargeFirst(planned, job, m)),
      ({ share }) => share,
    ),
    least(
      reaching.flatMap(m => until(planned, job, m)),
      ({ untilS }) => untilS,
    ),
    reaching.flatMap(like => oneMoreMachine(planned, job, like)).at(0),
  ]
  return { job, reason, remedies: remedies.filter(remedy => remedy !== undefined) }
}

const least = <T>(all: readonly T[], of: (one: T) => number): T | undefined =>
  all.toSorted((a, b) => of(a) - of(b)).at(0)

/** Why one machine does not do it: by itself it could not, or not beside the others. */
const reasonFor = ({ problem, tables, orders }: Planned, job: number, m: number): LeftReason => {
  const table = tables[m]
  if (table === undefined) return 'noMachine'
  const alone = new Int32Array(0)
  const tireless = changedTable(table, problem, { ...table.machine, energy: Number.MAX_SAFE_INTEGER })
  if (fitsBeside(table, problem, alone, job) === undefined)
    return fitsBeside(tireless, problem, alone, job) === undefined ? 'window' : 'energy'
  return fitsBeside(tireless, problem, orders[m] ?? alone, job) === undefined ? 'noTime' : 'energy'
}

/** When a machine is home soonest with one more job, of all positions in its order; undefined where none is possible. */
const fitsBeside = (
  table: MachineTable,
  { jobs }: ShiftProblem,
  order: Int32Array,
  job: number,
): number | undefined => {
  const route = new ShiftRoute(
    table,
    Float64Array.from(jobs, ({ weight }) => weight),
  )
  if (!route.reorder(order)) return undefined
  const ends = Array.from({ length: order.length + 1 }, (_, at) =>
    route.tryAt(job, at) ? route.triedEndS : Number.POSITIVE_INFINITY,
  )
  const endS = Math.min(...ends)
  return Number.isFinite(endS) ? endS : undefined
}

/** When the machine would be home with this job, after a change; undefined where it does not fit even so. */
const fitsWith = ({ problem, tables, orders }: Planned, job: number, remedy: Remedy): number | undefined => {
  const changed = withRemedy(problem, job, remedy)
  const isMore = remedy.kind === 'oneMoreMachine'
  const from = isMore ? remedy.like : remedy.machine
  const machine = changed.machines[isMore ? problem.machines.length : from]
  const table = tables[from]
  if (machine === undefined || table === undefined) return undefined
  const order = isMore ? undefined : orders[from]
  return fitsBeside(changedTable(table, changed, machine), changed, order ?? new Int32Array(0), job)
}

type RemedyOf<Kind extends Remedy['kind']> = Extract<Remedy, { kind: Kind }>

const oneMoreMachine = (planned: Planned, job: number, like: number): RemedyOf<'oneMoreMachine'>[] => {
  const remedy = { kind: 'oneMoreMachine', like } as const
  return fitsWith(planned, job, remedy) === undefined ? [] : [remedy]
}

const until = (planned: Planned, job: number, machine: number): RemedyOf<'until'>[] => {
  const latest = planned.problem.horizonS + MOST_LATER_S
  const homeS = fitsWith(planned, job, { kind: 'until', machine, untilS: latest })
  if (homeS === undefined) return []
  const remedy = { kind: 'until', machine, untilS: Math.ceil(homeS / UNTIL_STEP_S) * UNTIL_STEP_S } as const
  return fitsWith(planned, job, remedy) === undefined ? [] : [remedy]
}

/** The least share with which it fits: by bisection, since more energy never makes less fit. */
const chargeFirst = (planned: Planned, job: number, machine: number): RemedyOf<'chargeFirst'>[] => {
  const table = planned.tables[machine]
  if (table === undefined || planned.isStarted(machine)) return []
  const withSteps = (steps: number) => ({ kind: 'chargeFirst', machine, share: steps * SHARE_STEP }) as const
  const fits = (steps: number): boolean => fitsWith(planned, job, withSteps(steps)) !== undefined
  let low = Math.floor(table.machine.energy / SHARE_STEP)
  let high = Math.floor((table.curve?.fullShare ?? 1) / SHARE_STEP)
  if (low >= high || !fits(high)) return []
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (fits(middle)) high = middle
    else low = middle
  }
  return [withSteps(high)]
}
