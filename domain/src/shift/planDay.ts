/** A day's missions as routes with charging and returns to the base: the planner of shifts, in the terms of a course. */
import {
  type ChargePiece,
  type ShiftTask as PlannerTask,
  planShift,
  type Remedy,
  type ShiftProblem,
  type Span,
} from '@greensward/geometry'
import type { Position } from '../course/course.ts'
import { frameAround } from '../course/courseGeometry.ts'
import { type CoursePlanInput, courseNetwork, type RoutePlace, START_DURATION_S } from '../plan/coursePlan.ts'
import { isOnCourse } from '../plan/planDrive.ts'
import type { TimeSpan } from '../schedule/timetable.ts'
import type { ShiftPlan, ShiftRemedy, TaskTimes, WithoutCharge } from './shift.ts'

/** Time and energy of a mission when another mower does it, on the plan of its own mower. */
export interface OtherWork {
  readonly mowerId: string
  readonly durationS: number
  readonly energy: number
  /** The point of the plan that is farthest from the base of that mower. */
  readonly farthest: Position
}

/** A mission for its own mower. Times in milliseconds since 1970, energy in shares of a full charge. */
export interface DayMission {
  readonly id: string
  readonly mowerId: string
  readonly durationS: number
  readonly energy: number
  /** Where its plan begins and ends, and its point that is farthest from the base. */
  readonly entry: Position
  readonly exit: Position
  readonly farthest: Position
  /** It is mown within one of these; undefined for any time. */
  readonly windows: readonly TimeSpan[] | undefined
  /** When its field is closed, wet or played. */
  readonly busy: readonly TimeSpan[]
  /** Mowers that may do it instead of its own, which need not be one of the day; absent for none. */
  readonly others?: readonly OtherWork[]
}

export interface DayMower {
  readonly id: string
  /** Null where it is not known: it is then expected where it begins. */
  readonly at: Position | null
  /** When it is there and free, after a task that it has begun; absent from the beginning. */
  readonly freeMs?: number
  readonly widthM: number
  readonly speedMps: number
  /** What it has at the beginning; null where it does not report that, and then its energy is not planned. */
  readonly charge: number | null
  readonly reserve: number
  readonly energyPerM: number
  /** Null without a base. Its `charge` is null without a charger, `unknownRate` where nothing is known of its charger. */
  readonly base: { readonly at: Position; readonly charge: readonly ChargePiece[] | null | 'unknownRate' } | null
}

export interface DayInput extends Pick<CoursePlanInput, 'features' | 'zoneTypes'> {
  /** Nothing begins before, and every mower is home by the end: milliseconds since 1970. */
  readonly fromMs: number
  readonly toMs: number
  /** In the order that a person expects, which only begins the search. */
  readonly missions: readonly DayMission[]
  readonly mowers: readonly DayMower[]
}

type StepKind =
  | { readonly kind: 'mow'; readonly missionId: string }
  | { readonly kind: 'drive'; readonly to: Position }
  | { readonly kind: 'returnToBase' }
  | { readonly kind: 'charge'; readonly untilShare: number }
  | { readonly kind: 'wait'; readonly until: string }

/** A task that has no id yet. */
export type PlannedStep = StepKind & { readonly planned: TaskTimes }

export interface PlannedDay {
  /** Of each mower, in the order of the input. */
  readonly routes: readonly { readonly mowerId: string; readonly steps: readonly PlannedStep[] }[]
  readonly plan: ShiftPlan
}

/** The pre-start checks know the charge in whole percents, and no drive takes exactly what was planned. */
export const ENERGY_MARGIN = 0.02
/** A nearer mission is reached by its own approach; a longer way has a drive of its own, which keeps to the roads. */
const LEAST_DRIVE_M = 40

const fallbackOf = ({ charge, base }: DayMower, isBaseOnCourse: boolean): WithoutCharge | null => {
  if (charge === null) return 'noTelemetry'
  if (base === null) return 'noBase'
  if (!isBaseOnCourse) return 'offCourse'
  if (base.charge === null) return 'noCharger'
  return base.charge === 'unknownRate' ? 'unknownRate' : null
}

const workFor = (mission: DayMission, mowerId: string): Omit<OtherWork, 'mowerId'> | undefined =>
  mission.mowerId === mowerId ? mission : mission.others?.find(other => other.mowerId === mowerId)

interface Numbered {
  readonly problem: ShiftProblem
  /** Of the planner's places. */
  readonly places: readonly RoutePlace[]
  readonly withoutCharge: ShiftPlan['withoutCharge']
}

const problemOf = ({ features, zoneTypes, fromMs, toMs, missions, mowers }: DayInput): Numbered => {
  const places: RoutePlace[] = []
  const numbers = new Map<string, number>()
  const numberOf = (at: Position, widthM: number): number => {
    const key = [...at, widthM].join(' ')
    const known = numbers.get(key)
    if (known !== undefined) return known
    numbers.set(key, places.length)
    return places.push({ at, widthM }) - 1
  }
  const spans = (times: readonly TimeSpan[]): Span[] =>
    times.map(({ from, to }) => ({ fromS: (from - fromMs) / 1_000, untilS: (to - fromMs) / 1_000 }))
  const known = mowers.map(mower => {
    const isBaseOnCourse = mower.base !== null && isOnCourse(features, mower.base.at)
    const base = isBaseOnCourse ? mower.base : null
    const first = missions.find(({ mowerId }) => mowerId === mower.id)
    const at = mower.at ?? base?.at ?? first?.entry ?? null
    return { mower, base, at, fallback: fallbackOf(mower, isBaseOnCourse) }
  })
  const machines = known.map(({ mower, base, at }) => {
    const { charge, widthM, speedMps, freeMs = fromMs } = mower
    return {
      fromS: Math.max(0, freeMs - fromMs) / 1_000,
      place: at === null ? 0 : numberOf(at, widthM),
      energy: charge ?? 1,
      reserve: charge === null ? 0 : mower.reserve + ENERGY_MARGIN,
      energyPerM: charge === null ? 0 : mower.energyPerM,
      speedMps,
      base:
        base === null
          ? undefined
          : {
              place: numberOf(base.at, widthM),
              charge: charge === null || base.charge === 'unknownRate' ? undefined : (base.charge ?? undefined),
            },
    }
  })
  const numbered = missions.map(mission =>
    mowers.map(({ id, widthM }) => {
      const work = workFor(mission, id)
      if (work === undefined) return undefined
      const [entry, exit, farthest] = [mission.entry, mission.exit, work.farthest].map(at => numberOf(at, widthM))
      return { ...work, entry: entry ?? 0, exit: exit ?? 0, farthest: farthest ?? 0 }
    }),
  )
  const frame = frameAround(places.map(({ at }) => at))
  const network = courseNetwork({ features, zoneTypes, fromMs }, frame, places)
  const travelM = (from: number, to: number): number => (from === to ? 0 : network.lengthM(from, to))
  const jobs = missions.map((mission, j) => {
    const work = machines.map(({ base }, m) => {
      const own = numbered[j]?.[m]
      if (own === undefined) return undefined
      const { durationS, energy, entry, exit, farthest } = own
      return {
        durationS: durationS + START_DURATION_S,
        energy: mowers[m]?.charge === null ? 0 : energy,
        entry,
        exit,
        farthestHomeM:
          base === undefined ? 0 : Math.max(...[entry, exit, farthest].map(place => travelM(place, base.place))),
      }
    })
    const windows = mission.windows === undefined ? undefined : spans(mission.windows)
    return { work, weight: 1, windows, busy: spans(mission.busy) }
  })
  return {
    problem: { jobs, machines, travelM, horizonS: Math.max(0, (toMs - fromMs) / 1_000) },
    places,
    withoutCharge: known.flatMap(({ mower, fallback }) =>
      fallback === null ? [] : [{ mowerId: mower.id, reason: fallback }],
    ),
  }
}

/**
 * Plans a day: each mower mows its own missions and those that it may take over, charges where it has to, and ends at its base. What does not fit is left out, with
 * the reason and the changes that would make it fit.
 */
export const planDay = (input: DayInput): PlannedDay => {
  const { missions, mowers, fromMs } = input
  const { problem, places, withoutCharge } = problemOf(input)
  // Only the jobs of these routes count: the order in which a person has put them.
  const routes = mowers.map(({ id }) =>
    missions.flatMap(({ mowerId }, job) =>
      mowerId === id
        ? [{ kind: 'mow' as const, job, fromS: 0, untilS: 0, energyBefore: 0, energyAfter: 0, from: 0, to: 0 }]
        : [],
    ),
  )
  const shift = planShift(problem, { routes })
  const moment = (s: number): string => new Date(fromMs + Math.round(s) * 1_000).toISOString()
  const share = (energy: number): number => Math.min(1, Math.max(0, energy))

  const stepOf = (task: PlannerTask): StepKind | undefined => {
    switch (task.kind) {
      case 'mow': {
        const missionId = missions[task.job]?.id
        return missionId === undefined ? undefined : { kind: 'mow', missionId }
      }
      case 'drive': {
        const to = places[task.to]?.at
        const isFar = problem.travelM(task.from, task.to) >= LEAST_DRIVE_M
        return to === undefined || !isFar ? undefined : { kind: 'drive', to }
      }
      case 'charge':
        // Mowers report whole percents.
        return { kind: 'charge', untilShare: share(Math.ceil(task.energyAfter * 100) / 100) }
      case 'wait':
        return { kind: 'wait', until: moment(task.untilS) }
      case 'returnToBase':
        return { kind: 'returnToBase' }
    }
  }
  const stepsOf = (tasks: readonly PlannerTask[], { charge }: DayMower): PlannedStep[] =>
    tasks.flatMap(task => {
      const step = stepOf(task)
      const { fromS, untilS, energyAfter } = task
      const planned = {
        from: moment(fromS),
        until: moment(untilS),
        charge: charge === null ? null : share(energyAfter),
      }
      return step === undefined ? [] : [{ ...step, planned }]
    })

  const remedyOf = (remedy: Remedy): ShiftRemedy => {
    if (remedy.kind === 'until') return { kind: 'until', until: moment(remedy.untilS) }
    return remedy.kind === 'chargeFirst'
      ? { kind: 'chargeFirst', share: share(remedy.share) }
      : { kind: 'oneMoreMower' }
  }
  const isAnyMown = shift.routes.some(tasks => tasks.some(({ kind }) => kind === 'mow'))
  return {
    routes: mowers.map((mower, m) => ({ mowerId: mower.id, steps: stepsOf(shift.routes[m] ?? [], mower) })),
    plan: {
      endsAt: isAnyMown ? moment(shift.makespanS) : null,
      left: shift.left.flatMap(({ job, reason, remedies }) => {
        const mission = missions[job]
        return mission === undefined
          ? []
          : [{ missionId: mission.id, mowerId: mission.mowerId, reason, remedies: remedies.map(remedyOf) }]
      }),
      withoutCharge: [...withoutCharge],
    },
  }
}
