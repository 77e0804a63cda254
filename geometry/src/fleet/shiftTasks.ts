/** The tasks of one machine, from its jobs in order. */
import type { RouteTimer, Trip } from './routeTimer.ts'
import type { ShiftTask } from './shiftProblem.ts'
import type { MachineTable } from './shiftTables.ts'

/** Less than this is not a wait, a charge or a drive: seconds, and metres. */
const NOTHING = 1e-6

interface Leg {
  readonly trip: Trip
  /** Energy that it starts with at least, and what it uses, home included. */
  readonly needed: number
  readonly used: number
  /** It may leave as late as this and be home at the same time, because it would wait for a window. */
  readonly freeS: number
}

/** A drive, a job or a charge, before its times are known to be without gaps. */
interface Step {
  readonly kind: ShiftTask['kind']
  readonly job?: number
  readonly fromS: number
  readonly untilS: number
  /** Less energy after it; negative for a charge. */
  readonly used: number
  readonly to: number
}

/** Plans the tasks of an order that the machine can do; undefined where it cannot. */
export const tasksOf = (
  timer: RouteTimer,
  order: Int32Array,
  entries: (job: number) => { readonly entry: number; readonly exit: number },
): ShiftTask[] | undefined => {
  const { table } = timer
  const { machine } = table
  if (!timer.time(order, order.length)) return undefined
  const trips = timer.trips(order.length)
  const legs = trips.map(trip => legOf(timer, order, trip))
  const leaving = leavingEnergies(table, legs)
  const steps: Step[] = []
  let atS = machine.fromS ?? 0
  let energy = machine.energy
  let { place } = machine
  const move = (step: Step): void => {
    steps.push(step)
    atS = step.untilS
    energy -= step.used
    place = step.to
  }
  const drive = (kind: 'drive' | 'returnToBase', wayM: number, untilS: number, to: number, job?: number): void => {
    if (wayM < NOTHING && kind === 'drive') return
    const fromS = untilS - wayM / machine.speedMps
    move({ kind, fromS, untilS, used: wayM * machine.energyPerM, to, ...(job === undefined ? {} : { job }) })
  }
  legs.forEach(({ trip }, i) => {
    const share = leaving[i] ?? 0
    if (trip.isFromBase && share > energy + NOTHING && table.curve !== undefined) {
      const untilS = atS + table.curve.secondsTo(share) - table.curve.secondsTo(energy)
      move({ kind: 'charge', fromS: atS, untilS, used: energy - share, to: place })
    }
    const { visits, homeS } = timer.walk(order, trip, atS)
    for (const { job, wayM, startS, endS } of visits) {
      const { entry, exit } = entries(job)
      drive('drive', wayM, startS, entry, job)
      move({ kind: 'mow', job, fromS: startS, untilS: endS, used: table.energy[job] ?? 0, to: exit })
    }
    if (machine.base === undefined) return
    const last = visits.at(-1)
    drive(
      'returnToBase',
      last === undefined ? table.startHomeM : (table.homeM[last.job] ?? 0),
      homeS,
      machine.base.place,
    )
  })
  return withWaits(steps, machine)
}

/** Fills the gaps between steps with waits, and adds up the energy. */
const withWaits = (
  steps: readonly Step[],
  { fromS = 0, energy: first, place }: MachineTable['machine'],
): ShiftTask[] => {
  const tasks: ShiftTask[] = []
  let [atS, energy, from] = [fromS, first, place]
  for (const { used, ...step } of steps) {
    const still = { energyBefore: energy, from }
    if (step.fromS > atS + NOTHING)
      tasks.push({ kind: 'wait', fromS: atS, untilS: step.fromS, energyAfter: energy, to: from, ...still })
    energy -= used
    tasks.push({ ...step, ...still, energyAfter: energy } as ShiftTask)
    atS = step.untilS
    from = step.to
  }
  return tasks
}

const legOf = (timer: RouteTimer, order: Int32Array, trip: Trip): Leg => {
  const { clock, table } = timer
  const { visits } = timer.walk(order, trip, trip.startS)
  clock.begin(trip.open)
  for (const { job, wayM } of visits) clock.add(job, wayM, trip.startS)
  const { needed, used, latestS, soonestEndS, sumS } = clock
  const last = visits.at(-1)
  const homeM = last === undefined ? table.startHomeM : (table.homeM[last.job] ?? 0)
  const freeS = Math.max(trip.startS, Math.min(latestS, soonestEndS - sumS))
  return { trip, needed, used: used + homeM * table.machine.energyPerM, freeS }
}

/**
 * The energy with which each trip starts: as little as it needs. It is more where a later charge would otherwise take longer than
 * the time between its two trips, which the timer filled with energy from an earlier wait.
 */
const leavingEnergies = ({ curve, machine }: MachineTable, legs: readonly Leg[]): number[] => {
  const leaving: number[] = []
  let arriving = 0
  for (const { trip, needed, used, freeS } of legs.toReversed()) {
    const share = Math.max(needed, arriving + used)
    leaving.push(share)
    const chargeS = (share > needed ? freeS : trip.startS) - trip.fromS
    arriving = curve === undefined || !trip.isFromBase ? share : curve.shareAfter(curve.secondsTo(share) - chargeS)
  }
  leaving.reverse()
  // A battery that holds more than it needs keeps it.
  let energy = machine.energy
  return leaving.map((share, i) => {
    const leaves = Math.max(share, energy)
    energy = leaves - (legs[i]?.used ?? 0)
    return leaves
  })
}
