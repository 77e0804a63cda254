/** What single zones of a course ask for: their own window, mowers and choices, and not to be mown twice on a day. */

import type { CourseRequest, ZoneWish } from '@greensward/contract'
import { jobSpan, type MissionRequest, type PlanPriority, type TimeSpan } from '@greensward/domain'
import { said } from '@greensward/messages'
import type { Reader } from '../../platform/db/database.ts'
import { refuse, refuseFields } from '../../platform/http/refusal.ts'
import { readTimeZone } from '../../shared/missionLife/machinesStore.ts'
import { missionsWithin } from '../../shared/missionLife/zoneMissionsStore.ts'

/** Of what does not fit, a zone of a higher priority stays before one that has waited up to a hundred times as long. */
const PRIORITY_FACTOR: Readonly<Record<PlanPriority, number>> = { low: 0.01, normal: 1, high: 100 }

export const wishOf = (course: CourseRequest, featureId: string): ZoneWish | undefined =>
  course.wishes?.find(wish => wish.featureId === featureId)

/** @throws Refusal invalid with the field */
export const checkWishes = ({ wishes = [], zoneIds }: CourseRequest): void => {
  for (const [index, { featureId, startsAt, endsAt }] of wishes.entries()) {
    const field = (name: string): string => `body.wishes.${index}.${name}`
    if (!zoneIds.includes(featureId)) refuseFields({ [field('featureId')]: said('notAcceptable') })
    if (wishes.findIndex(wish => wish.featureId === featureId) < index)
      refuseFields({ [field('featureId')]: said('listedTwice') })
    if (Date.parse(endsAt) <= Date.parse(startsAt)) refuseFields({ [field('endsAt')]: said('notAfterFrom') })
  }
}

/** The request of a mission with the choices of its zone. */
export const withWish = (request: MissionRequest, wish: ZoneWish | undefined): MissionRequest => {
  if (wish === undefined) return request
  const { direction, pattern, turnScheme, cleaningCycles, cleanUpPass, startsAt, startsByItself } = wish
  return { ...request, direction, pattern, turnScheme, cleaningCycles, cleanUpPass, startsAt, startsByItself }
}

export const mayMow = (wish: ZoneWish | undefined, mowerId: string): boolean =>
  wish === undefined || wish.mowerIds === null || wish.mowerIds.includes(mowerId)

export const priorityFactor = (wish: ZoneWish | undefined): number => PRIORITY_FACTOR[wish?.priority ?? 'normal']

/** When a zone may not be mown because its window is not open. */
export const outsideWindow = (wish: ZoneWish | undefined, { from, to }: TimeSpan): TimeSpan[] => {
  if (wish === undefined) return []
  const [opens, closes] = [Date.parse(wish.startsAt), Date.parse(wish.endsAt)]
  return [
    { from, to: Math.min(opens, to) },
    { from: Math.max(closes, from), to },
  ].filter(span => span.to > span.from)
}

/**
 * Of several people who make the missions of one day, the first does.
 * @throws Refusal conflict where a zone got a mission for its day since the course was planned
 */
export const refuseMownTwice = async (
  reader: Reader,
  course: CourseRequest,
  featureIds: readonly string[],
): Promise<void> => {
  const wishes = featureIds.flatMap(featureId => wishOf(course, featureId) ?? [])
  if (wishes.length === 0) return
  const zone = await readTimeZone(reader)
  const spans = wishes.map(wish => ({ featureId: wish.featureId, ...jobSpan(wish, wish.day, zone) }))
  const missions = await missionsWithin(reader, {
    from: Math.min(...spans.map(({ from }) => from)),
    to: Math.max(...spans.map(({ to }) => to)),
  })
  const twice = spans.filter(({ featureId, from, to }) =>
    missions.some(mission => mission.featureId === featureId && mission.startsAtMs >= from && mission.startsAtMs < to),
  )
  if (twice.length > 0) refuse('zonesMownAlready', { count: twice.length })
}
