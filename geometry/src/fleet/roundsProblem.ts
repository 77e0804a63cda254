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

/** Jobs on machines, as typed arrays: the search asks millions of times. Index of a job on a machine: machine * count + job. */
export const tablesOf = ({ jobs, machines, travelM }: RoundsProblem) => {
  const count = jobs.length
  const size = machines.length * count
  const canDo = new Uint8Array(size)
  const [durationS, workM] = [new Float64Array(size), new Float64Array(size)]
  machines.forEach((_, m) => {
    jobs.forEach(({ work }, j) => {
      const own = work[m]
      if (own === undefined) return
      const at = m * count + j
      canDo[at] = 1
      durationS[at] = own.durationS
      workM[at] = own.lengthM
    })
  })
  const homeM = machines.map(({ home }, m) =>
    Float64Array.from(jobs, ({ work }) => travelM(home, work[m]?.entry ?? home)),
  )
  // Machines of one kind begin and end every job at the same places.
  const known = new Map<string, readonly [Float64Array, Float64Array]>()
  const tables = machines.map((_, m) => {
    const key = jobs.map(({ work }) => `${work[m]?.entry} ${work[m]?.exit}`).join()
    const between =
      known.get(key) ??
      betweenOf(
        jobs.map(({ work }) => work[m]),
        travelM,
      )
    known.set(key, between)
    return between
  })
  const betweenM = tables.map(([between]) => between)
  const intoM = tables.map(([, into]) => into)
  const [leastToM, leastOnM] = [new Float64Array(size), new Float64Array(size)]
  machines.forEach((_, m) => {
    for (let j = 0; j < count; j++) {
      leastToM[m * count + j] = Math.min(homeM[m]?.[j] ?? 0, leastOf(intoM[m], j, count))
      leastOnM[m * count + j] = leastOf(betweenM[m], j, count)
    }
  })
  const busy = machines.map(machine =>
    machine.busy.length === 0 && jobs.every(job => job.busy.length === 0)
      ? undefined
      : jobs.map(job => [...machine.busy, ...job.busy]),
  )
  return { count, canDo, durationS, workM, homeM, betweenM, intoM, leastToM, leastOnM, busy }
}

/** Metres from the exit of each job (row) to the entry of each other, and the same with a row for each entry. */
const betweenOf = (
  works: readonly (Work | undefined)[],
  travelM: RoundsProblem['travelM'],
): readonly [Float64Array, Float64Array] => {
  const count = works.length
  const between = new Float64Array(count ** 2).fill(Number.POSITIVE_INFINITY)
  const into = between.slice()
  works.forEach((from, a) => {
    works.forEach((to, b) => {
      if (from === undefined || to === undefined || a === b) return
      const wayM = travelM(from.exit, to.entry)
      between[a * count + b] = wayM
      into[b * count + a] = wayM
    })
  })
  return [between, into]
}

/** The least number of a row. */
const leastOf = (table: Float64Array | undefined, row: number, count: number): number => {
  let least = Number.POSITIVE_INFINITY
  for (let i = row * count; i < (row + 1) * count; i++) least = Math.min(least, table?.[i] ?? least)
  return least
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
