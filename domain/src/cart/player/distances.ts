/** How far it is from a cart to the green, as golfers ask for it: front, centre and back. */
import { contains, distanceM, distanceToLineM, type LocalFrame, type PolygonXY, type XY } from '@greensward/geometry'
import type { CourseFeature, Hole, Zone } from '../../course/course.ts'
import { polygonXY } from '../../course/courseGeometry.ts'
import type { ZoneType } from '../../garage/garage.ts'

/** The type of the zones that are greens, by the name it has on every course that was not renamed. */
const GREEN = 'green'

export interface Green {
  /** Null where nobody drew it: then only the end of the line of play is known. */
  readonly polygon: PolygonXY | null
  readonly centre: XY
}

export interface GreenDistances {
  /** Metres; front and back are null where the green is not drawn. */
  readonly frontM: number | null
  readonly centreM: number
  readonly backM: number | null
}

/** The middle of the area a ring encloses; the mean of its corners where it encloses none. */
const centreOf = (ring: readonly XY[]): XY => {
  let [twice, x, y] = [0, 0, 0]
  for (const [index, [bx, by]] of ring.entries()) {
    const [ax, ay] = ring.at(index - 1) ?? [bx, by]
    const cross = ax * by - bx * ay
    twice += cross
    x += (ax + bx) * cross
    y += (ay + by) * cross
  }
  if (Math.abs(twice) > 1e-6) return [x / (3 * twice), y / (3 * twice)]
  const sum = ring.reduce<XY>((all, [cx, cy]) => [all[0] + cx, all[1] + cy], [0, 0])
  return [sum[0] / Math.max(1, ring.length), sum[1] / Math.max(1, ring.length)]
}

const isGreenOf = (feature: CourseFeature, hole: Hole, greenTypes: ReadonlySet<string>): feature is Zone =>
  feature.kind === 'zone' && feature.properties.holeId === hole.id && greenTypes.has(feature.properties.zoneTypeId)

/**
 * The green of a hole. Of several (a double green, a winter green) the one that the line of play ends at.
 * @param zoneTypes of which the one named Green counts
 */
export const greenOf = (
  hole: Hole,
  features: readonly CourseFeature[],
  zoneTypes: readonly Pick<ZoneType, 'id' | 'name'>[],
  frame: LocalFrame,
): Green => {
  const greenTypes = new Set(zoneTypes.filter(({ name }) => name.toLowerCase() === GREEN).map(({ id }) => id))
  const end = frame.toLocal(hole.geometry.coordinates.at(-1) ?? [0, 0])
  let nearest: { readonly polygon: PolygonXY; readonly far: number } | undefined
  for (const feature of features) {
    if (!isGreenOf(feature, hole, greenTypes)) continue
    const polygon = polygonXY(frame, feature.geometry)
    const far = distanceToGreenM(end, { polygon, centre: end })
    if (nearest === undefined || far < nearest.far) nearest = { polygon, far }
  }
  return nearest === undefined
    ? { polygon: null, centre: end }
    : { polygon: nearest.polygon, centre: centreOf(nearest.polygon.outer) }
}

/** Metres to the nearest edge of the green, 0 on it; to its centre where it is not drawn. */
export const distanceToGreenM = (from: XY, { polygon, centre }: Green): number => {
  const first = polygon?.outer[0]
  if (polygon === null || first === undefined) return distanceM(from, centre)
  return contains(polygon, from) ? 0 : distanceToLineM([...polygon.outer, first], from)
}

/** How far along the ray the edge of the green is crossed, in metres from its beginning. */
const crossings = (ring: readonly XY[], from: XY, [dx, dy]: XY): readonly number[] =>
  ring.flatMap(([bx, by], index) => {
    const [ax, ay] = ring.at(index - 1) ?? [bx, by]
    const [ex, ey] = [bx - ax, by - ay]
    const across = dx * ey - dy * ex
    if (Math.abs(across) < 1e-12) return []
    const [wx, wy] = [ax - from[0], ay - from[1]]
    const along = (wx * ey - wy * ex) / across
    const share = (wx * dy - wy * dx) / across
    return share >= 0 && share <= 1 && along >= 0 ? [along] : []
  })

/**
 * Front and back are the nearest and the farthest point of the green along the line from the cart through its centre;
 * on the green the front is 0.
 */
export const greenDistances = (from: XY, { polygon, centre }: Green): GreenDistances => {
  const centreM = distanceM(from, centre)
  if (polygon === null) return { frontM: null, centreM, backM: null }
  if (centreM < 1e-6) {
    // From the very centre every direction is as good: the nearest edge is behind and ahead.
    const first = polygon.outer[0]
    const edgeM = first === undefined ? 0 : distanceToLineM([...polygon.outer, first], from)
    return { frontM: 0, centreM: 0, backM: edgeM }
  }
  const direction: XY = [(centre[0] - from[0]) / centreM, (centre[1] - from[1]) / centreM]
  const found = crossings(polygon.outer, from, direction)
  // A crescent's centre may be off it, and the line through it miss it: then its corners say how far it reaches.
  const reach =
    found.length > 0
      ? found
      : polygon.outer.map(([x, y]) => (x - from[0]) * direction[0] + (y - from[1]) * direction[1])
  return {
    frontM: contains(polygon, from) ? 0 : Math.max(0, Math.min(...reach)),
    centreM,
    backM: Math.max(0, ...reach),
  }
}
