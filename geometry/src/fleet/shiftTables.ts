/** What one machine needs for each job, as flat tables: the search asks millions of times. */
import { ChargeCurve } from './chargeCurve.ts'
import { openSpans, type Span } from './openSpans.ts'
import type { ShiftJob, ShiftMachine, ShiftProblem, ShiftWork } from './shiftProblem.ts'

export interface MachineTable {
  readonly machine: ShiftMachine
  /** Undefined where it cannot charge. */
  readonly curve: ChargeCurve | undefined
  /** Whether it begins at its base. */
  readonly beginsAtBase: boolean
  /** When it may drive and mow, and when each job may be done. */
  readonly open: readonly Span[]
  /** When a trip may be: with a base within one of its spans, so that the machine is home when it is not available. */
  readonly tripSpans: readonly (readonly Span[])[]
  readonly fields: readonly (readonly Span[])[]
  /** 1 for jobs that it can do and reach, and get home from. */
  readonly canDo: Uint8Array
  readonly durationS: Float64Array
  readonly energy: Float64Array
  /** The energy of a job, of the way home from its worst point, and the reserve. */
  readonly needed: Float64Array
  /** Drives: to each job from where the machine is and from its base, home from each job, and from job (row) to job. */
  readonly startM: Float64Array
  readonly outM: Float64Array
  readonly homeM: Float64Array
  readonly betweenM: Float64Array
  /** The shortest drives to each job and on from it. */
  readonly leastToM: Float64Array
  readonly leastOnM: Float64Array
  /** The drive to its base from where it is; 0 without a base. */
  readonly startHomeM: number
}

/** Drives from the exit of each job (row) to the entry of each other. */
const betweenOf = (works: readonly (ShiftWork | undefined)[], travelM: ShiftProblem['travelM']): Float64Array => {
  const count = works.length
  const between = new Float64Array(count ** 2).fill(Number.POSITIVE_INFINITY)
  works.forEach((from, a) => {
    works.forEach((to, b) => {
      if (from !== undefined && to !== undefined && a !== b) between[a * count + b] = travelM(from.exit, to.entry)
    })
  })
  return between
}

/** When a job may be done, if the shift lasts until then. */
const fieldOf = ({ windows, busy }: ShiftJob, horizonS: number): readonly Span[] =>
  openSpans(windows, busy ?? [], { fromS: 0, untilS: horizonS })

const spansOf = (machine: ShiftMachine, horizonS: number): Pick<MachineTable, 'open' | 'tripSpans'> => {
  const { available, base, fromS = 0, latestReturnS = Number.POSITIVE_INFINITY } = machine
  const open = openSpans(available, [], { fromS, untilS: Math.min(horizonS, latestReturnS) })
  return { open, tripSpans: base === undefined ? [open] : open.map(span => [span]) }
}

export const tablesOf = ({ jobs, machines, travelM, horizonS }: ShiftProblem): readonly MachineTable[] => {
  const fields = jobs.map(job => fieldOf(job, horizonS))
  // Machines of one kind begin and end every job at the same places.
  const known = new Map<string, Float64Array>()
  return machines.map((machine, m) => {
    const works = jobs.map(({ work }) => work[m])
    const key = works.map(work => `${work?.entry} ${work?.exit}`).join()
    const betweenM = known.get(key) ?? betweenOf(works, travelM)
    known.set(key, betweenM)
    const { place, base, reserve, energyPerM } = machine
    const of = (figure: (work: ShiftWork) => number): Float64Array =>
      Float64Array.from(works, work => (work === undefined ? Number.POSITIVE_INFINITY : figure(work)))
    const startM = of(({ entry }) => travelM(place, entry))
    const outM = of(({ entry }) => (base === undefined ? Number.POSITIVE_INFINITY : travelM(base.place, entry)))
    const homeM = of(({ exit }) => (base === undefined ? 0 : travelM(exit, base.place)))
    const needed = of(({ energy, entry, exit, farthestHomeM }) => {
      if (base === undefined) return energy + reserve
      const worstM = Math.max(farthestHomeM, travelM(entry, base.place), travelM(exit, base.place))
      return energy + worstM * energyPerM + reserve
    })
    const count = works.length
    const least = (first: number, drive: (k: number) => number | undefined): number =>
      works.reduce((shortest, _, k) => Math.min(shortest, drive(k) ?? shortest), first)
    const curve = base?.charge === undefined ? undefined : new ChargeCurve(base.charge)
    return {
      machine,
      curve: curve !== undefined && curve.fullShare > 0 ? curve : undefined,
      beginsAtBase: base?.place === place,
      ...spansOf(machine, horizonS),
      fields,
      canDo: Uint8Array.from(works, (_, j) =>
        Number.isFinite(needed[j]) && (Number.isFinite(startM[j]) || Number.isFinite(outM[j])) ? 1 : 0,
      ),
      durationS: of(({ durationS }) => durationS),
      energy: of(({ energy }) => energy),
      needed,
      startM,
      outM,
      homeM,
      betweenM,
      leastToM: Float64Array.from(works, (_, j) =>
        least(Math.min(startM[j] ?? 0, outM[j] ?? 0), k => betweenM[k * count + j]),
      ),
      leastOnM: Float64Array.from(works, (_, j) => least(homeM[j] ?? 0, k => betweenM[j * count + k])),
      startHomeM: base === undefined ? 0 : travelM(place, base.place),
    }
  })
}

/** The table of a machine in a problem where its state, windows or the horizon are others; its ways are the same. */
export const changedTable = (
  table: MachineTable,
  { jobs, horizonS }: ShiftProblem,
  machine: ShiftMachine,
): MachineTable => {
  const isMoved = machine.place !== table.machine.place
  return {
    ...table,
    machine,
    beginsAtBase: machine.base?.place === machine.place,
    ...spansOf(machine, horizonS),
    fields: jobs.map(job => fieldOf(job, horizonS)),
    ...(isMoved ? { startM: table.outM, startHomeM: 0 } : {}),
  }
}
