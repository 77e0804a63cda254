/** The tours of all machines while the search changes them, with their times, and what one more job would cost where. */
import { type BusySpan, freeFrom, type RoundsProblem, tablesOf } from './roundsProblem.ts'

/** Ways and early important jobs weigh little beside the time at which all is done. */
const TRAVEL_WEIGHT = 0.02
const ORDER_WEIGHT = 0.01
/** A job goes beside one of the 20 jobs from which, or to which, its route is shortest, or first or last in a tour. */
const NEAR_JOBS = 20

/** The mean end of all machines weighs more: a job that no machine ends later for goes to the one that does it quickly. */
const SUM_WEIGHT = 0.3
const LEFT_WEIGHT = 1e6

/** One machine's jobs in order. Arrays have room for all jobs. */
interface Tour {
  count: number
  readonly order: Int32Array
  /** When each job begins and ends. */
  readonly startS: Float64Array
  readonly doneS: Float64Array
  /** The route to each job from the one before, metres, and the longest of them. */
  readonly routeM: Float64Array
  longestM: number
  /** The weights of a job and all that come after it, added up. */
  readonly restWeight: Float64Array
  endS: number
  drivenM: number
  /** Further costs besides its end: transits, and important jobs that come late. */
  cost: number
}

/** A place in a tour for one more job; `machine` is -1 where there is none. */
export interface Insertion {
  machine: number
  at: number
}

export class Tours {
  readonly count: number
  readonly machines: number
  readonly tours: readonly Tour[]
  /** Jobs in no tour. */
  readonly left = new Set<number>()
  readonly weights: Float64Array
  readonly durationS: Float64Array
  /** Positions tried: what bounds the search, the same on every machine. */
  steps = 0
  private readonly problem: RoundsProblem
  private readonly canDo: Uint8Array
  private readonly workM: Float64Array
  private readonly homeM: readonly Float64Array[]
  private readonly betweenM: readonly Float64Array[]
  private readonly intoM: readonly Float64Array[]
  private readonly leastToM: Float64Array
  private readonly leastOnM: Float64Array
  private readonly perMps: Float64Array
  /** Busy spans of a machine and a job; undefined for a machine that never waits. */
  private readonly busy: readonly (readonly (readonly BusySpan[])[] | undefined)[]
  /** Whether a job (row) may go beside another one, where no machine waits. */
  private readonly isNear: Uint8Array
  private readonly orderWeight: number
  private readonly leastCosts: Float64Array
  // The result of the last trial, in fields so that a million trials allocate nothing.
  private triedEndS = 0
  private triedCost = 0

  constructor(problem: RoundsProblem) {
    this.problem = problem
    const { count, canDo, durationS, workM, homeM, betweenM, intoM, leastToM, leastOnM, busy } = tablesOf(problem)
    this.count = count
    this.machines = problem.machines.length
    this.canDo = canDo
    this.durationS = durationS
    this.workM = workM
    this.homeM = homeM
    this.betweenM = betweenM
    this.intoM = intoM
    this.leastToM = leastToM
    this.leastOnM = leastOnM
    this.leastCosts = new Float64Array(problem.machines.length)
    this.busy = busy
    this.perMps = Float64Array.from(problem.machines, ({ speedMps }) => 1 / speedMps)
    this.weights = Float64Array.from(problem.jobs, ({ weight }) => weight)
    this.orderWeight = ORDER_WEIGHT / (Math.max(1e-9, ...this.weights) * Math.max(1, count))
    this.tours = problem.machines.map(() => ({
      count: 0,
      order: new Int32Array(count),
      startS: new Float64Array(count),
      doneS: new Float64Array(count),
      routeM: new Float64Array(count),
      longestM: 0,
      restWeight: new Float64Array(count + 1),
      endS: 0,
      drivenM: 0,
      cost: 0,
    }))
    for (let job = 0; job < count; job++) this.left.add(job)
    this.isNear = this.nearJobs()
  }

  private nearJobs(): Uint8Array {
    const { count } = this
    const isNear = new Uint8Array(count * count)
    const jobs = Int32Array.from({ length: count }, (_, job) => job)
    for (let job = 0; job < count; job++) {
      const toM = Float64Array.from(jobs, other => (other === job ? Number.POSITIVE_INFINITY : this.apartM(other, job)))
      const onM = Float64Array.from(jobs, other => (other === job ? Number.POSITIVE_INFINITY : this.apartM(job, other)))
      for (const awayM of [toM, onM])
        for (const other of jobs.toSorted((a, b) => (awayM[a] ?? 0) - (awayM[b] ?? 0)).subarray(0, NEAR_JOBS))
          isNear[job * count + other] = 1
    }
    return isNear
  }

  /** Metres from the end of one job to the start of another, for the machine that gets there soonest. */
  apartM(a: number, b: number): number {
    let least = Number.POSITIVE_INFINITY
    for (let m = 0; m < this.machines; m++) least = Math.min(least, this.betweenM[m]?.[a * this.count + b] ?? least)
    return least
  }

  /** Lower is better: weight left out before time, the last machine before the sum of all. */
  cost(): number {
    let missed = 0
    for (const job of this.left) missed += this.weights[job] ?? 0
    let last = 0
    let sum = 0
    for (const { endS, cost } of this.tours) {
      if (endS > last) last = endS
      sum += cost + (endS * SUM_WEIGHT) / this.machines
    }
    return missed * LEFT_WEIGHT + last + sum
  }

  makespanS(): number {
    return this.tours.reduce((last, { endS }) => Math.max(last, endS), 0)
  }

  /** Gives a tour another order, and its times; false where the machine cannot drive it so. */
  reorder(machine: number, order: Int32Array): boolean {
    const tour = this.tours[machine]
    if (tour === undefined) return false
    tour.order.set(order)
    tour.count = order.length
    return this.retime(machine)
  }

  /** Takes all jobs out of a tour. */
  empty(machine: number): void {
    const tour = this.tours[machine]
    if (tour === undefined) return
    for (let i = 0; i < tour.count; i++) this.left.add(tour.order[i] ?? 0)
    tour.count = 0
  }

  insert(job: number, { machine, at }: Insertion): void {
    const tour = this.tours[machine]
    if (tour === undefined) return
    tour.order.copyWithin(at + 1, at, tour.count)
    tour.order[at] = job
    tour.count++
    this.left.delete(job)
    this.retime(machine)
  }

  /** Takes a piece out of a tour; false where what is left cannot be driven. */
  remove(machine: number, from: number, length: number): boolean {
    const tour = this.tours[machine]
    if (tour === undefined) return false
    for (let i = from; i < from + length; i++) this.left.add(tour.order[i] ?? 0)
    tour.order.copyWithin(from, from + length, tour.count)
    tour.count -= length
    return this.retime(machine)
  }

  /**
   * Finds the place where a job costs least, and the machine.
   * @param skips whether to pass over the next position
   */
  cheapest(job: number, skips: () => boolean, found: Insertion): Insertion {
    let lastMachine = -1
    let [lastS, secondS] = [0, 0]
    for (let m = 0; m < this.machines; m++) {
      const endS = this.tours[m]?.endS ?? 0
      if (endS > lastS) {
        secondS = lastS
        lastS = endS
        lastMachine = m
      } else if (endS > secondS) secondS = endS
    }
    const { leastCosts } = this
    let first = 0
    for (let m = 0; m < this.machines; m++) {
      leastCosts[m] = this.leastCost(m, job, m === lastMachine ? secondS : lastS)
      if ((leastCosts[m] ?? 0) < (leastCosts[first] ?? 0)) first = m
    }
    let best = Number.POSITIVE_INFINITY
    found.machine = -1
    // The most promising machine first: most others then need no look at their positions.
    for (let i = -1; i < this.machines; i++) {
      const m = i < 0 ? first : i
      const tour = this.tours[m]
      if (tour === undefined || i === first || !((leastCosts[m] ?? 0) < best)) continue
      const othersS = m === lastMachine ? secondS : lastS
      const fixed = -tour.cost - (tour.endS * SUM_WEIGHT) / this.machines
      const isAnywhere = this.busy[m] !== undefined || tour.count < NEAR_JOBS
      for (let at = 0; at <= tour.count; at++) {
        if (!isAnywhere && !this.isBeside(tour, job, at)) continue
        if (skips() || !this.tryAt(m, tour, job, at)) continue
        const endS = this.triedEndS
        const cost = Math.max(endS, othersS) + this.triedCost + fixed + (endS * SUM_WEIGHT) / this.machines
        if (cost >= best) continue
        best = cost
        found.machine = m
        found.at = at
      }
    }
    return found
  }

  /** Whether a position is beside a near job, or an end of the tour. */
  private isBeside({ order, count }: Tour, job: number, at: number): boolean {
    if (at === 0 || at === count) return true
    const row = job * this.count
    return this.isNear[row + (order[at - 1] ?? 0)] === 1 || this.isNear[row + (order[at] ?? 0)] === 1
  }

  /** What a job costs on a machine at least, wherever it comes in the tour; infinite where the machine cannot do it. */
  private leastCost(m: number, job: number, othersS: number): number {
    const tour = this.tours[m]
    const at = m * this.count + job
    if (tour === undefined || this.canDo[at] !== 1) return Number.POSITIVE_INFINITY
    if (this.busy[m] !== undefined) return Number.NEGATIVE_INFINITY
    // Last in the tour there is only the route to it; before another job that job's own route goes.
    const onM = Math.min(0, (this.leastOnM[at] ?? 0) - tour.longestM)
    const moreS = ((this.leastToM[at] ?? 0) + onM) * (this.perMps[m] ?? 1)
    const laterS = moreS + (this.durationS[at] ?? 0)
    if (laterS < 0) return Number.NEGATIVE_INFINITY
    return Math.max(tour.endS + laterS, othersS) + TRAVEL_WEIGHT * moreS + (laterS * SUM_WEIGHT) / this.machines
  }

  /** Whether a machine can do one more job at this position of its tour. */
  private tryAt(m: number, tour: Tour, job: number, at: number): boolean {
    const { count, problem } = this
    const between = this.betweenM[m]
    const into = this.intoM[m]
    const home = this.homeM[m]
    const perMps = this.perMps[m] ?? 1
    if (between === undefined || into === undefined || home === undefined) return false
    this.steps++
    const busy = this.busy[m]
    const before = at === 0 ? -1 : (tour.order[at - 1] ?? 0)
    const beforeS = at === 0 ? 0 : (tour.doneS[at - 1] ?? 0)
    const toM = (before < 0 ? home[job] : into[job * count + before]) ?? 0
    let startS = beforeS + toM * perMps
    const workS = this.durationS[m * count + job] ?? 0
    if (busy !== undefined) startS = freeFrom(busy[job] ?? [], startS, workS)
    let atS = startS + workS
    let moreM = toM
    let early = startS * (this.weights[job] ?? 0)
    if (at < tour.count) {
      const next = tour.order[at] ?? 0
      const onM = between[job * count + next] ?? 0
      moreM += onM - (tour.routeM[at] ?? 0)
      if (busy === undefined) {
        const laterS = atS + onM * perMps - (tour.startS[at] ?? 0)
        early += laterS * (tour.restWeight[at] ?? 0)
        atS = tour.endS + laterS
      } else
        for (let i = at; i < tour.count; i++) {
          const own = tour.order[i] ?? 0
          const ownM = (i === at ? onM : between[(tour.order[i - 1] ?? 0) * count + own]) ?? 0
          const ownS = this.durationS[m * count + own] ?? 0
          const ownStartS = freeFrom(busy[own] ?? [], atS + ownM * perMps, ownS)
          early += (ownStartS - (tour.startS[i] ?? 0)) * (this.weights[own] ?? 0)
          atS = ownStartS + ownS
          this.steps++
        }
    }
    const drivenM = tour.drivenM + moreM + (this.workM[m * count + job] ?? 0)
    if (!(atS <= problem.horizonS) || drivenM > (problem.machines[m]?.rangeM ?? 0)) return false
    this.triedEndS = atS
    this.triedCost = tour.cost + TRAVEL_WEIGHT * moreM * perMps + this.orderWeight * early
    return true
  }

  private retime(m: number): boolean {
    const { count, problem } = this
    const tour = this.tours[m]
    if (tour === undefined) return false
    const perMps = this.perMps[m] ?? 1
    const busy = this.busy[m]
    let [atS, waysM, workM, early, longestM] = [0, 0, 0, 0, 0]
    for (let i = 0; i < tour.count; i++) {
      const job = tour.order[i] ?? 0
      const wayM = (i === 0 ? this.homeM[m]?.[job] : this.betweenM[m]?.[(tour.order[i - 1] ?? 0) * count + job]) ?? 0
      const workS = this.durationS[m * count + job] ?? 0
      const reachedS = atS + wayM * perMps
      const startS = busy === undefined ? reachedS : freeFrom(busy[job] ?? [], reachedS, workS)
      atS = startS + workS
      tour.startS[i] = startS
      tour.doneS[i] = atS
      tour.routeM[i] = wayM
      if (wayM > longestM) longestM = wayM
      waysM += wayM
      workM += this.workM[m * count + job] ?? 0
      early += startS * (this.weights[job] ?? 0)
    }
    tour.restWeight[tour.count] = 0
    for (let i = tour.count - 1; i >= 0; i--)
      tour.restWeight[i] = (tour.restWeight[i + 1] ?? 0) + (this.weights[tour.order[i] ?? 0] ?? 0)
    this.steps += tour.count
    tour.endS = atS
    tour.longestM = longestM
    tour.drivenM = waysM + workM
    tour.cost = TRAVEL_WEIGHT * waysM * perMps + this.orderWeight * early
    return atS <= problem.horizonS && tour.drivenM <= (problem.machines[m]?.rangeM ?? 0)
  }
}
