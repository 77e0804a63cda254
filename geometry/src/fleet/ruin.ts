/** What the searches for rounds and for shifts share of ruin and recreate (Christiaens and Vanden Berghe 2020). */

/** As many jobs are taken out at a time, on average; pieces of routes are no longer than the second. */
const MEAN_OUT = 10
const LONGEST_PIECE = 10

/** The jobs of a machine: the first `count` of an order. */
interface Route {
  readonly endS: number
  readonly order: Int32Array
  readonly count: number
}

/** The routes last accepted, the pieces that are taken out of them, and the order in which jobs return. */
export class Ruin {
  /** Of each machine its jobs in order. */
  readonly accepted: Int32Array[]
  /** For each job all jobs, itself first, then by their distance from it. */
  readonly neighbours: readonly Int32Array[]
  /** Where each job is in the accepted routes: machine and position. */
  private readonly machineOf: Int32Array
  private readonly placeOf: Int32Array
  private seed = 1

  /**
   * @param jobs those to be planned, of `count` in all
   * @param apartM metres between two jobs
   */
  constructor(jobs: Int32Array, count: number, machines: number, apartM: (a: number, b: number) => number) {
    this.accepted = Array.from({ length: machines }, () => new Int32Array(0))
    this.neighbours = Array.from({ length: count }, (_, job) => {
      const awayM = Float64Array.from({ length: count }, (_none, other) => (other === job ? -1 : apartM(job, other)))
      return jobs.toSorted((a, b) => (awayM[a] ?? 0) - (awayM[b] ?? 0) || a - b)
    })
    this.machineOf = new Int32Array(count).fill(-1)
    this.placeOf = new Int32Array(count)
  }

  /** From 0 to 1, the same sequence each time. */
  chance(): number {
    this.seed = (Math.imul(this.seed, 1_664_525) + 1_013_904_223) >>> 0
    return this.seed / 2 ** 32
  }

  below(limit: number): number {
    return Math.floor(this.chance() * limit)
  }

  /** Jobs in any order, or the highest rank first. */
  shuffled(left: Iterable<number>, ranks: Float64Array | undefined): number[] {
    const jobs = [...left]
    for (let i = jobs.length - 1; i > 0; i--) {
      const k = this.below(i + 1)
      const [a = 0, b = 0] = [jobs[i], jobs[k]]
      jobs[i] = b
      jobs[k] = a
    }
    return ranks === undefined ? jobs : jobs.sort((a, b) => (ranks[b] ?? 0) - (ranks[a] ?? 0))
  }

  /**
   * Takes pieces out of routes around one job; half of the time that job is one of the machine that ends last.
   * @param anyJob a job by chance
   * @returns false where what is left of a route cannot be done
   */
  takeOut(
    routes: readonly Route[],
    anyJob: () => number,
    touched: Set<number>,
    remove: (machine: number, from: number, length: number) => boolean,
  ): boolean {
    const { accepted, machineOf, placeOf } = this
    const lengths = accepted.map(({ length }) => length)
    const used = lengths.filter(n => n > 0)
    const placed = used.reduce((sum, n) => sum + n, 0)
    const longest = Math.min(LONGEST_PIECE, Math.max(1, placed / Math.max(1, used.length)))
    const pieces = 1 + this.below((4 * MEAN_OUT) / (1 + longest))
    const critical = routes.reduce((last, { endS }, m) => (endS > (routes[last]?.endS ?? 0) ? m : last), 0)
    const order = accepted[critical] ?? new Int32Array(0)
    const fromLast = this.chance() < 0.5 && order.length > 0
    const seed = fromLast ? (order[this.below(order.length)] ?? 0) : anyJob()
    for (const job of this.neighbours[seed] ?? []) {
      const machine = machineOf[job] ?? -1
      if (machine < 0 || touched.has(machine)) continue
      const place = placeOf[job] ?? 0
      const whole = lengths[machine] ?? 0
      const length = 1 + this.below(Math.min(longest, whole))
      const first = Math.max(0, place - length + 1)
      const from = first + this.below(Math.min(place, whole - length) - first + 1)
      touched.add(machine)
      if (!remove(machine, from, length)) return false
      if (touched.size >= pieces) break
    }
    return true
  }

  /** Accepts the routes of some machines as they are now, and which jobs are left out. */
  accept(machines: Iterable<number>, routes: readonly Route[], left: Iterable<number>): void {
    for (const m of machines) {
      const route = routes[m]
      if (route === undefined) continue
      const order = route.order.slice(0, route.count)
      this.accepted[m] = order
      order.forEach((job, place) => {
        this.machineOf[job] = m
        this.placeOf[job] = place
      })
    }
    for (const job of left) this.machineOf[job] = -1
  }
}
