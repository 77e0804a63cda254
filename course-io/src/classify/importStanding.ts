/** Finds features of an import that are on the map already, and the choices for them. */
import {
  boxesMeet,
  boxIndex,
  type CourseFeature,
  featureTitle,
  polygonXY,
  type Standing,
  withHole,
  type ZoneType,
} from '@greensward/domain'
import {
  areaM2,
  type Box,
  boxOf,
  distanceM,
  distanceToLineM,
  grownBox,
  type LocalFrame,
  lengthM,
  overlapAreaM2,
  type PolygonXY,
  polygonsIntersect,
  type XY,
} from '@greensward/geometry'

/** Two drawings of one edge lie within this of each other, metres. */
const NEAR_LINE_M = 2
const NEAR_POINT_M = 1
/** Two areas are one when each covers this share of the other. */
const SAME_SHARE = 0.9

type Local =
  | { readonly type: 'polygon'; readonly polygon: PolygonXY; readonly area: number }
  | { readonly type: 'line'; readonly line: readonly XY[]; readonly length: number }
  | { readonly type: 'point'; readonly at: XY }

interface Placed {
  readonly feature: CourseFeature
  readonly shape: Local
  readonly box: Box
}

const placed = (frame: LocalFrame, feature: CourseFeature): Placed => {
  const { geometry } = feature
  switch (geometry.type) {
    case 'Polygon': {
      const polygon = polygonXY(frame, geometry)
      return { feature, shape: { type: 'polygon', polygon, area: areaM2(polygon) }, box: boxOf(polygon.outer) }
    }
    case 'LineString': {
      const line = geometry.coordinates.map(position => frame.toLocal(position))
      return { feature, shape: { type: 'line', line, length: lengthM(line) }, box: boxOf(line) }
    }
    case 'Point': {
      const at = frame.toLocal(geometry.coordinates)
      return { feature, shape: { type: 'point', at }, box: boxOf([at]) }
    }
  }
}

const withinLine = (line: readonly XY[], other: readonly XY[]): boolean =>
  line.every(point => distanceToLineM(other, point) <= NEAR_LINE_M)

const isSame = (a: Placed, b: Placed): boolean => {
  if (a.feature.kind !== b.feature.kind) return false
  const [left, right] = [a.shape, b.shape]
  if (left.type === 'polygon' && right.type === 'polygon') {
    const [small, large] = left.area < right.area ? [left, right] : [right, left]
    if (small.area < SAME_SHARE * large.area) return false
    return overlapAreaM2(left.polygon, right.polygon) >= SAME_SHARE * large.area
  }
  if (left.type === 'line' && right.type === 'line') {
    const [short, long] = left.length < right.length ? [left, right] : [right, left]
    if (short.length < SAME_SHARE * long.length) return false
    return withinLine(left.line, right.line) && withinLine(right.line, left.line)
  }
  if (left.type === 'point' && right.type === 'point') {
    const isNote = a.feature.kind === 'note'
    return (
      distanceM(left.at, right.at) <= NEAR_POINT_M && (!isNote || featureTitle(a.feature) === featureTitle(b.feature))
    )
  }
  return false
}

/** Splits an import into features that can be added to the current map, and features that are on it already. */
export const sortStanding = (
  frame: LocalFrame,
  features: readonly CourseFeature[],
  existing: readonly CourseFeature[],
  zoneTypes: readonly ZoneType[],
): { readonly features: CourseFeature[]; readonly standing: Standing[] } => {
  const alone = new Set(zoneTypes.filter(type => !type.allowsIntersection).map(type => type.id))
  const isAlone = (feature: CourseFeature): boolean =>
    feature.kind === 'zone' && alone.has(feature.properties.zoneTypeId)
  const all = features.map(feature => placed(frame, feature))
  const around = boxOf(
    all.flatMap(({ box }): XY[] => [
      [box.minX, box.minY],
      [box.maxX, box.maxY],
    ]),
  )
  const near = existing
    .map(feature => placed(frame, feature))
    .filter(({ box }) => boxesMeet(grownBox(box, NEAR_LINE_M), around))
  const index = boxIndex(near.map(({ box }) => box))
  const free: CourseFeature[] = []
  const standing: Standing[] = []
  for (const one of all) {
    const others = index.meeting(grownBox(one.box, NEAR_LINE_M)).flatMap(i => near[i] ?? [])
    const twin = others.find(other => isSame(one, other))
    const { shape } = one
    const rival = !isAlone(one.feature)
      ? undefined
      : others.find(
          other =>
            isAlone(other.feature) &&
            shape.type === 'polygon' &&
            other.shape.type === 'polygon' &&
            polygonsIntersect(shape.polygon, other.shape.polygon),
        )
    const met = twin ?? rival
    if (met === undefined) free.push(one.feature)
    else
      standing.push({
        feature: one.feature,
        existingId: met.feature.id,
        title: featureTitle(met.feature),
        reason: twin === undefined ? 'overlaps' : 'duplicate',
        addable: rival === undefined,
      })
  }
  // A hole that is there already keeps its zones, those of the file among them.
  const holes = new Map(
    standing.flatMap(({ feature, existingId, reason }) =>
      feature.kind === 'hole' && reason === 'duplicate' ? [[feature.id, existingId] as const] : [],
    ),
  )
  return {
    features: free.map(feature => withHole(feature, holes)),
    standing: standing.map(one => ({ ...one, feature: withHole(one.feature, holes) })),
  }
}
