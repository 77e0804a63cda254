/** Who does which job, in which order and when: rounds of several machines, the last of which is home as early as may be. */

/** From one moment to another, in seconds from the beginning. */
export interface BusySpan {
  readonly fromS: number
  readonly toS: number
}

/** What a job takes of one machine. */
export interface Work {
  readonly durationS: number
  readonly lengthM: number
  /** Places, as numbers of the problem's table. */
  readonly entry: number
  readonly exit: number
}

export interface RoundJob {
  /** One for each machine; undefined where that machine cannot do it. */
  readonly work: readonly (Work | undefined)[]
  /** How much it matters, above 0: decides what is left out where not all fits, and what comes first. */
  readonly weight: number
  /** When nobody may do it. */
  readonly busy: readonly BusySpan[]
}

export interface RoundMachine {
  /** The place where it stands. */
  readonly home: number
  readonly speedMps: number
  /** How far it drives before it is empty, ways and work together. */
  readonly rangeM: number
  readonly busy: readonly BusySpan[]
}

export interface RoundsProblem {
  readonly jobs: readonly RoundJob[]
  readonly machines: readonly RoundMachine[]
  /** Metres from place to place; infinite where there is no way. */
  readonly travelM: (from: number, to: number) => number
  /** All work ends by then. */
  readonly horizonS: number
}

export interface Stop {
  readonly job: number
  /** It leaves where it is, begins and ends the work. */
  readonly leavesS: number
  readonly startsS: number
  readonly endsS: number
  readonly travelM: number
}

export interface Rounds {
  /** For each machine its stops in order. */
  readonly rounds: readonly (readonly Stop[])[]
  /** Jobs that nobody does. */
  readonly left: readonly number[]
  readonly makespanS: number
}

/** Ways and early important jobs weigh little beside the time at which all is done. */
const TRAVEL_WEIGHT = 0.02
const ORDER_WEIGHT = 0.01
const SUM_WEIGHT = 0.02
const LEFT_WEIGHT = 1e6

/** Steps of evaluation that one problem may take: a bound on the time that is the same on every machine. */
const MOST_STEPS = 10_000_000

/** Small problems are shaken more often: that costs them nothing. */
const kicksFor = (jobs: number): number => Math.max(40, Math.round(3_000 / Math.max(1, jobs)))

/** The first moment from `fromS` at which `durationS` fits beside the busy spans. */
const freeFrom = (busy: readonly BusySpan[], fromS: number, durationS: number): number => {
  let at = fromS
  for (let moved = true; moved; ) {
    moved = false
    for (const span of busy)
      if (at < span.toS && span.fromS < at + durationS) {
        at = span.toS
        moved = true
      }
  }
  return at
}

/** Jobs on machines, as typed arrays: the search asks millions of times. */
const tablesOf = ({ jobs, machines, travelM }: RoundsProblem) => {
  const count = jobs.length
  const size = machines.length * count
  const [entry, exit] = [new Int32Array(size).fill(-1), new Int32Array(size).fill(-1)]
  const [durationS, lengthM] = [new Float64Array(size), new Float64Array(size)]
  const numbers = new Map<number, number>()
  const places: number[] = []
  const numberOf = (place: number): number => {
    const known = numbers.get(place)
    if (known !== undefined) return known
    numbers.set(place, places.length)
    return places.push(place) - 1
  }
  const home = machines.map(machine => numberOf(machine.home))
  const busy: BusySpan[][] = []
  machines.forEach((machine, m) => {
    jobs.forEach((job, j) => {
      const work = job.work[m]
      busy.push([...machine.busy, ...job.busy])
      if (work === undefined) return
      const at = m * count + j
      entry[at] = numberOf(work.entry)
      exit[at] = numberOf(work.exit)
      durationS[at] = work.durationS
      lengthM[at] = work.lengthM
    })
  })
  const travel = new Float64Array(places.length ** 2)
  places.forEach((from, a) => {
    places.forEach((to, b) => {
      travel[a * places.length + b] = travelM(from, to)
    })
  })
  return { count, entry, exit, durationS, lengthM, home, busy, travel, places: places.length }
}

interface Round {
  readonly order: Int32Array
  readonly endS: number
  /** What beside its end makes a round worse: ways, and important jobs that come late. */
  readonly cost: number
}

interface State {
  readonly rounds: readonly Round[]
  readonly left: readonly number[]
  readonly cost: number
}

/**
 * Insertion by regret, then relocation, exchange, or-opt and 2-opt until nothing gets better, then kicks and the same again within a
 * fixed number of steps. The same problem always has the same answer.
 */
export const planRounds = (problem: RoundsProblem): Rounds => {
  const { jobs, machines, horizonS } = problem
  const tables = tablesOf(problem)
  const { count, entry, exit, durationS, lengthM, home, busy, travel, places } = tables
  const weights = Float64Array.from(jobs, ({ weight }) => weight)
  const heaviest = Math.max(1e-9, ...weights)
  const speeds = Float64Array.from(machines, ({ speedMps }) => speedMps)
  const ranges = Float64Array.from(machines, ({ rangeM }) => rangeM)
  let steps = 0

  // What the last evaluation found; kept outside so that a million of them make no rubbish.
  const tried = new Int32Array(count)
  let triedEndS = 0
  let triedCost = 0
  /** Whether a machine can do the first `length` jobs of `tried` in this order. */
  const judge = (machine: number, length: number): boolean => {
    const speedMps = speeds[machine] ?? 1
    const rangeM = ranges[machine] ?? 0
    let place = home[machine] ?? 0
    let atS = 0
    let drivenM = 0
    let waysS = 0
    let early = 0
    steps += length + 1
    for (let i = 0; i < length; i++) {
      const job = tried[i] ?? 0
      const at = machine * count + job
      const to = entry[at] ?? -1
      if (to < 0) return false
      const wayM = travel[place * places + to] ?? 0
      const workS = durationS[at] ?? 0
      const taken = busy[at]
      let startsS = atS + wayM / speedMps
      if (taken !== undefined && taken.length > 0) startsS = freeFrom(taken, startsS, workS)
      drivenM += wayM + (lengthM[at] ?? 0)
      atS = startsS + workS
      if (!(atS <= horizonS) || drivenM > rangeM) return false
      waysS += wayM / speedMps
      early += startsS * (weights[job] ?? 0)
      place = exit[at] ?? 0
    }
    triedEndS = atS
    triedCost = TRAVEL_WEIGHT * waysS + (ORDER_WEIGHT * early) / (heaviest * Math.max(1, count))
    return true
  }
  const taken = (length: number): Round => ({ order: tried.slice(0, length), endS: triedEndS, cost: triedCost })

  /** Lower is better: weight left out before time, the last machine before the sum of all. */
  const costWith = (
    rounds: readonly Round[],
    missed: number,
    a: number,
    aEndS: number,
    aCost: number,
    b = -1,
    bEndS = 0,
    bCost = 0,
  ): number => {
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
  const missedBy = (left: readonly number[]): number => left.reduce((sum, job) => sum + (weights[job] ?? 0), 0)
  const stateOf = (rounds: readonly Round[], left: readonly number[]): State => ({
    rounds,
    left,
    cost: costWith(rounds, missedBy(left), -1, 0, 0),
  })

  /** Lays an order into `tried`, with a piece left out and another put in; says how long it has become. */
  const lay = (
    order: Int32Array,
    outFrom: number,
    outCount: number,
    inAt: number,
    piece: Int32Array,
    from: number,
    length: number,
  ): number => {
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
  const NOTHING = new Int32Array(0)

  /** Whoever would lose most by waiting is placed first. */
  const fill = (start: State): State => {
    let state = start
    for (;;) {
      let chosen: { job: number; machine: number; round: Round; regret: number } | undefined
      const missed = missedBy(state.left)
      for (const job of state.left) {
        const piece = Int32Array.of(job)
        let best: { machine: number; round: Round; cost: number } | undefined
        let second = Number.POSITIVE_INFINITY
        for (const [machine, round] of state.rounds.entries()) {
          if ((entry[machine * count + job] ?? -1) < 0) continue
          let own: { machine: number; round: Round; cost: number } | undefined
          for (let at = 0; at <= round.order.length; at++) {
            const length = lay(round.order, 0, 0, at, piece, 0, 1)
            if (!judge(machine, length)) continue
            const cost = costWith(state.rounds, missed - (weights[job] ?? 0), machine, triedEndS, triedCost)
            if (own === undefined || cost < own.cost) own = { machine, round: taken(length), cost }
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
      state = stateOf(
        state.rounds.with(machine, round),
        state.left.filter(other => other !== job),
      )
    }
  }

  /** Moves a piece of up to three jobs to any place of any machine; the better state, if there is one. */
  const moved = (state: State): State | undefined => {
    const missed = missedBy(state.left)
    for (const [a, from] of state.rounds.entries())
      for (let length = 1; length <= 3; length++)
        for (let begin = 0; begin + length <= from.order.length; begin++) {
          const rest = lay(from.order, begin, length, -1, NOTHING, 0, 0)
          if (!judge(a, rest)) continue
          const without = taken(rest)
          for (const [b, into] of state.rounds.entries()) {
            const most = a === b ? rest : into.order.length
            for (let at = 0; at <= most; at++) {
              if (a === b && at === begin) continue
              const n =
                a === b
                  ? lay(from.order, begin, length, at, from.order, begin, length)
                  : lay(into.order, 0, 0, at, from.order, begin, length)
              if (!judge(b, n)) continue
              const cost =
                a === b
                  ? costWith(state.rounds, missed, a, triedEndS, triedCost)
                  : costWith(state.rounds, missed, a, without.endS, without.cost, b, triedEndS, triedCost)
              if (cost < state.cost - 1e-6) {
                const rounds = a === b ? state.rounds : state.rounds.with(a, without)
                return stateOf(rounds.with(b, taken(n)), state.left)
              }
            }
          }
          if (steps >= MOST_STEPS) return undefined
        }
    return undefined
  }

  /** Turns a piece round, or exchanges two jobs of two machines. */
  const exchanged = (state: State): State | undefined => {
    const missed = missedBy(state.left)
    for (const [a, { order }] of state.rounds.entries())
      for (let i = 0; i < order.length; i++) {
        for (let k = i + 1; k < order.length; k++) {
          tried.set(order)
          tried.subarray(i, k + 1).reverse()
          if (!judge(a, order.length)) continue
          if (costWith(state.rounds, missed, a, triedEndS, triedCost) < state.cost - 1e-6)
            return stateOf(state.rounds.with(a, taken(order.length)), state.left)
        }
        for (let b = a + 1; b < state.rounds.length; b++) {
          const other = state.rounds[b]?.order ?? NOTHING
          for (let k = 0; k < other.length; k++) {
            tried.set(order)
            tried[i] = other[k] ?? 0
            if (!judge(a, order.length)) continue
            const [endS, ownCost] = [triedEndS, triedCost]
            tried.set(other)
            tried[k] = order[i] ?? 0
            if (!judge(b, other.length)) continue
            if (costWith(state.rounds, missed, a, endS, ownCost, b, triedEndS, triedCost) >= state.cost - 1e-6) continue
            const theirs = taken(other.length)
            tried.set(order)
            tried[i] = other[k] ?? 0
            judge(a, order.length)
            return stateOf(state.rounds.with(a, taken(order.length)).with(b, theirs), state.left)
          }
        }
        if (steps >= MOST_STEPS) return undefined
      }
    return undefined
  }

  const improve = (start: State): State => {
    let state = start
    while (steps < MOST_STEPS) {
      const next = moved(state) ?? exchanged(state)
      if (next !== undefined) {
        state = next
        continue
      }
      const filled = state.left.length === 0 ? state : fill(state)
      if (filled.left.length === state.left.length) return state
      state = filled
    }
    return state
  }

  const none = machines.map((): Round => ({ order: NOTHING, endS: 0, cost: 0 }))
  let best = improve(
    fill(
      stateOf(
        none,
        jobs.map((_, i) => i),
      ),
    ),
  )
  let seed = 1
  for (let kick = 0; kick < kicksFor(count) && steps < MOST_STEPS && count > 1; kick++) {
    // A few jobs are taken out, another few each time, and put back by regret.
    const out = new Set<number>()
    while (out.size < Math.min(count, 2 + (kick % 5))) {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
      out.add(seed % count)
    }
    const rounds = best.rounds.map((round, machine): Round => {
      const kept = round.order.filter(job => !out.has(job))
      tried.set(kept)
      return kept.length < round.order.length && judge(machine, kept.length) ? taken(kept.length) : round
    })
    // A round that cannot be driven with a job less, for it then meets what is busy, stays as it is.
    const staying = new Set(rounds.flatMap(({ order }) => [...order]))
    const left = jobs.map((_, i) => i).filter(job => !staying.has(job))
    const next = improve(fill(stateOf(rounds, left)))
    if (next.cost < best.cost - 1e-6) best = next
  }
  return {
    rounds: best.rounds.map(({ order }, machine) => stopsOf(problem, machine, order)),
    left: best.left.toSorted((a, b) => a - b),
    makespanS: Math.max(0, ...best.rounds.map(({ endS }) => endS)),
  }
}

/** A round told in times. */
const stopsOf = ({ jobs, machines, travelM }: RoundsProblem, machine: number, order: Int32Array): Stop[] => {
  const own = machines[machine]
  if (own === undefined) return []
  let place = own.home
  let atS = 0
  return Array.from(order).flatMap((index): Stop[] => {
    const job = jobs[index]
    const work = job?.work[machine]
    if (job === undefined || work === undefined) return []
    const wayM = travelM(place, work.entry)
    const wayS = wayM / own.speedMps
    const startsS = freeFrom([...own.busy, ...job.busy], atS + wayS, work.durationS)
    const endsS = startsS + work.durationS
    place = work.exit
    atS = endsS
    return [{ job: index, leavesS: startsS - wayS, startsS, endsS, travelM: wayM }]
  })
}
