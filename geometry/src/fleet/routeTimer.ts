/** How soon one machine does some jobs in a given order: when it drives home between them to charge, and for how long. */
import { type Fit, fitFirst, type Span } from './openSpans.ts'
import type { MachineTable } from './shiftTables.ts'
import { arrivalS, TINY, TripClock } from './tripClock.ts'

/** A machine with a charger does not wait on the course for longer, besides the drives, if it can wait at its base. */
const LONGEST_WAIT_S = 900

/** After a number of jobs a machine is home at two states that matter: the one that is home first, and the fullest. */
const SOONEST = 0
const FULLEST = 1

/** Jobs from `first` to before `end` of an order, from base to base. */
export interface Trip {
  readonly first: number
  readonly end: number
  /** Whether it starts at the base; the first trip may start on the course. */
  readonly isFromBase: boolean
  /** The moment from which it may charge, with what energy then, and the moment from which it may leave. */
  readonly fromS: number
  readonly energy: number
  readonly startS: number
  /** When the machine is available for it. */
  readonly open: readonly Span[]
}

/** A job as it is done on a trip. */
export interface Visit {
  readonly job: number
  readonly wayM: number
  readonly startS: number
  readonly endS: number
  /** Between these moments its start may be moved within the same spans. */
  readonly fromS: number
  readonly latestS: number
}

/**
 * The times of orders. Between two charges lies a trip; the trips of an order are found by dynamic programming over the number
 * of jobs done (Prins 2004). The state of a machine that is home is when it got there, and its energy. A battery charges ever
 * slower, so it is never later to charge only what the next trip needs (and what fits into a wait).
 */
export class RouteTimer {
  // The result of the last order, in fields: a million orders allocate nothing.
  /** When the machine is done and home. */
  endS = 0
  drivenM = 0
  /** Weights times starts of the jobs, added up; without the waits on a trip. */
  early = 0
  readonly table: MachineTable
  readonly clock: TripClock
  private readonly count: number
  private readonly sPerM: number
  private readonly atS: Float64Array
  private readonly energy: Float64Array
  /** Since when it would have had to charge from empty to have this energy now. */
  private readonly emptyS: Float64Array
  private readonly driven: Float64Array
  private readonly earlySum: Float64Array
  /** The state that the last trip to this one started from; -1 for none. */
  private readonly before: Int32Array
  private readonly leftS: Float64Array
  private readonly spanOf: Int32Array
  /** Of the trips that are tried. */
  private span = 0
  private readonly fit: Fit = { startS: 0, fromS: 0, latestS: 0 }

  constructor(table: MachineTable, weights: Float64Array) {
    this.table = table
    this.count = weights.length
    this.clock = new TripClock(table, weights)
    this.sPerM = 1 / table.machine.speedMps
    const size = 2 * (this.count + 1)
    this.atS = new Float64Array(size)
    this.energy = new Float64Array(size)
    this.emptyS = new Float64Array(size)
    this.driven = new Float64Array(size)
    this.earlySum = new Float64Array(size)
    this.before = new Int32Array(size)
    this.leftS = new Float64Array(size)
    this.spanOf = new Int32Array(size)
  }

  /** Finds the times of the first `count` jobs of an order; false where the machine cannot do them so. */
  time(order: Int32Array, count: number): boolean {
    this.begin(count)
    for (let first = 0; first < count; first++)
      for (let slot = SOONEST; slot <= FULLEST; slot++)
        for (let span = 0; span < this.table.tripSpans.length; span++)
          this.growTrips(order, count, 2 * first + slot, span)
    const last = 2 * count
    const endS = this.atS[last] ?? Number.POSITIVE_INFINITY
    // A machine that does nothing holds up nobody.
    this.endS = count === 0 && this.before[last] === -1 ? 0 : endS
    this.drivenM = this.driven[last] ?? 0
    this.early = this.earlySum[last] ?? 0
    return endS < Number.POSITIVE_INFINITY
  }

  /** The trips of the order that was timed last. */
  trips(count: number): Trip[] {
    const trips: Trip[] = []
    for (let state = 2 * count; state >= 0; ) {
      const from = this.before[state] ?? -1
      if (from < 0) break
      trips.push({
        first: from >> 1,
        end: state >> 1,
        isFromBase: !this.isOnCourse(from),
        fromS: this.atS[from] ?? 0,
        energy: this.energy[from] ?? 0,
        startS: this.leftS[state] ?? 0,
        open: this.table.tripSpans[this.spanOf[state] ?? 0] ?? [],
      })
      state = from
    }
    return trips.reverse()
  }

  /** The jobs of a trip that starts at some moment, at or before the one that it was timed with; adds when it is home. */
  walk(order: Int32Array, { first, end, isFromBase, open }: Trip, startS: number): { visits: Visit[]; homeS: number } {
    const { table, fit, sPerM } = this
    let atS = startS
    const visits: Visit[] = []
    for (let k = first; k < end; k++) {
      const job = order[k] ?? 0
      const wayM = this.wayM(order, first, k, !isFromBase)
      const workS = table.durationS[job] ?? 0
      fitFirst(table.fields[job] ?? [], open, atS + wayM * sPerM, wayM * sPerM, workS, fit)
      atS = fit.startS + workS
      visits.push({ job, wayM, startS: fit.startS, endS: atS, fromS: fit.fromS, latestS: fit.latestS })
    }
    if (table.machine.base === undefined) return { visits, homeS: atS }
    const homeM = end > first ? (table.homeM[order[end - 1] ?? 0] ?? 0) : table.startHomeM
    return { visits, homeS: arrivalS(open, atS, homeM * sPerM) }
  }

  /** A machine that does not begin at its base has a state of its own: on the course, before the first job. */
  private isOnCourse(state: number): boolean {
    return state === FULLEST && !this.table.beginsAtBase
  }

  /** When a trip may start with an energy from a state of the order that was timed last. */
  private startS(state: number, needed: number): number {
    const { curve } = this.table
    if (needed <= (this.energy[state] ?? 0) + TINY || curve === undefined) return this.atS[state] ?? 0
    return Math.max(this.atS[state] ?? 0, (this.emptyS[state] ?? 0) + curve.secondsTo(needed))
  }

  private begin(count: number): void {
    const { table, atS, emptyS, energy } = this
    const { machine } = table
    atS.fill(Number.POSITIVE_INFINITY, 0, 2 * (count + 1))
    emptyS.fill(Number.POSITIVE_INFINITY, 0, 2 * (count + 1))
    const begin = table.beginsAtBase ? SOONEST : FULLEST
    const fromS = machine.fromS ?? 0
    this.before[begin] = -1
    this.driven[begin] = 0
    this.earlySum[begin] = 0
    atS[begin] = fromS
    energy[begin] = machine.energy
    emptyS[begin] = fromS - (table.curve?.secondsTo(machine.energy) ?? 0)
    if (table.beginsAtBase) return
    if (machine.base === undefined) {
      if (count === 0) this.arrive(SOONEST, begin, fromS, fromS, machine.energy, 0, 0)
      return
    }
    // Straight home: the reserve is for this.
    const used = table.startHomeM * machine.energyPerM
    if (used > machine.energy + TINY) return
    table.tripSpans.forEach((open, span) => {
      const homeS = arrivalS(open, fromS, table.startHomeM * this.sPerM)
      this.span = span
      this.arrive(SOONEST, begin, fromS, homeS, machine.energy - used, table.startHomeM, 0)
    })
  }

  /** All trips from one state within one span, each one job longer. */
  private growTrips(order: Int32Array, count: number, from: number, span: number): void {
    this.span = span
    const { table, clock, atS } = this
    const { curve, machine } = table
    const fromS = atS[from] ?? Number.POSITIVE_INFINITY
    const slot = from & 1
    if (fromS === Number.POSITIVE_INFINITY || (slot === FULLEST && from > FULLEST && fromS === atS[from - 1])) return
    const isOnCourse = this.isOnCourse(from)
    const hasCharger = curve !== undefined && !isOnCourse
    const energy = this.energy[from] ?? 0
    const most = hasCharger ? Math.max(energy, curve.fullShare) : energy
    const first = from >> 1
    clock.begin(table.tripSpans[span] ?? [])
    for (let k = first; k < count; k++) {
      const job = order[k] ?? 0
      const wayM = this.wayM(order, first, k, isOnCourse)
      const needed = clock.neededWith(job, wayM)
      if (!(needed <= most + TINY)) return
      const startS = this.startS(from, needed)
      if (startS > clock.latestS && !this.walkAgain(order, first, k, isOnCourse, startS)) return
      if (!clock.add(job, wayM, startS)) return
      if (k > first && curve !== undefined && this.waitsAtBase(order, k, wayM)) return
      if (machine.base !== undefined) this.comeHome(job, k + 1, from, startS, hasCharger)
      else if (k === count - 1)
        this.arrive(2 * count, from, startS, clock.endS(startS), energy, clock.drivenM, this.earlyOf(startS))
    }
  }

  private earlyOf(startS: number): number {
    return startS * this.clock.weight + this.clock.weightedS
  }

  private wayM(order: Int32Array, first: number, k: number, isOnCourse: boolean): number {
    const { betweenM, startM, outM } = this.table
    const job = order[k] ?? 0
    if (k > first) return betweenM[(order[k - 1] ?? 0) * this.count + job] ?? 0
    return (isOnCourse ? startM : outM)[job] ?? 0
  }

  /** Walks over the jobs of a trip that starts later than the spans of its jobs allowed. */
  private walkAgain(order: Int32Array, first: number, end: number, isOnCourse: boolean, startS: number): boolean {
    this.clock.begin(this.table.tripSpans[this.span] ?? [])
    for (let k = first; k < end; k++)
      if (!this.clock.add(order[k] ?? 0, this.wayM(order, first, k, isOnCourse), startS)) return false
    return true
  }

  private waitsAtBase(order: Int32Array, k: number, wayM: number): boolean {
    const { homeM, outM } = this.table
    const detourM = (homeM[order[k - 1] ?? 0] ?? 0) + (outM[order[k] ?? 0] ?? 0) - wayM
    return this.clock.waitS > detourM * this.sPerM + LONGEST_WAIT_S
  }

  /** Ends the trip at the base. While a job would only wait for its window, the machine has charged for longer. */
  private comeHome(job: number, done: number, from: number, startS: number, hasCharger: boolean): void {
    const { clock, table } = this
    const homeM = table.homeM[job] ?? 0
    const homeS = clock.homeS(homeM, startS)
    const energy = this.energy[from] ?? 0
    const freeS = Math.max(startS, Math.min(clock.latestS, clock.soonestEndS - clock.sumS))
    const full = hasCharger ? Math.max(energy, table.curve?.shareAfter(freeS - (this.emptyS[from] ?? 0)) ?? 0) : energy
    const left = full - clock.used - homeM * table.machine.energyPerM
    this.arrive(2 * done, from, startS, homeS, left, clock.drivenM + homeM, this.earlyOf(startS))
  }

  /** Keeps a state if it is the soonest or the fullest after as many jobs. */
  private arrive(
    state: number,
    from: number,
    startS: number,
    atS: number,
    energy: number,
    drivenM: number,
    early: number,
  ): void {
    if (atS === Number.POSITIVE_INFINITY) return
    const emptyS = this.table.curve === undefined ? -energy : atS - this.table.curve.secondsTo(energy)
    for (let slot = state; slot <= state + FULLEST; slot++) {
      const isBetter =
        slot === state
          ? atS < (this.atS[slot] ?? 0) || (atS === this.atS[slot] && emptyS < (this.emptyS[slot] ?? 0))
          : emptyS < (this.emptyS[slot] ?? 0)
      if (!isBetter || (state === SOONEST && slot === FULLEST)) continue
      this.atS[slot] = atS
      this.energy[slot] = energy
      this.emptyS[slot] = emptyS
      this.driven[slot] = (this.driven[from] ?? 0) + drivenM
      this.earlySum[slot] = (this.earlySum[from] ?? 0) + early
      this.before[slot] = from
      this.leftS[slot] = startS
      this.spanOf[slot] = this.span
    }
  }
}
