/**
 * The best plan of a small shift, found by looking at all: every order of every set of jobs as a trip, every sequence of trips, every
 * way to deal the sets to the machines. For jobs with one window at most and machines that are always available.
 */
import type { ChargePiece, ShiftMachine, ShiftProblem } from './shift.ts'

/** A trip over a set of jobs, home included: see `TripClock` for the meaning of its times. */
interface Trip {
  readonly sumS: number
  readonly soonestS: number
  readonly latestS: number
  readonly needed: number
  readonly used: number
}

/** At the base at a moment; `emptyS` is when it would have begun to charge from empty to have its energy now. */
interface AtBase {
  readonly atS: number
  readonly energy: number
  readonly emptyS: number
}

const secondsTo = (pieces: readonly ChargePiece[], share: number): number => {
  let [from, seconds] = [0, 0]
  for (const { untilShare, perHour } of pieces) {
    seconds += (Math.max(0, Math.min(share, untilShare) - from) / perHour) * 3_600
    from = untilShare
  }
  return seconds
}

const shareAfter = (pieces: readonly ChargePiece[], seconds: number): number => {
  let [from, left] = [0, seconds]
  for (const { untilShare, perHour } of pieces) {
    const wholeS = ((untilShare - from) / perHour) * 3_600
    if (left < wholeS) return from + (left * perHour) / 3_600
    left -= wholeS
    from = untilShare
  }
  return from
}

/** The trips over each set of jobs (a bit for each job) that no other one beats in every respect. */
const tripsOf = ({ jobs, travelM, horizonS }: ShiftProblem, machine: ShiftMachine, m: number, from: number) => {
  const { energyPerM, speedMps, reserve, base } = machine
  const home = base?.place ?? 0
  const best: Trip[][] = jobs.length === 0 ? [] : Array.from({ length: 2 ** jobs.length }, () => [])
  const isWorse = (a: Trip, b: Trip): boolean =>
    a.sumS >= b.sumS && a.soonestS >= b.soonestS && a.latestS <= b.latestS && a.needed >= b.needed && a.used >= b.used
  const grow = (set: number, place: number, trip: Trip): void =>
    jobs.forEach(({ work, windows }, j) => {
      const own = work[m]
      if (own === undefined || (set & (1 << j)) !== 0) return
      const wayM = travelM(place, own.entry)
      const wayS = wayM / speedMps
      const [span = { fromS: 0, untilS: horizonS }] = windows ?? []
      const used = trip.used + wayM * energyPerM + own.energy
      const longer: Trip = {
        sumS: trip.sumS + wayS + own.durationS,
        soonestS: Math.max(trip.soonestS + wayS, span.fromS) + own.durationS,
        latestS: Math.min(trip.latestS, span.untilS - own.durationS - wayS - trip.sumS),
        needed: Math.max(trip.needed, used + own.farthestHomeM * energyPerM + reserve),
        used,
      }
      if (longer.needed > 1 + 1e-9 || longer.latestS < 0 || longer.soonestS > Math.min(span.untilS, horizonS)) return
      const homeM = travelM(own.exit, home)
      const whole: Trip = {
        ...longer,
        sumS: longer.sumS + homeM / speedMps,
        soonestS: longer.soonestS + homeM / speedMps,
        used: used + homeM * energyPerM,
      }
      const known = best[set | (1 << j)]
      if (known !== undefined && !known.some(other => isWorse(whole, other)))
        best[set | (1 << j)] = [...known.filter(other => !isWorse(other, whole)), whole]
      grow(set | (1 << j), own.exit, longer)
    })
  const nothing = { sumS: 0, soonestS: Number.NEGATIVE_INFINITY, latestS: horizonS, needed: 0, used: 0 }
  grow(0, from, nothing)
  return best
}

/** When a machine is home soonest, for each set of jobs; infinite for sets that it cannot do. */
const soonestHome = (problem: ShiftProblem, machine: ShiftMachine, m: number): Float64Array => {
  const { horizonS, jobs, travelM } = problem
  const { base, energy, place, energyPerM, speedMps } = machine
  const charge = base?.charge ?? []
  const home = base?.place ?? 0
  const states: AtBase[][] = Array.from({ length: 2 ** jobs.length }, () => [])
  const arrive = (set: number, atS: number, left: number): void => {
    if (atS > horizonS + 1e-9) return
    const state = { atS, energy: left, emptyS: atS - secondsTo(charge, left) }
    const known = states[set] ?? []
    if (known.some(other => other.atS <= atS && other.emptyS <= state.emptyS)) return
    states[set] = [...known.filter(other => other.atS < atS || other.emptyS < state.emptyS), state]
  }
  if (place === home) arrive(0, 0, energy)
  else {
    const homeM = travelM(place, home)
    arrive(0, homeM / speedMps, energy - homeM * energyPerM)
    tripsOf(problem, machine, m, place).forEach((trips, set) => {
      for (const { sumS, soonestS, needed, used } of trips)
        if (needed <= energy + 1e-9) arrive(set, Math.max(soonestS, sumS), energy - used)
    })
  }
  const trips = tripsOf(problem, machine, m, home)
  const all = states.length - 1
  for (let set = 0; set <= all; set++)
    for (const state of states[set] ?? [])
      for (let more = all & ~set; more > 0; more = (more - 1) & ~set)
        for (const { sumS, soonestS, latestS, needed, used } of trips[more] ?? []) {
          const startS =
            needed <= state.energy + 1e-9 ? state.atS : Math.max(state.atS, state.emptyS + secondsTo(charge, needed))
          if (startS > latestS + 1e-9) continue
          const leavesS = Math.max(startS, Math.min(latestS, soonestS - sumS))
          const leaves = Math.max(state.energy, shareAfter(charge, leavesS - state.emptyS))
          arrive(set | more, Math.max(soonestS, startS + sumS), leaves - used)
        }
  return Float64Array.from(states, (own, set) =>
    set === 0 && place === home ? 0 : own.reduce((least, { atS }) => Math.min(least, atS), Number.POSITIVE_INFINITY),
  )
}

/** The most weight that two machines can do together, and the least makespan with it. */
export const optimumOf = (problem: ShiftProblem): { readonly weight: number; readonly makespanS: number } => {
  const [one = new Float64Array(0), other = new Float64Array(0)] = problem.machines.map((machine, m) =>
    soonestHome(problem, machine, m),
  )
  const weights = Float64Array.from(one, (_, set) =>
    problem.jobs.reduce((sum, { weight }, j) => sum + ((set & (1 << j)) === 0 ? 0 : weight), 0),
  )
  let best = { weight: 0, makespanS: Number.POSITIVE_INFINITY }
  for (let a = 0; a < one.length; a++)
    for (let rest = (one.length - 1) & ~a; ; rest = (rest - 1) & ~a) {
      const makespanS = Math.max(one[a] ?? 0, other[rest] ?? 0)
      const weight = (weights[a] ?? 0) + (weights[rest] ?? 0)
      if (makespanS < Number.POSITIVE_INFINITY)
        if (weight > best.weight || (weight === best.weight && makespanS < best.makespanS)) best = { weight, makespanS }
      if (rest === 0) break
    }
  return best
}
