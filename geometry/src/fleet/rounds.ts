/** Assigns jobs to machines, with their order and times, so that the last machine is home as early as possible. */
import { type Rounds, type RoundsProblem, stopsOf } from './roundsProblem.ts'
import { type Insertion, Tours } from './roundsTours.ts'

export type * from './roundsProblem.ts'

/** Positions that one problem may try: a bound on the time that is the same on every machine. */
const MOST_STEPS = 14_000_000
const STEPS_A_JOB = 100_000

/** As many jobs are taken out at a time, on average; pieces of tours are no longer than the second. */
const MEAN_OUT = 10
const LONGEST_PIECE = 10

/** This share of positions is passed over, so that jobs do not always return to the same place. */
const SKIP_SHARE = 0.01

/** Worse answers are accepted at first by about this share of the makespan; at the end not at all. */
const FIRST_HEAT = 0.005

/** Ruin and recreate (Christiaens and Vanden Berghe 2020): takes neighbouring pieces out of some tours and puts the jobs back. */
class RoundsSearch {
  private readonly problem: RoundsProblem
  private readonly tours: Tours
  private readonly neighbours: readonly Int32Array[]
  private readonly hardest: Float64Array
  private readonly found: Insertion = { machine: -1, at: 0 }
  /** The tours last accepted, and where each job is in them: machine and position. */
  private accepted: Int32Array[]
  private readonly machineOf: Int32Array
  private readonly placeOf: Int32Array
  private seed = 1

  constructor(problem: RoundsProblem) {
    this.problem = problem
    const tours = new Tours(problem)
    this.tours = tours
    const { count } = tours
    const all = Int32Array.from({ length: count }, (_, i) => i)
    this.neighbours = Array.from(all, job => {
      const awayM = Float64Array.from(all, other => (other === job ? -1 : tours.apartM(job, other)))
      return all.toSorted((a, b) => (awayM[a] ?? 0) - (awayM[b] ?? 0) || a - b)
    })
    this.hardest = Float64Array.from(all, job =>
      problem.machines.reduce((most, _, m) => Math.max(most, tours.durationS[m * count + job] ?? 0), 0),
    )
    this.accepted = problem.machines.map(() => new Int32Array(0))
    this.machineOf = new Int32Array(count).fill(-1)
    this.placeOf = new Int32Array(count)
  }

  /** From 0 to 1, the same sequence each time. */
  private readonly chance = (): number => {
    this.seed = (Math.imul(this.seed, 1_664_525) + 1_013_904_223) >>> 0
    return this.seed / 2 ** 32
  }

  private readonly skips = (): boolean => this.chance() < SKIP_SHARE

  private below(limit: number): number {
    return Math.floor(this.chance() * limit)
  }

  /** Puts jobs back, each where it costs least: in any order, the longest, the weightiest or those with least choice first. */
  private recreate(kind: number, touched: Set<number>): void {
    const { tours, found } = this
    const jobs = [...tours.left]
    for (let i = jobs.length - 1; i > 0; i--) {
      const k = this.below(i + 1)
      const [a = 0, b = 0] = [jobs[i], jobs[k]]
      jobs[i] = b
      jobs[k] = a
    }
    const ranks = kind === 1 ? this.hardest : kind === 2 ? tours.weights : undefined
    if (ranks !== undefined) jobs.sort((a, b) => (ranks[b] ?? 0) - (ranks[a] ?? 0))
    for (const job of jobs) {
      if (tours.cheapest(job, this.skips, found).machine < 0) continue
      tours.insert(job, found)
      touched.add(found.machine)
    }
  }

  /** Takes pieces out of tours around one job; half of the time that job is one of the machine that ends last. */
  private ruin(touched: Set<number>): boolean {
    const { tours, accepted, machineOf, placeOf } = this
    const lengths = accepted.map(({ length }) => length)
    const longest = Math.min(LONGEST_PIECE, Math.max(1, this.placed() / Math.max(1, lengths.filter(n => n > 0).length)))
    const pieces = 1 + this.below((4 * MEAN_OUT) / (1 + longest))
    const critical = tours.tours.reduce((last, { endS }, m) => (endS > (tours.tours[last]?.endS ?? 0) ? m : last), 0)
    const order = accepted[critical] ?? new Int32Array(0)
    const seed =
      this.chance() < 0.5 && order.length > 0 ? (order[this.below(order.length)] ?? 0) : this.below(tours.count)
    for (const job of this.neighbours[seed] ?? []) {
      const machine = machineOf[job] ?? -1
      if (machine < 0 || touched.has(machine)) continue
      const place = placeOf[job] ?? 0
      const whole = lengths[machine] ?? 0
      const length = 1 + this.below(Math.min(longest, whole))
      const first = Math.max(0, place - length + 1)
      const from = first + this.below(Math.min(place, whole - length) - first + 1)
      touched.add(machine)
      if (!tours.remove(machine, from, length)) return false
      if (touched.size >= pieces) break
    }
    return true
  }

  private placed(): number {
    return this.tours.count - this.tours.left.size
  }

  private accept(machines: Iterable<number>): void {
    const { tours, accepted, machineOf, placeOf } = this
    for (const m of machines) {
      const tour = tours.tours[m]
      if (tour === undefined) continue
      const order = tour.order.slice(0, tour.count)
      accepted[m] = order
      order.forEach((job, place) => {
        machineOf[job] = m
        placeOf[job] = place
      })
    }
    for (const job of tours.left) machineOf[job] = -1
  }

  /** Back to the tours last accepted, of which only these have changed. */
  private revert(machines: ReadonlySet<number>): void {
    const { tours, accepted } = this
    for (const m of machines) tours.empty(m)
    for (const m of machines) {
      const order = accepted[m] ?? new Int32Array(0)
      tours.reorder(m, order)
      for (const job of order) tours.left.delete(job)
    }
  }

  solve(): Rounds {
    const { tours, problem } = this
    const all = new Set<number>()
    this.recreate(2, all)
    this.accept(all)
    let cost = tours.cost()
    let best = { cost, orders: [...this.accepted], makespanS: tours.makespanS(), left: [...tours.left] }
    const heatS = FIRST_HEAT * best.makespanS
    const most = Math.min(MOST_STEPS, STEPS_A_JOB * tours.count)
    while (tours.steps < most && tours.count > 1 && problem.machines.length > 0) {
      const calm = 1 - tours.steps / most
      const touched = new Set<number>()
      const isDriveable = this.ruin(touched)
      tours.steps++
      if (isDriveable) this.recreate(this.below(4), touched)
      const next = isDriveable ? tours.cost() : Number.POSITIVE_INFINITY
      if (!(next < cost - heatS * calm ** 3 * Math.log(this.chance() + 1e-9))) {
        this.revert(touched)
        continue
      }
      cost = next
      this.accept(touched)
      if (cost < best.cost - 1e-6)
        best = { cost, orders: [...this.accepted], makespanS: tours.makespanS(), left: [...tours.left] }
    }
    return {
      rounds: best.orders.map((order, machine) => stopsOf(problem, machine, order)),
      left: best.left.toSorted((a, b) => a - b),
      makespanS: best.makespanS,
    }
  }
}

/**
 * Every job where it costs least, then thousands of small changes: some neighbouring jobs are taken out and put back, and what is
 * a little worse is accepted ever less. Within a fixed number of steps; the same problem always has the same answer.
 */
export const planRounds = (problem: RoundsProblem): Rounds => new RoundsSearch(problem).solve()
