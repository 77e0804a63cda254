import {
  areaM2,
  bufferLines,
  difference,
  localFrame,
  offset,
  type PolygonXY,
  type PolylineXY,
  union,
  type XY,
} from '@greensward/geometry'
import type { CourseFeature, Position } from '../course/course.ts'
import { frameAround, polygonXY, positionOf } from '../course/courseGeometry.ts'
import { type DrivenPath, wayCheckOf } from '../plan/checkPlan.ts'
import { stretchesOutside } from '../plan/turnGround.ts'
import type { MissionCell } from './mission.ts'

/**
 * How far a mower's middle may come out of its zone before it is stopped. A skid-steered rover was measured 0.21 m off its
 * path in the median, 0.35 m at the 95th percentile and 0.74 m at most, the last in turns with the blade off. Over the
 * seam to another mower's part it may come less far: another mower may be there.
 */
const OVERRUN_M = {
  bladeOn: { edge: 0.5, seam: 0.2 },
  bladeOff: { edge: 1, seam: 0.5 },
} as const

/**
 * The ring that the mower is stopped outside of; null for what has no boundary.
 * @param legs of the plan: with the blade off, its turns outside of the zone are inside of the ring
 */
export const watchedBoundary = (
  target: CourseFeature | undefined,
  cell: MissionCell | undefined,
  blade: keyof typeof OVERRUN_M,
  legs: readonly DrivenPath[] = [],
): readonly Position[] | null => {
  const ring = target?.geometry.type === 'Polygon' ? target.geometry.coordinates[0] : undefined
  const [origin] = ring ?? []
  if (ring === undefined || origin === undefined) return null
  const frame = localFrame(origin)
  const local = (corners: readonly Position[]): PolygonXY => ({
    outer: corners.slice(0, -1).map(position => frame.toLocal(position)),
    holes: [],
  })
  const whole = local(ring)
  const own = cell?.ground.coordinates[0]
  const part = own === undefined ? undefined : local(own)
  // Grown, the boundary of one zone stays one polygon; should it not, the drawn one is watched.
  const { edge, seam } = OVERRUN_M[blade]
  const grown = part === undefined ? offset([whole], edge) : aroundCell(part, whole, edge, seam)
  const turns = blade === 'bladeOn' ? [] : linesOutside(whole, legs, place => frame.toLocal(place))
  const watched = turns.length === 0 ? grown : union(grown, bufferLines(turns, edge, 'round'))
  const largest = watched.toSorted((a, b) => areaM2(b) - areaM2(a))[0]
  return largest === undefined
    ? (own ?? ring)
    : largest.outer.map((point): Position => {
        const [lon, lat] = frame.toLonLat(point)
        return [lon, lat]
      })
}

/** Wide where nobody else mows, narrow towards the rest of the zone. */
const aroundCell = (cell: PolygonXY, whole: PolygonXY, edgeM: number, seamM: number): PolygonXY[] =>
  difference(offset([cell], edgeM), difference([whole], offset([cell], seamM)))

const linesOutside = (
  whole: PolygonXY,
  legs: readonly DrivenPath[],
  toLocal: (place: Position) => XY,
): readonly PolylineXY[] => {
  const inField = wayCheckOf(whole, [])
  return legs.flatMap(({ points, bladeOn }) =>
    bladeOn === false ? stretchesOutside(points.map(toLocal), inField) : [],
  )
}

/** The stretches of a plan on which the mower turns outside of its zone. */
export const turnsOutside = (target: CourseFeature | undefined, legs: readonly DrivenPath[]): readonly Position[][] => {
  if (target?.kind !== 'zone') return []
  const frame = frameAround(target.geometry.coordinates[0] ?? [])
  const { outer } = polygonXY(frame, target.geometry)
  return linesOutside({ outer, holes: [] }, legs, place => frame.toLocal(place)).map(line =>
    line.map(point => positionOf(frame, point)),
  )
}
