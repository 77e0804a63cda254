/** Which machine does which jobs in which order: ruin and recreate on the routes of all machines. */
import { Ruin } from './ruin.ts'
import { ShiftRoute } from './shiftRoute.ts'
import type { MachineTable } from './shiftTables.ts'

/** Jobs walked over that one search may take: a bound on the time that is the same on every machine. */
const MOST_STEPS = 24_000_000
const STEPS_A_JOB = 100_000
/** Fewer jobs have fewer orders, and a step among them takes longer: their steps grow by the square of their number. */
const FEW_JOBS = 10

/** At least this share of positions is passed over, and of few positions one, so that jobs do not always return to the same place. */
const SKIP_SHARE = 0.01

/** The positions that seem best are timed exactly. */
const TIMED = 5

/**
 * Worse answers are accepted at first by about this share of the makespan, and of few jobs by the second share over their number;
 * at the end not at all.
 */
const FIRST_HEAT = 0.005
const FIRST_HEAT_OF_FEW = 0.6

/** The end of every route weighs little beside the last one; a job left out more than any time. */
const SUM_WEIGHT = 0.02
const LEFT_WEIGHT = 1e6

export interface Orders {
  /** For each machine its jobs in order. */
  readonly orders: readonly Int32Array[]
  readonly left: readonly number[]
}

/** Ruin and recreate (Christiaens and Vanden Berghe 2020): takes neighbouring pieces out of some routes and puts the jobs back. */
export class ShiftSearch {
  private readonly count: number
  private readonly weights: Float64Array
  private readonly routes: readonly ShiftRoute[]
  private readonly left: Set<number>
  private readonly ruin: Ruin
  private readonly hardest: Float64Array
  private skipShare = 0
  private tried = 0
  // The positions that seem best, in order; and the best one by its exact time.
  private readonly seems = new Float64Array(TIMED)
  private readonly seemsMachine = new Int32Array(TIMED)
  private readonly seemsAt = new Int32Array(TIMED)
  private readonly bounds: Float64Array
  private foundMachine = -1
  private foundAt = 0

  /** @param jobs those to be planned; others are neither done nor left */
  constructor(tables: readonly MachineTable[], weights: Float64Array, jobs: readonly number[]) {
    this.count = weights.length
    this.weights = weights
    this.routes = tables.map(table => new ShiftRoute(table, weights))
    this.left = new Set(jobs)
    const apartM = (a: number, b: number): number =>
      tables.reduce((least, { betweenM }) => Math.min(least, betweenM[a * this.count + b] ?? least), Infinity)
    this.ruin = new Ruin(Int32Array.from(jobs), this.count, tables.length, apartM)
    this.hardest = Float64Array.from(weights, (_, job) =>
      tables.reduce((most, { canDo, durationS }) => Math.max(most, canDo[job] === 1 ? (durationS[job] ?? 0) : 0), 0),
    )
    this.bounds = new Float64Array(tables.length)
  }

  /**
   * The best orders found within a number of steps.
   * @param begin orders to begin with, as far as they can be done
   */
  solve(begin: readonly Int32Array[] = []): Orders {
    const { routes, ruin, left } = this
    const all = new Set(routes.keys())
    begin.forEach((order, m) => {
      if (!this.routes[m]?.reorder(order)) this.routes[m]?.reorder(new Int32Array(0))
      else for (const job of order) this.left.delete(job)
    })
    this.recreate(2, all)
    ruin.accept(all, routes, left)
    let cost = this.cost()
    let best = { cost, orders: [...ruin.accepted], left: [...left] }
    const open = ruin.neighbours[0] ?? new Int32Array(0)
    const jobs = open.length
    const anyJob = (): number => open[ruin.below(jobs)] ?? 0
    this.skipShare = Math.max(SKIP_SHARE, 1 / (jobs + routes.length))
    const heatS = Math.max(FIRST_HEAT, FIRST_HEAT_OF_FEW / Math.max(1, jobs)) * this.makespanS()
    const most = Math.min(MOST_STEPS, STEPS_A_JOB * jobs * Math.min(1, jobs / FEW_JOBS))
    while (this.steps() < most && jobs > 1 && routes.length > 0) {
      const calm = 1 - this.steps() / most
      const touched = new Set<number>()
      const isDone = ruin.takeOut(routes, anyJob, touched, this.remove)
      this.tried++
      if (isDone) this.recreate(ruin.below(4), touched)
      const next = isDone ? this.cost() : Number.POSITIVE_INFINITY
      if (!(next < cost - heatS * calm ** 3 * Math.log(ruin.chance() + 1e-9))) {
        this.revert(touched)
        continue
      }
      cost = next
      ruin.accept(touched, routes, left)
      if (cost < best.cost - 1e-6) best = { cost, orders: [...ruin.accepted], left: [...left] }
    }
    return { orders: best.orders, left: best.left.toSorted((a, b) => a - b) }
  }

  private steps(): number {
    return this.routes.reduce((sum, { timer }) => sum + timer.clock.steps, this.tried)
  }

  private makespanS(): number {
    return this.routes.reduce((last, { endS }) => Math.max(last, endS), 0)
  }

  /** Lower is better: weight left out before time, the last machine before the sum of all. */
  private cost(): number {
    let missed = 0
    for (const job of this.left) missed += this.weights[job] ?? 0
    const sum = this.routes.reduce(
      (total, { endS, extra }) => total + extra + (endS * SUM_WEIGHT) / this.routes.length,
      0,
    )
    return missed * LEFT_WEIGHT + this.makespanS() + sum
  }

  /** Puts jobs back, each where it costs least: in any order, the longest, the weightiest or those with least choice first. */
  private recreate(kind: number, touched: Set<number>): void {
    const ranks = kind === 1 ? this.hardest : kind === 2 ? this.weights : undefined
    for (const job of this.ruin.shuffled(this.left, ranks)) {
      if (!this.find(job)) continue
      this.routes[this.foundMachine]?.insert(job, this.foundAt)
      this.left.delete(job)
      touched.add(this.foundMachine)
    }
  }

  /** Finds the machine and the position where a job costs least, among those that seem best. */
  private find(job: number): boolean {
    const { routes, ruin } = this
    let lastMachine = -1
    let [lastS, secondS] = [0, 0]
    routes.forEach(({ endS }, m) => {
      if (endS > lastS) {
        secondS = lastS
        lastS = endS
        lastMachine = m
      } else if (endS > secondS) secondS = endS
    })
    const costOf = ({ endS, triedEndS, triedExtra }: ShiftRoute, m: number): number =>
      Math.max(triedEndS, m === lastMachine ? secondS : lastS) +
      triedExtra +
      ((triedEndS - endS) * SUM_WEIGHT) / routes.length
    this.seems.fill(Number.POSITIVE_INFINITY)
    this.seemsMachine.fill(-1)
    const worstKept = (): number => this.seems[TIMED - 1] ?? 0
    // The most promising machine first: most others then need no look at their positions.
    const bounds = this.bounds.fill(Number.POSITIVE_INFINITY)
    let first = 0
    routes.forEach((route, m) => {
      if (!route.canDo(job)) return
      route.boundFor(job)
      bounds[m] = costOf(route, m)
      if ((bounds[m] ?? 0) < (bounds[first] ?? 0)) first = m
    })
    for (let i = -1; i < routes.length; i++) {
      const m = i < 0 ? first : i
      const route = routes[m]
      if (route === undefined || i === first || !((bounds[m] ?? 0) < worstKept())) continue
      for (let at = 0; at <= route.count; at++) {
        if (ruin.chance() < this.skipShare) continue
        this.tried++
        route.estimate(job, at)
        this.keep(costOf(route, m), m, at)
      }
    }
    let best = Number.POSITIVE_INFINITY
    this.foundMachine = -1
    for (let i = 0; i < TIMED; i++) {
      const m = this.seemsMachine[i] ?? -1
      const route = routes[m]
      const at = this.seemsAt[i] ?? 0
      if (route === undefined) break
      if (!route.tryAt(job, at)) continue
      const cost = costOf(route, m)
      if (cost >= best) continue
      best = cost
      this.foundMachine = m
      this.foundAt = at
    }
    return this.foundMachine >= 0
  }

  private keep(cost: number, machine: number, at: number): void {
    const { seems, seemsMachine, seemsAt } = this
    let i = TIMED
    // Equal costs, infinite ones too, stay in the order in which they were found.
    while (i > 0 && (cost < (seems[i - 1] ?? 0) || seemsMachine[i - 1] === -1)) i--
    if (i === TIMED) return
    seems.copyWithin(i + 1, i, TIMED - 1)
    seemsMachine.copyWithin(i + 1, i, TIMED - 1)
    seemsAt.copyWithin(i + 1, i, TIMED - 1)
    seems[i] = cost
    seemsMachine[i] = machine
    seemsAt[i] = at
  }

  private readonly remove = (machine: number, from: number, length: number): boolean => {
    for (let i = from; i < from + length; i++) this.left.add(this.ruin.accepted[machine]?.[i] ?? 0)
    return this.routes[machine]?.remove(from, length) ?? false
  }

  /** Back to the routes last accepted, of which only these have changed. */
  private revert(machines: ReadonlySet<number>): void {
    for (const m of machines) {
      const route = this.routes[m]
      for (let i = 0; i < (route?.count ?? 0); i++) this.left.add(route?.order[i] ?? 0)
    }
    for (const m of machines) {
      const order = this.ruin.accepted[m] ?? new Int32Array(0)
      this.routes[m]?.reorder(order)
      for (const job of order) this.left.delete(job)
    }
  }
}
