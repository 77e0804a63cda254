/** When the ground of a mission is closed: its hole is played, a restriction holds beside it, or it rains on what may not be mown wet. */
import { polygonsIntersect } from '@greensward/geometry'
import type { CourseFeature } from '../course/course.ts'
import { featureTitle } from '../course/course.ts'
import { frameAround, polygonXY } from '../course/courseGeometry.ts'
import type { Closed } from './conflicts.ts'
import { spansMeet, type TimeSpan, timetableSpans } from './timetable.ts'

/** Whether two areas have ground in common; a shared edge is none. */
export const shareGround = (a: CourseFeature, b: CourseFeature): boolean => {
  if (a.geometry.type !== 'Polygon' || b.geometry.type !== 'Polygon') return a.id === b.id
  const frame = frameAround(a.geometry.coordinates[0] ?? [])
  return polygonsIntersect(polygonXY(frame, a.geometry), polygonXY(frame, b.geometry), 0.01)
}

const holeIdOf = (target: CourseFeature): string | null =>
  target.kind === 'zone' || target.kind === 'missionArea' ? target.properties.holeId : null

/**
 * @param wet when it rains, or rain mode holds
 * @param zone the time zone of the course, by whose clock timetables are written
 */
export const closedTimes = (
  target: CourseFeature,
  features: readonly CourseFeature[],
  zone: string,
  wet: readonly TimeSpan[],
  within: TimeSpan,
): Closed[] => {
  const holeId = holeIdOf(target)
  const closed = features.flatMap((feature): Closed[] => {
    const times =
      feature.kind === 'hole' && feature.id === holeId && feature.properties.isActive
        ? feature.properties.closedTimes
        : feature.kind === 'restriction' && feature.properties.appliesTo !== 'carts'
          ? feature.properties.timetable
          : undefined
    if (times === undefined || times.length === 0) return []
    if (feature.kind === 'restriction' && !shareGround(target, feature)) return []
    return timetableSpans(times, zone, within).map(span => ({ kind: 'closed', title: featureTitle(feature), ...span }))
  })
  const rain =
    target.kind === 'zone' && target.properties.rainModeRestricted
      ? wet.filter(span => spansMeet(span, within)).map((span): Closed => ({ kind: 'rain', title: '', ...span }))
      : []
  return [...closed, ...rain]
}
