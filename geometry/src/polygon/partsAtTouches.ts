import { lengthM } from '../polyline.ts'
import type { PolygonXY } from '../units.ts'
import { offset, union } from './clipper.ts'
import { areaM2, totalAreaM2 } from './measure.ts'
import { onlyTouches, polygonProblem } from './validity.ts'

/** Parts that the polygon library leaves joined in a point are parted by twice this, ten times its unit. */
const PARTING_M = 0.001

/** Area that the rounding of the polygon library may take or give for each metre of the edge. */
const ROUNDED_M2_A_METRE = 1e-4

/**
 * The valid polygons of an area: itself where it is valid, its parts where its rings touch themselves or each other so that it narrows
 * to a point. Undefined where lines cross, because then the drawing does not say what is inside.
 */
export const partsAtTouches = (polygon: PolygonXY): readonly PolygonXY[] | undefined => {
  const kind = polygonProblem(polygon)?.kind
  if (kind === undefined) return [polygon]
  if ((kind !== 'selfIntersection' && kind !== 'interiorDisconnected') || !onlyTouches(polygon)) return undefined
  const whole = union([polygon])
  // Lines that cross in a corner wind round some of the area twice or the other way round: the sum over the rings is another.
  const edgeM = [polygon.outer, ...polygon.holes].reduce(
    (sum, ring) => sum + lengthM([...ring, ...ring.slice(0, 1)]),
    0,
  )
  if (Math.abs(areaM2(polygon) - totalAreaM2(whole)) > ROUNDED_M2_A_METRE * edgeM) return undefined
  const parts = whole.flatMap(part =>
    polygonProblem(part) === undefined ? [part] : offset([part], -PARTING_M, 'mitre'),
  )
  return parts.length > 0 && parts.every(part => polygonProblem(part) === undefined) ? parts : undefined
}
