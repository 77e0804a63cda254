/** From one moment to another, in seconds from the beginning. */
export interface BusySpan {
  readonly fromS: number
  readonly toS: number
}

/** The effort of a job for one machine. */
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
  /** Times at which no machine may do it. */
  readonly busy: readonly BusySpan[]
}

export interface RoundMachine {
  /** The place where it is parked. */
  readonly home: number
  readonly speedMps: number
  /** How far it drives before it is empty, ways and work together. */
  readonly rangeM: number
  readonly busy: readonly BusySpan[]
}

export interface RoundsProblem {
  readonly jobs: readonly RoundJob[]
  readonly machines: readonly RoundMachine[]
  /** Metres from position to position; infinite without a route. */
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
  /** Jobs that no machine does. */
  readonly left: readonly number[]
  readonly makespanS: number
}

/** The first moment from `fromS` at which `durationS` fits beside the busy spans. */
export const freeFrom = (busy: readonly BusySpan[], fromS: number, durationS: number): number => {
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
export const tablesOf = ({ jobs, machines, travelM }: RoundsProblem) => {
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

/** The stops of one machine, with their times. */
export const stopsOf = ({ jobs, machines, travelM }: RoundsProblem, machine: number, order: Int32Array): Stop[] => {
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
