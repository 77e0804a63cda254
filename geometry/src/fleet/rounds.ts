/** Assigns jobs to machines, with their order and times, so that the last machine is home as early as possible. */
import { type Rounds, type RoundsProblem, stopsOf } from './roundsProblem.ts'
import { type Insertion, Tours } from './roundsTours.ts'
import { Ruin } from './ruin.ts'

export type * from './roundsProblem.ts'

/** Positions that one problem may try: a bound on the time that is the same on every machine. */
const MOST_STEPS = 14_000_000
const STEPS_A_JOB = 100_000

/** This share of positions is passed over, so that jobs do not always return to the same place. */
const SKIP_SHARE = 0.01

/** The search starts three times, with this share of the steps, then continues from the best end with the other steps. */
const STARTS = 3
const SHARE_OF_STARTS = 0.6

/** Worse answers are accepted at first by about this share of the makespan, less where it continues; at the end not at all. */
const FIRST_HEAT = 0.01
const SECOND_HEAT = 0.002

interface Found {
  readonly cost: number
  readonly orders: readonly Int32Array[]
  readonly makespanS: number
  readonly left: readonly number[]
}

/** Ruin and recreate (Christiaens and Vanden Berghe 2020): takes neighbouring pieces out of some tours and puts the jobs back. */
class RoundsSearch {
  private readonly problem: RoundsProblem
  private readonly tours: Tours
  private readonly ruin: Ruin
  private readonly hardest: Float64Array
  private readonly found: Insertion = { machine: -1, at: 0 }

  constructor(problem: RoundsProblem) {
    this.problem = problem
    const tours = new Tours(problem)
    this.tours = tours
    const { count } = tours
    const all = Int32Array.from({ length: count }, (_, i) => i)
    this.ruin = new Ruin(all, count, problem.machines.length, (a, b) => tours.apartM(a, b))
    this.hardest = Float64Array.from(all, job =>
      problem.machines.reduce((most, _, m) => Math.max(most, tours.durationS[m * count + job] ?? 0), 0),
    )
  }

  private readonly skips = (): boolean => this.ruin.chance() < SKIP_SHARE

  /** Puts jobs back, each where it costs least: in any order, the longest, the weightiest or those with least choice first. */
  private recreate(kind: number, touched: Set<number>): void {
    const { tours, found } = this
    const ranks = kind === 1 ? this.hardest : kind === 2 ? tours.weights : undefined
    for (const job of this.ruin.shuffled(tours.left, ranks)) {
      if (tours.cheapest(job, this.skips, found).machine < 0) continue
      tours.insert(job, found)
      touched.add(found.machine)
    }
  }

  /** Back to the tours last accepted, of which only these have changed. */
  private revert(machines: ReadonlySet<number>): void {
    const { tours, ruin } = this
    for (const m of machines) tours.empty(m)
    for (const m of machines) {
      const order = ruin.accepted[m] ?? new Int32Array(0)
      tours.reorder(m, order)
      for (const job of order) tours.left.delete(job)
    }
  }

  /** The tours last accepted, and what they cost. */
  private accepted(): Found {
    const { tours, ruin } = this
    return { cost: tours.cost(), orders: [...ruin.accepted], makespanS: tours.makespanS(), left: [...tours.left] }
  }

  /** Accepts these tours, and then puts in what they leave out. */
  private restart(orders: readonly Int32Array[]): Found {
    const { tours, ruin } = this
    const all = new Set(tours.tours.keys())
    for (const m of all) tours.empty(m)
    for (const m of all) {
      const order = orders[m] ?? new Int32Array(0)
      tours.reorder(m, order)
      for (const job of order) tours.left.delete(job)
    }
    this.recreate(2, all)
    ruin.accept(all, tours.tours, tours.left)
    return this.accepted()
  }

  /** Changes the accepted tours until the steps reach this number, and returns the best ones found. */
  private change(from: Found, untilSteps: number, heat: number): Found {
    const { tours, ruin } = this
    const anyJob = (): number => ruin.below(tours.count)
    const remove = (machine: number, at: number, length: number): boolean => tours.remove(machine, at, length)
    const heatS = heat * from.makespanS
    const most = untilSteps - tours.steps
    let best = from
    let { cost } = from
    while (tours.steps < untilSteps) {
      const coolness = (untilSteps - tours.steps) / most
      const touched = new Set<number>()
      const isDriveable = ruin.takeOut(tours.tours, anyJob, touched, remove)
      tours.steps++
      if (isDriveable) this.recreate(ruin.below(4), touched)
      const next = isDriveable ? tours.cost() : Number.POSITIVE_INFINITY
      if (!(next < cost - heatS * coolness ** 3 * Math.log(ruin.chance() + 1e-9))) {
        this.revert(touched)
        continue
      }
      cost = next
      ruin.accept(touched, tours.tours, tours.left)
      if (cost < best.cost - 1e-6) best = this.accepted()
    }
    return best
  }

  solve(): Rounds {
    const { tours, problem } = this
    const isOpen = tours.count > 1 && problem.machines.length > 0
    const most = isOpen ? Math.min(MOST_STEPS, STEPS_A_JOB * tours.count) : 0
    let best = this.change(this.restart([]), (most * SHARE_OF_STARTS) / STARTS, FIRST_HEAT)
    for (let start = 2; start <= STARTS && isOpen; start++) {
      const other = this.change(this.restart([]), (most * SHARE_OF_STARTS * start) / STARTS, FIRST_HEAT)
      if (other.cost < best.cost) best = other
    }
    if (isOpen) best = this.change(this.restart(best.orders), most, SECOND_HEAT)
    return {
      rounds: best.orders.map((order, machine) => stopsOf(problem, machine, order)),
      left: best.left.toSorted((a, b) => a - b),
      makespanS: best.makespanS,
    }
  }
}

/**
 * Every job where it costs least, then thousands of small changes: some neighbouring jobs are taken out and put back, and what is
 * a little worse is accepted ever less; three times over, as chance decides which machine gets the longest jobs. Within a fixed
 * number of steps; the same problem always has the same answer.
 */
export const planRounds = (problem: RoundsProblem): Rounds => new RoundsSearch(problem).solve()
