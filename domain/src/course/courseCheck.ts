/** The rules that a map has to keep, asked of what a diff touches; what was on the map before is not judged again. */

import {
  areaM2,
  boxOf,
  intersection,
  type LocalFrame,
  lengthM,
  type PolygonXY,
  polygonProblem,
  polygonsIntersect,
} from '@greensward/geometry'
import { type Said, said } from '@greensward/messages'
import { ok, type Result, refused } from '../common/result.ts'
import type { ZoneType } from '../garage/garage.ts'
import { boxIndex } from './boxIndex.ts'
import { type CourseFeature, featureTitle, type Position, type Zone } from './course.ts'
import type { CourseDiff } from './courseDiff.ts'
import { frameAround, polygonXY, positionOf } from './courseGeometry.ts'

/** The box that everything on the map must be in: west and north, east and south. */
export interface MapBounds {
  readonly topLeft: Position
  readonly bottomRight: Position
}

export interface CourseCheckInput {
  /** The map as it is before the diff. */
  readonly features: readonly CourseFeature[]
  readonly diff: CourseDiff
  readonly zoneTypes: readonly ZoneType[]
  /** Null where the course has set no bounds yet. */
  readonly bounds: MapBounds | null
  /** Features whose mission is uploading, working or stopped. */
  readonly busyZoneIds: ReadonlySet<string>
}

export type CourseFaultKind = 'zoneIntersects' | 'zoneBusyEdit' | 'zoneBusyDelete' | 'invalid'

export interface CourseFault {
  readonly kind: CourseFaultKind
  /** The feature at fault first, then the one it conflicts with. */
  readonly ids: readonly string[]
  /** Where it is wrong, when one place can be named. */
  readonly at: Position | null
  /** Faults by the path of their field in the diff, such as `added.0.geometry`. */
  readonly fields: Readonly<Record<string, Said>>
}

export type FeatureProblemReason =
  | keyof typeof RING_FAULTS
  | 'beyondBounds'
  | 'openRing'
  | 'noLength'
  | 'noZoneType'
  | 'noHole'
  | 'overlaps'

/** One thing that is wrong with one feature. */
export interface FeatureProblem {
  readonly kind: 'zoneIntersects' | 'invalid'
  readonly reason: FeatureProblemReason
  readonly featureId: string
  /** The other feature where it takes two. */
  readonly otherId: string | null
  /** Path in the feature, such as `geometry` or `properties.holeId`. */
  readonly field: string
  readonly fault: Said
  readonly at: Position | null
}

const RING_FAULTS = {
  tooFewCorners: 'ringTooFewCorners',
  notFinite: 'ringNotFinite',
  selfIntersection: 'ringCrossesItself',
  zeroArea: 'areaEmpty',
  holeCrossesEdge: 'holeCrossesEdge',
  holeOutside: 'holeOutside',
  holesOverlap: 'holesOverlap',
  interiorDisconnected: 'areaInTwo',
} as const

const positionsOf = (feature: CourseFeature): readonly Position[] => {
  switch (feature.geometry.type) {
    case 'Point':
      return [feature.geometry.coordinates]
    case 'LineString':
      return feature.geometry.coordinates
    case 'Polygon':
      return feature.geometry.coordinates.flat()
  }
}

const isWithin = ([lon, lat]: Position, { topLeft, bottomRight }: MapBounds): boolean =>
  lon >= topLeft[0] && lon <= bottomRight[0] && lat <= topLeft[1] && lat >= bottomRight[1]

interface Rules {
  readonly frame: LocalFrame
  readonly types: ReadonlyMap<string, ZoneType>
  readonly holeIds: ReadonlySet<string>
  readonly bounds: MapBounds | null
}

/** The first problem of a feature by itself, if any. */
const ownProblem = (feature: CourseFeature, rules: Rules): FeatureProblem | undefined => {
  const problem = (
    reason: FeatureProblemReason,
    field: string,
    fault: Said,
    at: Position | null = null,
  ): FeatureProblem => ({
    kind: 'invalid',
    reason,
    featureId: feature.id,
    otherId: null,
    field,
    fault,
    at,
  })
  const positions = positionsOf(feature)
  if (!positions.flat().every(Number.isFinite)) return problem('notFinite', 'geometry', said(RING_FAULTS.notFinite))
  const { bounds } = rules
  const stray = bounds === null ? undefined : positions.find(position => !isWithin(position, bounds))
  if (stray !== undefined) return problem('beyondBounds', 'geometry', said('beyondBounds'), stray)
  if (feature.geometry.type === 'Polygon') {
    const open = feature.geometry.coordinates.find(ring => {
      const [first, last] = [ring[0], ring[ring.length - 1]]
      return first?.[0] !== last?.[0] || first?.[1] !== last?.[1]
    })
    if (open !== undefined) return problem('openRing', 'geometry', said('ringOpen'), open[open.length - 1])
    const polygon = polygonXY(rules.frame, feature.geometry)
    const fault = polygonProblem(polygon)
    if (fault !== undefined)
      return problem(
        fault.kind,
        'geometry',
        said(RING_FAULTS[fault.kind]),
        fault.at === undefined ? null : positionOf(rules.frame, fault.at),
      )
    if (!(areaM2(polygon) > 0)) return problem('zeroArea', 'geometry', said(RING_FAULTS.zeroArea))
  }
  if (feature.geometry.type === 'LineString') {
    const line = feature.geometry.coordinates.map(position => rules.frame.toLocal(position))
    if (!(lengthM(line) > 0)) return problem('noLength', 'geometry', said('lineNoLength'), positions[0] ?? null)
  }
  if (feature.kind === 'zone' && !rules.types.has(feature.properties.zoneTypeId))
    return problem('noZoneType', 'properties.zoneTypeId', said('noSuchZoneType'))
  if (feature.kind === 'zone' || feature.kind === 'missionArea') {
    const { holeId } = feature.properties
    if (holeId !== null && !rules.holeIds.has(holeId)) return problem('noHole', 'properties.holeId', said('noSuchHole'))
  }
  return undefined
}

/**
 * Everything that is wrong with a map, or with some of its features: malformed shapes first, then zones that overlap though
 * the types of both allow no overlap. Sharing an edge is not an overlap (1 cm tolerance).
 * @param only ids of the features to judge; absent, all are
 */
export const courseProblems = (
  features: readonly CourseFeature[],
  rest: {
    readonly zoneTypes: readonly ZoneType[]
    readonly bounds: MapBounds | null
    readonly only?: ReadonlySet<string>
  },
): FeatureProblem[] => {
  const judged = (id: string): boolean => rest.only === undefined || rest.only.has(id)
  const types = new Map(rest.zoneTypes.map(type => [type.id, type]))
  const alone = (feature: CourseFeature): feature is Zone =>
    feature.kind === 'zone' && types.get(feature.properties.zoneTypeId)?.allowsIntersection === false
  const zones = features.filter(alone)
  const touched = features.filter(({ id }) => judged(id))
  const frame = frameAround(touched.flatMap(positionsOf))
  const holeIds = new Set(features.flatMap(({ kind, id }) => (kind === 'hole' ? [id] : [])))
  const rules: Rules = { frame, types, holeIds, bounds: rest.bounds }
  const own = touched.flatMap(feature => ownProblem(feature, rules) ?? [])
  const broken = new Set(own.map(({ featureId }) => featureId))
  const shapes = zones.map((zone): { zone: Zone; polygon: PolygonXY } => ({
    zone,
    polygon: polygonXY(frame, zone.geometry),
  }))
  const index = boxIndex(shapes.map(({ polygon }) => boxOf(polygon.outer)))
  const overlaps: FeatureProblem[] = []
  for (const [i, { zone, polygon }] of shapes.entries()) {
    if (!judged(zone.id) || broken.has(zone.id)) continue
    for (const j of index.meeting(boxOf(polygon.outer))) {
      const other = shapes[j]
      // Two judged zones meet twice; once is enough.
      if (other === undefined || j === i || broken.has(other.zone.id) || (judged(other.zone.id) && j < i)) continue
      if (!polygonsIntersect(polygon, other.polygon)) continue
      const corner = intersection([polygon], [other.polygon])[0]?.outer[0]
      overlaps.push({
        kind: 'zoneIntersects',
        reason: 'overlaps',
        featureId: zone.id,
        otherId: other.zone.id,
        field: 'geometry',
        fault: said('overlaps', { title: featureTitle(other.zone) }),
        at: corner === undefined ? null : positionOf(frame, corner),
      })
    }
  }
  return [...own, ...overlaps]
}

/** Judges a diff against the map it is made for: busy zones first, then shapes and references, then overlaps. */
export const checkFeatures = (input: CourseCheckInput): Result<void, CourseFault> => {
  const { diff, busyZoneIds } = input
  const busy = (list: 'removed' | 'updated', ids: readonly string[]): CourseFault | undefined => {
    const hit = ids.filter(id => busyZoneIds.has(id))
    if (hit.length === 0) return undefined
    const fields = Object.fromEntries(
      ids.flatMap((id, i) => (busyZoneIds.has(id) ? [[`${list}.${i}`, said('missionWorking')]] : [])),
    )
    return { kind: list === 'removed' ? 'zoneBusyDelete' : 'zoneBusyEdit', ids: hit, at: null, fields }
  }
  const fault =
    busy(
      'removed',
      diff.removed.map(({ id }) => id),
    ) ??
    busy(
      'updated',
      diff.updated.map(([before]) => before.id),
    )
  if (fault !== undefined) return refused(fault)
  const paths = new Map([
    ...diff.added.map(({ id }, i) => [id, `added.${i}`] as const),
    ...diff.updated.map(([, { id }], i) => [id, `updated.${i}.1`] as const),
  ])
  const gone = new Set([...diff.removed.map(({ id }) => id), ...paths.keys()])
  const after = [
    ...input.features.filter(({ id }) => !gone.has(id)),
    ...diff.updated.map(([, feature]) => feature),
    ...diff.added,
  ]
  const problems = courseProblems(after, {
    zoneTypes: input.zoneTypes,
    bounds: input.bounds,
    only: new Set(paths.keys()),
  })
  const [first] = problems
  if (first === undefined) return ok(undefined)
  const alike = problems.filter(({ kind }) => kind === first.kind)
  return refused({
    kind: first.kind,
    ids: [...new Set(alike.flatMap(({ featureId, otherId }) => [featureId, ...(otherId === null ? [] : [otherId])]))],
    at: first.at,
    fields: Object.fromEntries(
      alike.map(({ featureId, field, fault: what }) => [`${paths.get(featureId) ?? featureId}.${field}`, what]),
    ),
  })
}
