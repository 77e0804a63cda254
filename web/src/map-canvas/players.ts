/** On which hole the players of each cart are, as far as their cart tells: the nearest line of play that is open. */
import LineString from 'ol/geom/LineString.js'
import type { CourseShape } from './courseSource.ts'
import type { DrawnVehicle } from './marks.ts'
import { groundMetresPerUnit } from './project.ts'

/** A fairway and the rough beside it; a cart farther off is between holes. */
const FARTHEST_M = 60

/** @returns the name of the hole by the id of the cart; carts that were not heard lately play nowhere */
export const playedHoles = (
  vehicles: readonly DrawnVehicle[],
  shapes: readonly CourseShape[],
): ReadonlyMap<string, string> => {
  const holes = shapes.flatMap(({ course, shape, title }) =>
    course.kind === 'hole' && course.properties.isActive && shape instanceof LineString ? [{ title, line: shape }] : [],
  )
  const played = new Map<string, string>()
  for (const { vehicle, pose, link } of vehicles) {
    if (vehicle.kind !== 'cart' || link !== 'live') continue
    const [x, y] = pose.at
    let nearest = FARTHEST_M / groundMetresPerUnit(y)
    for (const { title, line } of holes) {
      const [nearX = 0, nearY = 0] = line.getClosestPoint([x, y])
      const far = Math.hypot(nearX - x, nearY - y)
      if (far >= nearest) continue
      nearest = far
      played.set(vehicle.id, title)
    }
  }
  return played
}
