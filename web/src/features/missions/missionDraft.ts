/** The values of the mission form, and the request made from them. */
import {
  type CleanUpPass,
  type CourseFeature,
  type Direction,
  featureTitle,
  type Mission,
  type MissionRequest,
  type MissionTarget,
  type PatternChoice,
  type Repeat,
} from '@greensward/domain'
import { dayOf, momentOf, wallClock } from '../../ui/zonedTime.ts'

export interface MissionDraft {
  /** Empty until the person writes one; then the form stops proposing. */
  readonly title: string
  readonly kind: MissionTarget['kind']
  readonly featureId: string | undefined
  readonly mowerId: string | undefined
  readonly bladeId: string | undefined
  readonly direction: Direction | 'auto'
  readonly angleOffsetDeg: number
  readonly pattern: PatternChoice
  readonly turnScheme: MissionRequest['turnScheme']
  readonly cleaningCycles: number
  readonly cleanUpPass: CleanUpPass
  readonly when: 'now' | 'later'
  /** Day and clock time of the course. */
  readonly day: string
  readonly clock: string
  readonly startsByItself: boolean
  /** Seconds that the schedule keeps for it; null keeps as long as the plan takes. */
  readonly slotS: number | null
  /** Null for a mission that comes once. */
  readonly repeat: Repeat | null
}

/** Tomorrow at half past five: before the first golfers. */
export const emptyDraft = (now: Date, zone: string): MissionDraft => ({
  title: '',
  kind: 'zone',
  featureId: undefined,
  mowerId: undefined,
  bladeId: undefined,
  direction: 'auto',
  angleOffsetDeg: 0,
  pattern: 'auto',
  turnScheme: 'oneInOne',
  cleaningCycles: 2,
  cleanUpPass: 'everyDay',
  when: 'now',
  day: dayOf(new Date(now.getTime() + 86_400_000), zone),
  clock: '05:30',
  startsByItself: false,
  slotS: null,
  repeat: null,
})

export const draftOf = (mission: Mission, now: Date, zone: string): MissionDraft => {
  const empty = emptyDraft(now, zone)
  const wall = mission.startsAt === null ? undefined : wallClock(new Date(mission.startsAt), zone)
  const two = (value: number): string => String(value).padStart(2, '0')
  return {
    title: mission.title,
    kind: mission.target.kind,
    featureId: mission.target.featureId,
    mowerId: mission.mowerId,
    bladeId: mission.bladeId,
    direction: mission.direction,
    angleOffsetDeg: mission.angleOffsetDeg,
    pattern: mission.pattern,
    turnScheme: mission.turnScheme,
    cleaningCycles: mission.cleaningCycles,
    cleanUpPass: mission.cleanUpPass,
    when: wall === undefined ? 'now' : 'later',
    day: wall?.day ?? empty.day,
    clock: wall === undefined ? empty.clock : `${two(wall.hour)}:${two(wall.minute)}`,
    startsByItself: mission.startsByItself,
    slotS: mission.slotS,
    repeat: mission.series?.repeat ?? null,
  }
}

/** The moment the draft names, null for 'now', undefined where date or time is not filled in. */
export const startsAtOf = (draft: MissionDraft, zone: string): Date | null | undefined => {
  if (draft.when === 'now') return null
  const clock = /^(\d{2}):(\d{2})$/.exec(draft.clock)
  if (clock === null || !/^\d{4}-\d{2}-\d{2}$/.test(draft.day)) return undefined
  const at = momentOf(draft.day, Number(clock[1]), Number(clock[2]), zone)
  return Number.isNaN(at.getTime()) ? undefined : at
}

/**
 * The default title of the form.
 * @param direction in words; null where each mission of a series has its own, so that the title would be that of the first
 */
export const proposedTitle = (target: CourseFeature | undefined, direction: string | null): string => {
  if (target === undefined) return ''
  return target.kind === 'road' || direction === null ? featureTitle(target) : `${featureTitle(target)}, ${direction}`
}

/** The request, or undefined while something is missing. */
export const requestOf = (draft: MissionDraft, title: string, zone: string): MissionRequest | undefined => {
  const startsAt = startsAtOf(draft, zone)
  const { featureId, mowerId, bladeId } = draft
  if (featureId === undefined || mowerId === undefined || bladeId === undefined || startsAt === undefined)
    return undefined
  return {
    title,
    target: { kind: draft.kind, featureId },
    mowerId,
    bladeId,
    direction: draft.direction,
    angleOffsetDeg: draft.angleOffsetDeg,
    pattern: draft.pattern,
    turnScheme: draft.turnScheme,
    cleaningCycles: draft.cleaningCycles,
    cleanUpPass: draft.cleanUpPass,
    startsAt: startsAt === null ? null : startsAt.toISOString(),
    startsByItself: startsAt === null ? false : draft.startsByItself,
    slotS: startsAt === null ? null : draft.slotS,
  }
}
