/** What a plan of the course is made from: the mission of each zone for each mower, and what each mower can drive. */
import type { CourseRequest } from '@greensward/contract'
import {
  type CourseFeature,
  type CourseMower,
  driveTimeFactor,
  featureTitle,
  type MissionRequest,
  type Mower,
  type MowerHome,
  type Position,
  useRates,
} from '@greensward/domain'
import type { readOccupations } from './scheduleStore.ts'
import { mayMow, wishOf, withWish } from './zoneWishes.ts'

/** A mower with its cutting unit, where it begins and where it charges. */
export interface Machine {
  readonly mower: Mower
  readonly bladeId: string
  readonly at: Position
  readonly home: MowerHome | undefined
  /** Types of zones that it is to mow; null for all. */
  readonly zoneTypeIds: readonly string[] | null
}

export type Occupations = Awaited<ReturnType<typeof readOccupations>>

const TITLE_LENGTH = 58

/** The mission on one zone, with the choices of its standing plan. */
export const missionRequestOf = (
  course: CourseRequest,
  feature: CourseFeature,
  { mower, bladeId }: Pick<Machine, 'mower' | 'bladeId'>,
): MissionRequest => {
  const request: MissionRequest = {
    title: `${featureTitle(feature).slice(0, TITLE_LENGTH)}, ${course.title}`,
    target: { kind: 'zone', featureId: feature.id },
    mowerId: mower.id,
    bladeId,
    direction: 'auto',
    angleOffsetDeg: 0,
    pattern: 'auto',
    turnScheme: course.turnScheme,
    cleaningCycles: course.cleaningCycles,
    cleanUpPass: 'everyDay',
    startsAt: course.startsAt,
    startsByItself: course.startsByItself,
    slotS: null,
  }
  return withWish(request, wishOf(course, feature.id))
}

/** Whether the request lets the mower mow this zone. */
export const mayMowZone = (course: CourseRequest, feature: CourseFeature, { mower, zoneTypeIds }: Machine): boolean =>
  mayMow(wishOf(course, feature.id), mower.id) &&
  (zoneTypeIds === null || (feature.kind === 'zone' && zoneTypeIds.includes(feature.properties.zoneTypeId)))

/** @param taken when mowers and zones are busy already */
export const courseMowerOf = ({ mower, bladeId, at, home, zoneTypeIds }: Machine, taken: Occupations): CourseMower => ({
  id: mower.id,
  bladeId,
  at,
  widthM: mower.widthM,
  transitSpeedMps: mower.transitSpeedMps / driveTimeFactor(mower),
  // Mowers that begin later have been charged by then.
  rangeM: 1 / useRates(mower).mowingPerM,
  fullRangeM: 1 / useRates(mower).mowingPerM,
  home,
  zoneTypeIds,
  busy: taken.filter(({ mowerId }) => mowerId === mower.id).map(({ from, to }) => ({ from, to })),
})
