/** One machine's jobs while the search changes them: their times, and what one more job would cost about, and exactly. */
import { type Fit, fitFirst } from './openSpans.ts'
import { RouteTimer } from './routeTimer.ts'
import type { MachineTable } from './shiftTables.ts'
import { TINY } from './tripClock.ts'

/** Drives and early important jobs weigh little beside the time at which all is done. */
const DRIVE_WEIGHT = 0.02
const ORDER_WEIGHT = 0.01

export class ShiftRoute {
  count = 0
  readonly order: Int32Array
  /** When it is home; 0 for a machine that does nothing. */
  endS = 0
  /** Further costs besides its end: drives, and important jobs that come late. */
  extra = 0
  readonly timer: RouteTimer
  private readonly table: MachineTable
  private readonly jobs: number
  private readonly sPerM: number
  private readonly orderWeight: number
  private readonly weights: Float64Array
  private readonly startS: Float64Array
  private readonly doneS: Float64Array
  /** Between these moments each start may be moved within the same spans. */
  private readonly soonestS: Float64Array
  private readonly latestS: Float64Array
  /** 1 where it is at its base before a job, and how long it stays there, charging. */
  private readonly fromBase: Uint8Array
  private readonly chargeS: Float64Array
  /**
   * If a job started at some moment, the route would end `tailS` later, at `tailSoonestS` at least; the start must not be after
   * `tailLatestS`. Waits and charges stay as they are.
   */
  private readonly tailS: Float64Array
  private readonly tailSoonestS: Float64Array
  private readonly tailLatestS: Float64Array
  /** The weights of a job and all that come after it, added up. */
  private readonly restWeight: Float64Array
  /** Its longest drive between two tasks, and the waits that one more job could fill. */
  private longestM = 0
  private waitsS = 0
  /** The energy that it could still use without charging more. */
  private spare = 0
  private readonly trial: Int32Array
  private readonly fit: Fit = { startS: 0, fromS: 0, latestS: 0 }
  // The result of the last trial or estimate.
  triedEndS = 0
  /** Further costs than before. */
  triedExtra = 0

  constructor(table: MachineTable, weights: Float64Array) {
    const jobs = weights.length
    this.table = table
    this.jobs = jobs
    this.weights = weights
    this.timer = new RouteTimer(table, weights)
    this.sPerM = 1 / table.machine.speedMps
    this.orderWeight =
      ORDER_WEIGHT / (weights.reduce((most, weight) => Math.max(most, weight), 1e-9) * Math.max(1, jobs))
    this.order = new Int32Array(jobs)
    this.trial = new Int32Array(jobs)
    this.startS = new Float64Array(jobs)
    this.doneS = new Float64Array(jobs)
    this.soonestS = new Float64Array(jobs)
    this.latestS = new Float64Array(jobs)
    this.fromBase = new Uint8Array(jobs)
    this.chargeS = new Float64Array(jobs)
    this.restWeight = new Float64Array(jobs + 1)
    this.tailS = new Float64Array(jobs + 1)
    this.tailSoonestS = new Float64Array(jobs + 1)
    this.tailLatestS = new Float64Array(jobs + 1)
    this.retime()
  }

  canDo(job: number): boolean {
    return this.table.canDo[job] === 1
  }

  insert(job: number, at: number): void {
    this.order.copyWithin(at + 1, at, this.count)
    this.order[at] = job
    this.count++
    this.retime()
  }

  /** Takes a piece out; false where the rest cannot be done in this order. */
  remove(from: number, length: number): boolean {
    this.order.copyWithin(from, from + length, this.count)
    this.count -= length
    return this.retime()
  }

  reorder(order: Int32Array): boolean {
    this.order.set(order)
    this.count = order.length
    return this.retime()
  }

  /** Times one more job at a position exactly; false where it does not fit. */
  tryAt(job: number, at: number): boolean {
    const { trial, timer, count } = this
    trial.set(this.order.subarray(0, at))
    trial[at] = job
    trial.set(this.order.subarray(at, count), at + 1)
    if (!timer.time(trial, count + 1)) return false
    this.triedEndS = timer.endS
    this.triedExtra = this.extraOf(timer) - this.extra
    return true
  }

  /** Sets what one more job costs at least, at the best of all positions. */
  boundFor(job: number): void {
    const { leastToM, leastOnM, durationS, machine } = this.table
    // In the middle of the route the drive to the next job is replaced; at its end there is none.
    const moreM = (leastToM[job] ?? 0) + Math.min(0, (leastOnM[job] ?? 0) - this.longestM)
    const laterS = moreM * this.sPerM + (durationS[job] ?? 0) - this.waitsS
    this.triedEndS = (this.count === 0 ? (machine.fromS ?? 0) : this.endS) + laterS
    this.triedExtra = DRIVE_WEIGHT * moreM * this.sPerM
  }

  /**
   * Estimates when the route would end with one more job at a position, by the drives to it and on, its work, the waits of all
   * later jobs and the energy at the fastest charge; infinite where later jobs would be pushed out of their spans.
   */
  estimate(job: number, at: number): void {
    const { table, count, order, sPerM, fit, jobs } = this
    const { betweenM, homeM, outM, startM } = table
    const workS = table.durationS[job] ?? 0
    const before = at === 0 ? -1 : (order[at - 1] ?? 0)
    const isVisit = at < count && this.fromBase[at] === 1
    const next = at < count ? (order[at] ?? 0) : -1
    this.triedEndS = Number.POSITIVE_INFINITY
    this.triedExtra = 0
    // As the last of the trip before a visit to the base, and as the first after it.
    for (let side = 0; side < 2; side++) {
      const isFirstOfTrip = side === 1
      if (isFirstOfTrip ? !isVisit : at === 0 && isVisit) continue
      const leaveS = isFirstOfTrip
        ? (this.startS[at] ?? 0) - (outM[next] ?? 0) * sPerM
        : before < 0
          ? (table.machine.fromS ?? 0)
          : (this.doneS[at - 1] ?? 0)
      const toM = isFirstOfTrip
        ? outM[job]
        : before < 0
          ? (table.beginsAtBase ? outM : startM)[job]
          : betweenM[before * jobs + job]
      const wayM = toM ?? 0
      const isOpen = fitFirst(table.fields[job] ?? [], table.open, leaveS + wayM * sPerM, wayM * sPerM, workS, fit)
      if (!isOpen) continue
      const doneS = fit.startS + workS
      let moreM = wayM
      let endS: number
      let early = fit.startS * (this.weights[job] ?? 0)
      if (next < 0) {
        moreM += (homeM[job] ?? 0) - (before < 0 ? 0 : (homeM[before] ?? 0))
        endS = doneS + (homeM[job] ?? 0) * sPerM
      } else {
        const isLastOfTrip = isVisit && !isFirstOfTrip
        const onM = isLastOfTrip ? (homeM[job] ?? 0) + (outM[next] ?? 0) : (betweenM[job * jobs + next] ?? 0)
        const replacedM = isFirstOfTrip
          ? (outM[next] ?? 0)
          : isLastOfTrip
            ? (homeM[before] ?? 0) + (outM[next] ?? 0)
            : before < 0
              ? ((table.beginsAtBase ? outM : startM)[next] ?? 0)
              : (betweenM[before * jobs + next] ?? 0)
        moreM += onM - replacedM
        const nextS = doneS + onM * sPerM + (isLastOfTrip ? (this.chargeS[at] ?? 0) : 0)
        if (nextS > (this.tailLatestS[at] ?? 0)) continue
        early += (nextS - (this.startS[at] ?? 0)) * (this.restWeight[at] ?? 0)
        endS = Math.max(this.tailSoonestS[at] ?? 0, nextS + (this.tailS[at] ?? 0))
      }
      const lacks = (table.energy[job] ?? 0) + moreM * table.machine.energyPerM - this.spare
      if (lacks > TINY) {
        if (table.curve === undefined) continue
        endS += table.curve.leastS * lacks
      }
      if (endS >= this.triedEndS) continue
      this.triedEndS = endS
      this.triedExtra = DRIVE_WEIGHT * moreM * sPerM + this.orderWeight * early
    }
  }

  private extraOf({ drivenM, early }: RouteTimer): number {
    return DRIVE_WEIGHT * drivenM * this.sPerM + this.orderWeight * early
  }

  private retime(): boolean {
    const { timer, order, count, table, sPerM } = this
    if (!timer.time(order, count)) {
      // Without a job this is a machine that cannot get home: it does nothing.
      this.endS = count === 0 ? 0 : Number.POSITIVE_INFINITY
      this.extra = 0
      return count === 0
    }
    this.endS = timer.endS
    this.extra = this.extraOf(timer)
    this.longestM = 0
    this.waitsS = 0
    let used = timer.drivenM * table.machine.energyPerM
    let charged = 0
    const trips = timer.trips(count)
    let driveS = 0
    for (const trip of trips) {
      const { visits } = timer.walk(order, trip, trip.startS)
      const chargeS = trip.startS - trip.fromS
      charged += chargeS
      visits.forEach(({ wayM, startS, endS, fromS, latestS }, i) => {
        const k = trip.first + i
        this.startS[k] = startS
        this.doneS[k] = endS
        this.fromBase[k] = i === 0 && trip.isFromBase && (k > 0 || chargeS > 0) ? 1 : 0
        this.chargeS[k] = i === 0 ? chargeS : 0
        this.latestS[k] = latestS
        this.soonestS[k] = fromS
        this.longestM = Math.max(this.longestM, wayM)
        if (k === 0) driveS = wayM * sPerM
        used += table.energy[order[k] ?? 0] ?? 0
      })
    }
    this.spare = charged > 0 ? 0 : Math.max(0, table.machine.energy - table.machine.reserve - used)
    let [restWeight, sumS, soonestEndS, latestStartS] = [0, 0, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
    for (let k = count - 1; k >= 0; k--) {
      const job = order[k] ?? 0
      const workS = table.durationS[job] ?? 0
      const onM =
        k === count - 1 || this.fromBase[k + 1] === 1
          ? (table.homeM[job] ?? 0)
          : (table.betweenM[job * this.jobs + (order[k + 1] ?? 0)] ?? 0)
      const outM = k < count - 1 && this.fromBase[k + 1] === 1 ? (table.outM[order[k + 1] ?? 0] ?? 0) : 0
      const legS = workS + (onM + outM) * sPerM + (k < count - 1 ? (this.chargeS[k + 1] ?? 0) : 0)
      latestStartS = Math.min(this.latestS[k] ?? 0, latestStartS - legS)
      this.longestM = Math.max(this.longestM, onM)
      sumS += legS
      soonestEndS = Math.max(soonestEndS, (this.soonestS[k] ?? 0) + sumS)
      restWeight += this.weights[job] ?? 0
      this.restWeight[k] = restWeight
      this.tailS[k] = sumS
      this.tailSoonestS[k] = soonestEndS
      this.tailLatestS[k] = latestStartS
    }
    const beginS = (table.machine.fromS ?? 0) + (count > 0 ? (this.chargeS[0] ?? 0) + driveS : 0)
    this.waitsS = Math.max(0, this.endS - beginS - sumS)
    return true
  }
}
