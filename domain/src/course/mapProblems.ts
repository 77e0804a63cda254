/**
 * Lists the problems of a map for people to check: the rules of `courseCheck`, and what no rule forbids but nobody
 * wants, such as the same thing drawn twice or a strip of no man's land between two neighbours. A fix is a diff like any other.
 */
import {
  areaM2,
  type Box,
  boxOf,
  cutPolygon,
  difference,
  distanceM,
  distanceToLineM,
  grownBox,
  intersection,
  type LocalFrame,
  offset,
  overlapAreaM2,
  type PolygonXY,
  totalAreaM2,
  union,
  type XY,
} from '@greensward/geometry'
import type { ZoneType } from '../garage/garage.ts'
import { boxIndex } from './boxIndex.ts'
import type { CourseFeature, PolygonGeometry, Position } from './course.ts'
import { courseProblems, type FeatureProblem, type FeatureProblemReason, type MapBounds } from './courseCheck.ts'
import { type CourseDiff, EMPTY_DIFF } from './courseDiff.ts'
import { frameAround, polygonGeometryOf, polygonXY, positionOf } from './courseGeometry.ts'
import { cutGeometry, repairGeometry, soundPieces } from './shapeSurgery.ts'

export interface MapProblem {
  readonly kind: FeatureProblem['kind'] | 'duplicate' | 'sliver'
  readonly reason: FeatureProblemReason | 'duplicate' | 'sliver'
  readonly featureId: string
  readonly otherId: string | null
  readonly at: Position | null
}

/** Two areas that share more than this part of their ground are the same one, drawn twice. */
const SAME_SHARE = 0.98
/** Two points or lines of one kind nearer than this are the same one. */
const SAME_PLACE_M = 0.3
/** A gap between two zones that is narrower than this is not intended. */
const SLIVER_M = 0.3
/** Less than this is the rounding of a corner. */
const LEAST_SLIVER_M2 = 0.2

type AreaFeature = Extract<CourseFeature, { readonly geometry: PolygonGeometry }>

interface AreaShape {
  readonly feature: AreaFeature
  readonly polygon: PolygonXY
  readonly box: Box
}

const isIn = ([x, y]: XY, box: Box): boolean => x >= box.minX && x <= box.maxX && y >= box.minY && y <= box.maxY

const isSameArea = (a: AreaShape, b: AreaShape): boolean => {
  const [sizeA, sizeB] = [areaM2(a.polygon), areaM2(b.polygon)]
  if (Math.min(sizeA, sizeB) < SAME_SHARE * Math.max(sizeA, sizeB)) return false
  const common = overlapAreaM2(a.polygon, b.polygon)
  return common > SAME_SHARE * (sizeA + sizeB - common)
}

const linePoints = (frame: LocalFrame, feature: CourseFeature): readonly XY[] =>
  feature.geometry.type === 'Point'
    ? [frame.toLocal(feature.geometry.coordinates)]
    : feature.geometry.type === 'LineString'
      ? feature.geometry.coordinates.map(position => frame.toLocal(position))
      : []

const isSameLine = (a: readonly XY[], b: readonly XY[]): boolean => {
  const [a0, b0] = [a[0], b[0]]
  if (a0 === undefined || b0 === undefined) return false
  if (a.length === 1 || b.length === 1)
    return a.length === b.length && Math.hypot(a0[0] - b0[0], a0[1] - b0[1]) < SAME_PLACE_M
  return (
    a.every(point => distanceToLineM(b, point) < SAME_PLACE_M) &&
    b.every(point => distanceToLineM(a, point) < SAME_PLACE_M)
  )
}

/** The strips between two neighbours that are too narrow to be meant. */
const sliversBetween = (a: AreaShape, b: AreaShape): PolygonXY[] => {
  const near = grownBox(b.box, SLIVER_M)
  const corners = a.polygon.outer.filter(corner => isIn(corner, near))
  const edge = [...b.polygon.outer, ...b.polygon.outer.slice(0, 1)]
  const faces = (corner: XY): boolean => {
    const away = distanceToLineM(edge, corner)
    return away > 0.02 && away < SLIVER_M
  }
  const reverse = (): boolean => {
    const nearA = grownBox(a.box, SLIVER_M)
    const edgeA = [...a.polygon.outer, ...a.polygon.outer.slice(0, 1)]
    return b.polygon.outer.some(corner => {
      if (!isIn(corner, nearA)) return false
      const away = distanceToLineM(edgeA, corner)
      return away > 0.02 && away < SLIVER_M
    })
  }
  // Most neighbours either share their edge or are well apart; the knife is for the few that do neither.
  if (!corners.some(faces) && !reverse()) return []
  const closed = (...polygons: readonly PolygonXY[]): PolygonXY[] =>
    offset(union(...polygons.map(polygon => offset([polygon], SLIVER_M / 2, 'mitre'))), -SLIVER_M / 2, 'mitre')
  const gap = difference(closed(a.polygon, b.polygon), [
    ...closed(a.polygon),
    ...closed(b.polygon),
    a.polygon,
    b.polygon,
  ])
  return offset(offset(gap, -0.01, 'mitre'), 0.01, 'mitre').filter(part => areaM2(part) > LEAST_SLIVER_M2)
}

export interface MapProblemInput {
  readonly zoneTypes: readonly ZoneType[]
  readonly bounds: MapBounds | null
  /** Ids of the features to judge; absent, all are. */
  readonly only?: ReadonlySet<string>
}

/** Everything that is wrong on the map: what breaks a rule first, then what was drawn twice, then slivers. */
export const mapProblems = (features: readonly CourseFeature[], input: MapProblemInput): MapProblem[] => {
  const rules = courseProblems(features, input)
  const broken = new Set(rules.flatMap(({ kind, featureId }) => (kind === 'invalid' ? [featureId] : [])))
  const sound = features.filter(({ id }) => !broken.has(id))
  const frame = frameAround(
    sound.flatMap(({ geometry }): readonly Position[] =>
      geometry.type === 'Polygon'
        ? geometry.coordinates.flat()
        : geometry.type === 'LineString'
          ? geometry.coordinates
          : [geometry.coordinates],
    ),
  )
  const judged = (a: string, b: string): boolean => input.only === undefined || input.only.has(a) || input.only.has(b)
  const areas = sound.flatMap((feature): AreaShape[] => {
    if (feature.geometry.type !== 'Polygon') return []
    const polygon = polygonXY(frame, feature.geometry)
    return [{ feature: feature as AreaFeature, polygon, box: boxOf(polygon.outer) }]
  })
  const index = boxIndex(areas.map(({ box }) => box))
  const duplicates: MapProblem[] = []
  const slivers: MapProblem[] = []
  const found = (kind: 'duplicate' | 'sliver', a: string, b: string, at: XY | undefined): MapProblem => ({
    kind,
    reason: kind,
    featureId: a,
    otherId: b,
    at: at === undefined ? null : positionOf(frame, at),
  })
  for (const [i, a] of areas.entries()) {
    for (const j of index.meeting(grownBox(a.box, SLIVER_M))) {
      const b = areas[j]
      if (b === undefined || j <= i || a.feature.kind !== b.feature.kind || !judged(a.feature.id, b.feature.id))
        continue
      if (isSameArea(a, b)) duplicates.push(found('duplicate', a.feature.id, b.feature.id, a.polygon.outer[0]))
      else if (a.feature.kind === 'zone') {
        const [strip] = sliversBetween(a, b)
        if (strip !== undefined) slivers.push(found('sliver', a.feature.id, b.feature.id, strip.outer[0]))
      }
    }
  }
  const thin = sound.flatMap(feature => {
    const points = linePoints(frame, feature)
    return points.length === 0 ? [] : [{ feature, points, box: boxOf(points) }]
  })
  const thinIndex = boxIndex(thin.map(({ box }) => box))
  for (const [i, a] of thin.entries()) {
    for (const j of thinIndex.meeting(grownBox(a.box, SAME_PLACE_M))) {
      const b = thin[j]
      if (b === undefined || j <= i || a.feature.kind !== b.feature.kind || !judged(a.feature.id, b.feature.id))
        continue
      // Two people may each have left a note at one place, and two holes may be played along one line.
      if (a.feature.kind === 'note' || a.feature.kind === 'hole') continue
      if (isSameLine(a.points, b.points)) duplicates.push(found('duplicate', a.feature.id, b.feature.id, a.points[0]))
    }
  }
  const doubled = new Set(duplicates.map(({ featureId, otherId }) => `${featureId} ${otherId}`))
  return [
    ...rules
      // Something drawn twice is not also reported as overlapping itself.
      .filter(
        ({ featureId, otherId }) => !doubled.has(`${featureId} ${otherId}`) && !doubled.has(`${otherId} ${featureId}`),
      )
      .map(({ kind, reason, featureId, otherId, at }) => ({ kind, reason, featureId, otherId, at })),
    ...duplicates,
    ...slivers,
  ]
}

/** The feature with another area; its kind must be one with an area. */
export const withArea = (feature: CourseFeature, geometry: PolygonGeometry): CourseFeature =>
  ({ ...feature, geometry }) as CourseFeature

const pieces = (
  before: CourseFeature,
  parts: readonly PolygonGeometry[],
  newId: () => string,
): CourseDiff | undefined => {
  const [first, ...others] = parts
  if (first === undefined) return undefined
  return {
    ...EMPTY_DIFF,
    added: others.map(part => ({ ...withArea(before, part), id: newId() })),
    updated: [[before, withArea(before, first)]],
  }
}

/** The fix for a problem, as one diff; undefined if only a person can fix it. */
export const fixOf = (
  problem: MapProblem,
  features: readonly CourseFeature[],
  newId: () => string,
): CourseDiff | undefined => {
  const feature = features.find(({ id }) => id === problem.featureId)
  const other = features.find(({ id }) => id === problem.otherId)
  if (feature === undefined) return undefined
  switch (problem.reason) {
    case 'selfIntersection':
    case 'holeCrossesEdge':
    case 'holeOutside':
    case 'holesOverlap':
    case 'interiorDisconnected':
      return feature.geometry.type !== 'Polygon'
        ? undefined
        : // What goes round no ground at all is a slip of the pen.
          (pieces(feature, repairGeometry(feature.geometry), newId) ?? { ...EMPTY_DIFF, removed: [feature] })
    case 'tooFewCorners':
    case 'zeroArea':
    case 'noLength':
      return { ...EMPTY_DIFF, removed: [feature] }
    case 'noHole':
      return feature.kind === 'zone' || feature.kind === 'missionArea'
        ? {
            ...EMPTY_DIFF,
            updated: [[feature, { ...feature, properties: { ...feature.properties, holeId: null } } as CourseFeature]],
          }
        : undefined
    case 'duplicate':
      return other === undefined ? undefined : { ...EMPTY_DIFF, removed: [other] }
    case 'overlaps':
      return other === undefined ? undefined : overlapFix(feature, other, newId)
    case 'sliver':
      return other === undefined ? undefined : sliverFix(feature, other, features)
    default:
      return undefined
  }
}

/** The smaller of the two stays as it is: a bunker is in a fairway, never a fairway in a bunker. */
const overlapFix = (a: CourseFeature, b: CourseFeature, newId: () => string): CourseDiff | undefined => {
  if (a.geometry.type !== 'Polygon' || b.geometry.type !== 'Polygon') return undefined
  const frame = frameAround(a.geometry.coordinates.flat())
  const [sizeA, sizeB] = [areaM2(polygonXY(frame, a.geometry)), areaM2(polygonXY(frame, b.geometry))]
  return sizeA >= sizeB
    ? pieces(a, cutGeometry(a.geometry, [b.geometry]), newId)
    : pieces(b, cutGeometry(b.geometry, [a.geometry]), newId)
}

const sliverFix = (a: CourseFeature, b: CourseFeature, features: readonly CourseFeature[]): CourseDiff | undefined => {
  if (a.geometry.type !== 'Polygon' || b.geometry.type !== 'Polygon') return undefined
  const frame = frameAround([...a.geometry.coordinates.flat(), ...b.geometry.coordinates.flat()])
  const shape = (feature: CourseFeature, geometry: PolygonGeometry): AreaShape => {
    const polygon = polygonXY(frame, geometry)
    return { feature: feature as AreaFeature, polygon, box: boxOf(polygon.outer) }
  }
  const [first, second] = [shape(a, a.geometry), shape(b, b.geometry)]
  const strips = sliversBetween(first, second)
  if (strips.length === 0) return undefined
  // Wider than the strip, so that the seam closes; the zone that is there already keeps the area.
  const filling = offset(strips, 0.03, 'mitre')
  const others = features.flatMap((feature): PolygonXY[] => {
    if (feature.id === a.id || feature.kind !== 'zone') return []
    const polygon = polygonXY(frame, feature.geometry)
    return totalAreaM2(intersection(filling, [polygon])) > 0 ? [polygon] : []
  })
  const fillings = filling.flatMap(part => cutPolygon(part, others))
  const [whole] = soundPieces(frame, union([first.polygon], fillings)).sort((x, y) => areaM2(y) - areaM2(x))
  if (whole === undefined) return undefined
  const near = (corner: XY): XY => first.polygon.outer.find(old => distanceM(old, corner) < 0.000_3) ?? corner
  const kept = { outer: whole.outer.map(near), holes: whole.holes }
  return { ...EMPTY_DIFF, updated: [[a, withArea(a, polygonGeometryOf(frame, kept))]] }
}
