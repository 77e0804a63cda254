/** Invented shifts for the tests of the shift planner, and a check of plans that shares nothing with it. */
import type { Shift, ShiftJob, ShiftMachine, ShiftProblem, ShiftTask, Span } from './shift.ts'

/** Chance that is the same every time. */
export const dice = (seed: number) => {
  let state = seed
  for (let i = 0; i < 3; i++) state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Fast to four fifths, slow after that. */
export const CURVE = [
  { untilShare: 0.8, perHour: 0.5 },
  { untilShare: 1, perHour: 0.2 },
]

interface Invented {
  readonly jobs: number
  readonly machines: number
  readonly seed: number
  readonly horizonS?: number
  /** Energy of a job at most. */
  readonly mostEnergy?: number
  /** Chance that a job has a window of its own, and that a machine begins on the course. */
  readonly windows?: number
  readonly onCourse?: number
  /** Machines of two kinds, of which the second cannot do a third of the jobs. */
  readonly isMixed?: boolean
}

/** Jobs scattered over a course of a kilometre; machines with a base each near its middle. */
export const inventedShift = ({
  jobs: jobCount,
  machines: machineCount,
  seed,
  horizonS = 1e6,
  mostEnergy = 0.3,
  windows = 0,
  onCourse = 0,
  isMixed = true,
}: Invented): ShiftProblem => {
  const roll = dice(seed)
  const places: [number, number][] = []
  const place = (spreadM = 1_000): number =>
    places.push([500 + (roll() - 0.5) * spreadM, 500 + (roll() - 0.5) * spreadM]) - 1
  const travelM = (a: number, b: number): number => {
    const [x1, y1] = places[a] ?? [0, 0]
    const [x2, y2] = places[b] ?? [0, 0]
    return Math.hypot(x1 - x2, y1 - y2)
  }
  const machines = Array.from({ length: machineCount }, (): ShiftMachine => {
    const base = place(300)
    return {
      place: roll() < onCourse ? place() : base,
      energy: 0.4 + roll() * 0.6,
      reserve: 0.1,
      energyPerM: 0.00002,
      speedMps: 1.5 + roll(),
      base: { place: base, charge: CURVE },
    }
  })
  const kinds = machines.map((_, m) => (isMixed ? m % 2 : 0))
  const jobs = Array.from({ length: jobCount }, (): ShiftJob => {
    const size = 0.2 + roll() * 0.8
    const isForAll = roll() < 0.67
    const ends = [0, 1].map(() => ({ entry: place(), exit: place() }))
    const fromS = Math.floor(roll() * 5_000)
    const hasWindow = roll() < windows
    return {
      work: kinds.map((kind, m) => {
        const { entry, exit } = ends[kind] ?? { entry: 0, exit: 0 }
        const home = machines[m]?.base?.place ?? 0
        return kind === 1 && !isForAll
          ? undefined
          : {
              durationS: size * (kind === 1 ? 1_500 : 1_800),
              energy: size * mostEnergy,
              entry,
              exit,
              farthestHomeM: Math.max(travelM(entry, home), travelM(exit, home)) + 20,
            }
      }),
      weight: 1 + Math.floor(roll() * 5),
      ...(hasWindow ? { windows: [{ fromS, untilS: fromS + 3_600 + Math.floor(roll() * 6_000) }] } : {}),
    }
  })
  return { jobs, machines, travelM, horizonS }
}

/** A tight shift with all that a problem may have: busy spans, availability, latest returns, machines without charger or base. */
export const variedShift = (seed: number): ShiftProblem => {
  const roll = dice(seed + 77_000)
  const plain = inventedShift({
    jobs: 4 + Math.floor(roll() * 9),
    machines: 1 + Math.floor(roll() * 3),
    seed,
    horizonS: 6_000 + roll() * 12_000,
    mostEnergy: 0.2 + roll() * 0.5,
    windows: roll() * 0.6,
    onCourse: 0.3,
  })
  const span = (mostS: number): Span => {
    const fromS = roll() * plain.horizonS
    return { fromS, untilS: fromS + roll() * mostS }
  }
  return {
    ...plain,
    jobs: plain.jobs.map(job => (roll() < 0.3 ? { ...job, busy: [span(4_000), span(1_000)] } : job)),
    machines: plain.machines.map((machine): ShiftMachine => {
      const base = machine.base === undefined ? undefined : { place: machine.base.place }
      const kind = roll()
      return {
        ...machine,
        ...(kind < 0.15 ? { base: undefined } : kind < 0.3 ? { base } : {}),
        ...(roll() < 0.3 ? { available: [{ fromS: 0, untilS: plain.horizonS * 0.45 }, span(plain.horizonS)] } : {}),
        ...(roll() < 0.3 ? { latestReturnS: plain.horizonS * 0.9 } : {}),
        ...(roll() < 0.2 ? { fromS: roll() * 2_000 } : {}),
      }
    }),
  }
}

const TINY = 1e-6

/** Spans that overlap count as one: follows them from the beginning of the task as far as they lead. */
const isWithin = (windows: readonly Span[] | undefined, { fromS, untilS }: Span): boolean => {
  if (windows === undefined) return true
  let reachedS = fromS
  for (const span of windows.toSorted((a, b) => a.fromS - b.fromS))
    if (span.fromS <= reachedS + TINY) reachedS = Math.max(reachedS, span.untilS)
  return untilS <= reachedS + TINY
}

const meets = (busy: readonly Span[] | undefined, { fromS, untilS }: Span): boolean =>
  (busy ?? []).some(span => span.fromS < untilS - TINY && fromS < span.untilS - TINY)

/** What is wrong with the tasks of one machine, as sentences. */
const faultsOfRoute = (
  { jobs, travelM, horizonS }: ShiftProblem,
  machine: ShiftMachine,
  m: number,
  tasks: readonly ShiftTask[],
) => {
  const faults: string[] = []
  const { base, energyPerM, speedMps, reserve } = machine
  let { place, energy } = machine
  let atS = machine.fromS ?? 0
  tasks.forEach((task, i) => {
    const must = (isTrue: boolean, fault: string): void => {
      if (!isTrue) faults.push(`machine ${m}, task ${i} (${task.kind}): ${fault}`)
    }
    const { fromS, untilS, energyBefore, energyAfter, from, to, job } = task
    must(Math.abs(fromS - atS) < TINY, `begins at ${fromS} and not at ${atS}`)
    must(untilS >= fromS - TINY, 'ends before it begins')
    must(from === place, 'begins elsewhere')
    must(Math.abs(energyBefore - energy) < TINY, 'begins with another energy')
    const used = energyBefore - energyAfter
    const lengthM = from === to ? 0 : travelM(from, to)
    if (task.kind === 'drive' || task.kind === 'returnToBase' || task.kind === 'mow')
      must(isWithin(machine.available, task), 'the machine is not available')
    if (task.kind === 'drive' || task.kind === 'returnToBase') {
      must(Math.abs(used - lengthM * energyPerM) < TINY, 'uses another energy')
      must(Math.abs(untilS - fromS - lengthM / speedMps) < TINY, 'takes another time')
      // A machine that begins on the course may use its reserve to get home.
      if (i > 0) must(energyAfter >= (task.kind === 'drive' ? 0 : reserve) - TINY, 'ends without its reserve')
    }
    if (task.kind === 'returnToBase') must(to === base?.place, 'does not end at the base')
    if (task.kind === 'drive') {
      const next = tasks[i + 1]
      must(next?.job === job && next?.fromS === untilS, 'is not followed by its job')
    }
    if (task.kind === 'mow') {
      const own = jobs[task.job]
      const work = own?.work[m]
      must(work !== undefined && from === work.entry && to === work.exit, 'cannot do this job')
      if (work === undefined || own === undefined) return
      must(Math.abs(untilS - fromS - work.durationS) < TINY, 'takes another time')
      must(Math.abs(used - work.energy) < TINY, 'uses another energy')
      must(isWithin(own.windows, task) && !meets(own.busy, task), 'is not in a window of the job')
      const homeM = base === undefined ? 0 : work.farthestHomeM
      must(energyBefore >= work.energy + homeM * energyPerM + reserve - TINY, 'breaks the energy promise')
    }
    if (task.kind === 'wait') must(used === 0 && from === to, 'is not a wait')
    if (task.kind === 'charge') {
      must(place === base?.place && base.charge !== undefined, 'charges away from a charger')
      let seconds = 0
      let at = energyBefore
      for (const { untilShare, perHour } of base?.charge ?? []) {
        const share = Math.min(untilShare, energyAfter)
        if (share > at) {
          seconds += ((share - at) / perHour) * 3_600
          at = share
        }
      }
      must(Math.abs(at - energyAfter) < TINY && Math.abs(seconds - (untilS - fromS)) < 0.01, 'charges at another pace')
    }
    place = to
    energy = energyAfter
    atS = untilS
  })
  if (base !== undefined && place !== base.place) faults.push(`machine ${m} is not home`)
  if (base !== undefined && tasks.length > 0 && atS > Math.min(horizonS, machine.latestReturnS ?? horizonS) + TINY)
    faults.push(`machine ${m} is home too late`)
  return faults
}

/** What is wrong with a plan; nothing if it can be driven. */
export const faultsOf = (problem: ShiftProblem, { routes, left, stranded, makespanS }: Shift): string[] => {
  const done = routes.flat().flatMap(task => (task.kind === 'mow' ? [task.job] : []))
  const all = [...done, ...left.map(({ job }) => job)].toSorted((a, b) => a - b)
  const lastS = Math.max(0, ...routes.flat().map(({ kind, untilS }) => (kind === 'wait' ? 0 : untilS)))
  return [
    ...(all.join() === problem.jobs.map((_, j) => j).join() ? [] : ['not every job is done or left out once']),
    ...(makespanS === lastS ? [] : ['the makespan is not the last end']),
    ...routes.flatMap((tasks, m) => {
      const machine = problem.machines[m]
      return machine === undefined || stranded.includes(m) ? [] : faultsOfRoute(problem, machine, m, tasks)
    }),
  ]
}
