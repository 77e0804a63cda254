import { bufferLines, difference, offset, union } from '../../polygon/clipper.ts'
import { contains } from '../../polygon/contains.ts'
import { areaM2, totalAreaM2 } from '../../polygon/measure.ts'
import { quickUnion } from '../../polygon/quickOffset.ts'
import { ringProblem } from '../../polygon/validity.ts'
import { distanceToLineM } from '../../polyline.ts'
import type { PolygonXY, Ring, XY } from '../../units.ts'
import type { Obstacle } from '../request.ts'

/** The ground a plan may use. */
export interface FreeSpace {
  /** The piece that is planned: boundary less holes, obstacles and their clearance. */
  readonly field: PolygonXY
  /** Further pieces, cut off by obstacles, that one drive cannot reach. */
  readonly cutOff: readonly PolygonXY[]
  /** The strip along the edges of all pieces that nothing is to cut. */
  readonly leftUncut: readonly PolygonXY[]
  /** Area of all pieces, that strip included. */
  readonly areaM2: number
}

/**
 * The area that an obstacle blocks. A malformed one errs on the safe side: everything within its lines counts.
 */
const blockedBy = ({ polygon, clearanceM }: Obstacle): PolygonXY[] => {
  const solid = solidOf(polygon)
  return clearanceM > 0 ? offset(solid, clearanceM) : solid
}

/** The obstacle itself, made whole where it is malformed. */
export const solidOf = (polygon: PolygonXY): PolygonXY[] => {
  const rings = [polygon.outer, ...polygon.holes]
  const sound = rings.every(ring => ringProblem(ring) === undefined)
  return sound
    ? [polygon]
    : rings
        .filter(ring => ring.length > 1)
        .flatMap(ring => [...union([{ outer: ring, holes: [] }]), ...bufferLines([closed(ring)], 0.01, 'round')])
}

const closed = (ring: Ring): XY[] => [...ring, ...ring.slice(0, 1)]

/**
 * Cuts the obstacles out of the ground; undefined when nothing is left. With a start, the piece it is in or nearest to is planned.
 * @param ground valid polygons that do not overlap
 * @param leaveUncutM width of the strip along every edge that nothing is to cut
 */
export const freeSpaceOf = (
  ground: readonly PolygonXY[],
  obstacles: readonly Obstacle[],
  start: XY | undefined,
  leaveUncutM = 0,
): FreeSpace | undefined => {
  const blocked = obstacles.flatMap(blockedBy)
  // Valid polygons alone are what they are, once their rings run the right way round.
  const whole = blocked.length === 0 ? quickUnion(ground) : difference(ground, union(blocked))
  const pieces = leaveUncutM === 0 ? whole : offset(whole, -leaveUncutM)
  const away = (piece: PolygonXY): number =>
    start === undefined || contains(piece, start) ? 0 : distanceToLineM(closed(piece.outer), start)
  const ordered = pieces
    .map(piece => ({ piece, awayM: away(piece), area: areaM2(piece) }))
    .sort((a, b) => a.awayM - b.awayM || b.area - a.area)
  const [first, ...rest] = ordered
  if (first === undefined) return undefined
  return {
    field: first.piece,
    cutOff: rest.map(({ piece }) => piece),
    leftUncut: leaveUncutM === 0 ? [] : difference(whole, pieces),
    areaM2: totalAreaM2(whole),
  }
}
