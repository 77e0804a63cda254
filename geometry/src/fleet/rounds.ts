/** Assigns jobs to machines, with their order and times, so that the last machine is home as early as possible. */
import { type BusySpan, freeFrom, type Rounds, type RoundsProblem, stopsOf, tablesOf } from './roundsProblem.ts'

export type * from './roundsProblem.ts'

/** Ways and early important jobs weigh little beside the time at which all is done. */
const TRAVEL_WEIGHT = 0.02
const ORDER_WEIGHT = 0.01
const SUM_WEIGHT = 0.02
const LEFT_WEIGHT = 1e6

/** Steps of evaluation that one problem may take: a bound on the time that is the same on every machine. */
const MOST_STEPS = 10_000_000

/** Small problems are shaken more often: that costs them nothing. */
const kicksFor = (jobs: number): number => Math.max(40, Math.round(3_000 / Math.max(1, jobs)))

const NOTHING = new Int32Array(0)

interface Round {
  readonly order: Int32Array
  readonly endS: number
  /** Further costs of a tour besides its end: transits, and important jobs that come late. */
  readonly cost: number
}

interface State {
  readonly rounds: readonly Round[]
  readonly left: readonly number[]
  readonly cost: number
}

/** One search, with the tables that it asks millions of times. */
class RoundsSearch {
  private readonly problem: RoundsProblem
  private readonly count: number
  private readonly entry: Int32Array
  private readonly exit: Int32Array
  private readonly durationS: Float64Array
  private readonly lengthM: Float64Array
  private readonly home: readonly number[]
  private readonly busy: readonly (readonly BusySpan[])[]
  private readonly travel: Float64Array
  private readonly places: number
  private readonly weights: Float64Array
  private readonly heaviest: number
  private readonly speeds: Float64Array
  private readonly ranges: Float64Array
  // The result of the last evaluation, in fields so that a million evaluations allocate nothing.
  private readonly tried: Int32Array
  private steps = 0
  private triedEndS = 0
  private triedCost = 0
  private seed = 1

  constructor(problem: RoundsProblem) {
    this.problem = problem
    const tables = tablesOf(problem)
    this.count = tables.count
    this.entry = tables.entry
    this.exit = tables.exit
    this.durationS = tables.durationS
    this.lengthM = tables.lengthM
    this.home = tables.home
    this.busy = tables.busy
    this.travel = tables.travel
    this.places = tables.places
    const weights = Float64Array.from(problem.jobs, ({ weight }) => weight)
    this.weights = weights
    this.heaviest = Math.max(1e-9, ...weights)
    this.speeds = Float64Array.from(problem.machines, ({ speedMps }) => speedMps)
    this.ranges = Float64Array.from(problem.machines, ({ rangeM }) => rangeM)
    this.tried = new Int32Array(tables.count)
  }

  /** Whether a machine can do the first `length` jobs of `tried` in this order. */
  private judge(machine: number, length: number): boolean {
    const {
      count,
      entry,
      exit,
      durationS,
      lengthM,
      home,
      busy,
      travel,
      places,
      weights,
      heaviest,
      speeds,
      ranges,
      tried,
      problem,
    } = this
    const speedMps = speeds[machine] ?? 1
    const rangeM = ranges[machine] ?? 0
    let place = home[machine] ?? 0
    let atS = 0
    let drivenM = 0
    let waysS = 0
    let early = 0
    this.steps += length + 1
    for (let i = 0; i < length; i++) {
      const job = tried[i] ?? 0
      const at = machine * count + job
      const to = entry[at] ?? -1
      if (to < 0) return false
      const wayM = travel[place * places + to] ?? 0
      const workS = durationS[at] ?? 0
      const spans = busy[at]
      let startsS = atS + wayM / speedMps
      if (spans !== undefined && spans.length > 0) startsS = freeFrom(spans, startsS, workS)
      drivenM += wayM + (lengthM[at] ?? 0)
      atS = startsS + workS
      if (!(atS <= problem.horizonS) || drivenM > rangeM) return false
      waysS += wayM / speedMps
      early += startsS * (weights[job] ?? 0)
      place = exit[at] ?? 0
    }
    this.triedEndS = atS
    this.triedCost = TRAVEL_WEIGHT * waysS + (ORDER_WEIGHT * early) / (heaviest * Math.max(1, count))
    return true
  }

  private taken(length: number): Round {
    const { tried } = this
    return { order: tried.slice(0, length), endS: this.triedEndS, cost: this.triedCost }
  }

  /** Lower is better: weight left out before time, the last machine before the sum of all. */
  private costWith(
    rounds: readonly Round[],
    missed: number,
    a: number,
    aEndS: number,
    aCost: number,
    b = -1,
    bEndS = 0,
    bCost = 0,
  ): number {
    let last = 0
    let sum = 0
    for (let m = 0; m < rounds.length; m++) {
      const own = rounds[m]
      if (own === undefined) continue
      const endS = m === a ? aEndS : m === b ? bEndS : own.endS
      if (endS > last) last = endS
      sum += (m === a ? aCost : m === b ? bCost : own.cost) + (endS * SUM_WEIGHT) / rounds.length
    }
    return missed * LEFT_WEIGHT + last + sum
  }

  private missedBy(left: readonly number[]): number {
    const { weights } = this
    return left.reduce((sum, job) => sum + (weights[job] ?? 0), 0)
  }

  private stateOf(rounds: readonly Round[], left: readonly number[]): State {
    return {
      rounds,
      left,
      cost: this.costWith(rounds, this.missedBy(left), -1, 0, 0),
    }
  }

  /** Lays an order into `tried`, with a piece left out and another put in; says how long it has become. */
  private lay(
    order: Int32Array,
    outFrom: number,
    outCount: number,
    inAt: number,
    piece: Int32Array,
    from: number,
    length: number,
  ): number {
    const { tried } = this
    let n = 0
    let rest = 0
    for (let i = 0; i <= order.length; i++) {
      const isOut = i >= outFrom && i < outFrom + outCount
      if (!isOut) {
        if (rest === inAt) for (let k = 0; k < length; k++) tried[n++] = piece[from + k] ?? 0
        rest++
        if (i < order.length) tried[n++] = order[i] ?? 0
      }
    }
    return n
  }

  /** Places the job first that would lose most by waiting. */
  private fill(start: State): State {
    const { count, entry, weights, heaviest } = this
    let state = start
    for (;;) {
      let chosen: { job: number; machine: number; round: Round; regret: number } | undefined
      const missed = this.missedBy(state.left)
      for (const job of state.left) {
        const piece = Int32Array.of(job)
        let best: { machine: number; round: Round; cost: number } | undefined
        let second = Number.POSITIVE_INFINITY
        for (const [machine, round] of state.rounds.entries()) {
          if ((entry[machine * count + job] ?? -1) < 0) continue
          let own: { machine: number; round: Round; cost: number } | undefined
          for (let at = 0; at <= round.order.length; at++) {
            const length = this.lay(round.order, 0, 0, at, piece, 0, 1)
            if (!this.judge(machine, length)) continue
            const cost = this.costWith(
              state.rounds,
              missed - (weights[job] ?? 0),
              machine,
              this.triedEndS,
              this.triedCost,
            )
            if (own === undefined || cost < own.cost) own = { machine, round: this.taken(length), cost }
          }
          if (own === undefined) continue
          if (best === undefined || own.cost < best.cost) {
            second = best?.cost ?? second
            best = own
          } else second = Math.min(second, own.cost)
        }
        if (best === undefined) continue
        const regret = (Number.isFinite(second) ? second - best.cost : 1e5) + (1e3 * (weights[job] ?? 0)) / heaviest
        if (chosen === undefined || regret > chosen.regret)
          chosen = { job, machine: best.machine, round: best.round, regret }
      }
      if (chosen === undefined) return state
      const { job, machine, round } = chosen
      state = this.stateOf(
        state.rounds.with(machine, round),
        state.left.filter(other => other !== job),
      )
    }
  }

  /** Moves a piece of up to three jobs to any place of any machine; the better state, if there is one. */
  private moved(state: State): State | undefined {
    const missed = this.missedBy(state.left)
    for (const [a, from] of state.rounds.entries())
      for (let length = 1; length <= 3; length++)
        for (let begin = 0; begin + length <= from.order.length; begin++) {
          const rest = this.lay(from.order, begin, length, -1, NOTHING, 0, 0)
          if (!this.judge(a, rest)) continue
          const without = this.taken(rest)
          for (const [b, into] of state.rounds.entries()) {
            const most = a === b ? rest : into.order.length
            for (let at = 0; at <= most; at++) {
              if (a === b && at === begin) continue
              const n =
                a === b
                  ? this.lay(from.order, begin, length, at, from.order, begin, length)
                  : this.lay(into.order, 0, 0, at, from.order, begin, length)
              if (!this.judge(b, n)) continue
              const cost =
                a === b
                  ? this.costWith(state.rounds, missed, a, this.triedEndS, this.triedCost)
                  : this.costWith(
                      state.rounds,
                      missed,
                      a,
                      without.endS,
                      without.cost,
                      b,
                      this.triedEndS,
                      this.triedCost,
                    )
              if (cost < state.cost - 1e-6) {
                const rounds = a === b ? state.rounds : state.rounds.with(a, without)
                return this.stateOf(rounds.with(b, this.taken(n)), state.left)
              }
            }
          }
          if (this.steps >= MOST_STEPS) return undefined
        }
    return undefined
  }

  /** Turns a piece round, or exchanges two jobs of two machines. */
  private exchanged(state: State): State | undefined {
    const { tried } = this
    const missed = this.missedBy(state.left)
    for (const [a, { order }] of state.rounds.entries())
      for (let i = 0; i < order.length; i++) {
        for (let k = i + 1; k < order.length; k++) {
          tried.set(order)
          tried.subarray(i, k + 1).reverse()
          if (!this.judge(a, order.length)) continue
          if (this.costWith(state.rounds, missed, a, this.triedEndS, this.triedCost) < state.cost - 1e-6)
            return this.stateOf(state.rounds.with(a, this.taken(order.length)), state.left)
        }
        for (let b = a + 1; b < state.rounds.length; b++) {
          const other = state.rounds[b]?.order ?? NOTHING
          for (let k = 0; k < other.length; k++) {
            tried.set(order)
            tried[i] = other[k] ?? 0
            if (!this.judge(a, order.length)) continue
            const [endS, ownCost] = [this.triedEndS, this.triedCost]
            tried.set(other)
            tried[k] = order[i] ?? 0
            if (!this.judge(b, other.length)) continue
            if (
              this.costWith(state.rounds, missed, a, endS, ownCost, b, this.triedEndS, this.triedCost) >=
              state.cost - 1e-6
            )
              continue
            const theirs = this.taken(other.length)
            tried.set(order)
            tried[i] = other[k] ?? 0
            this.judge(a, order.length)
            return this.stateOf(state.rounds.with(a, this.taken(order.length)).with(b, theirs), state.left)
          }
        }
        if (this.steps >= MOST_STEPS) return undefined
      }
    return undefined
  }

  private improve(start: State): State {
    let state = start
    while (this.steps < MOST_STEPS) {
      const next = this.moved(state) ?? this.exchanged(state)
      if (next !== undefined) {
        state = next
        continue
      }
      const filled = state.left.length === 0 ? state : this.fill(state)
      if (filled.left.length === state.left.length) return state
      state = filled
    }
    return state
  }

  /** Takes a few jobs out, another few each time; they are put back by regret. */
  private kicked(best: State, kick: number): State {
    const { count, tried, problem } = this
    const out = new Set<number>()
    while (out.size < Math.min(count, 2 + (kick % 5))) {
      this.seed = (Math.imul(this.seed, 1_664_525) + 1_013_904_223) >>> 0
      out.add(this.seed % count)
    }
    const rounds = best.rounds.map((round, machine): Round => {
      const kept = round.order.filter(job => !out.has(job))
      tried.set(kept)
      return kept.length < round.order.length && this.judge(machine, kept.length) ? this.taken(kept.length) : round
    })
    // A round that cannot be driven with a job less, for it then meets what is busy, stays as it is.
    const staying = new Set(rounds.flatMap(({ order }) => [...order]))
    const left = problem.jobs.map((_, i) => i).filter(job => !staying.has(job))
    return this.stateOf(rounds, left)
  }

  solve(): Rounds {
    const { count, problem } = this
    const none = problem.machines.map((): Round => ({ order: NOTHING, endS: 0, cost: 0 }))
    let best = this.improve(
      this.fill(
        this.stateOf(
          none,
          problem.jobs.map((_, i) => i),
        ),
      ),
    )
    for (let kick = 0; kick < kicksFor(count) && this.steps < MOST_STEPS && count > 1; kick++) {
      const next = this.improve(this.fill(this.kicked(best, kick)))
      if (next.cost < best.cost - 1e-6) best = next
    }
    return {
      rounds: best.rounds.map(({ order }, machine) => stopsOf(problem, machine, order)),
      left: best.left.toSorted((a, b) => a - b),
      makespanS: Math.max(0, ...best.rounds.map(({ endS }) => endS)),
    }
  }
}

/**
 * Insertion by regret, then relocation, exchange, or-opt and 2-opt until nothing gets better, then kicks and the same again within a
 * fixed number of steps. The same problem always has the same answer.
 */
export const planRounds = (problem: RoundsProblem): Rounds => new RoundsSearch(problem).solve()
