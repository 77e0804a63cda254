/**
 * Split, merge and cut out, as diffs of features; a refusal says why nothing was done. Our own: drawing libraries change one
 * shape at a time and know neither drafts nor conflicts with what others saved.
 */
import {
  type CourseDiff,
  type CourseFeature,
  circleGeometry,
  cutGeometry,
  EMPTY_DIFF,
  featureTitle,
  type Hole,
  mergeGeometries,
  type PolygonGeometry,
  type Position,
  type Road,
  splitGeometry,
  withArea,
} from '@greensward/domain'
import { overlapAreaM2, type PolygonXY, type XY } from '@greensward/geometry'
import { withGeometry } from './corners.ts'
import { nearEdge } from './near.ts'
import type { Plane } from './plane.ts'

export interface SurgeryRefusal {
  readonly key: string
  readonly values: Readonly<Record<string, string | number>>
}

export type SurgeryOutcome =
  | { readonly ok: true; readonly diff: CourseDiff }
  | { readonly ok: false; readonly error: SurgeryRefusal }

const refused = (key: string, values: SurgeryRefusal['values'] = {}): SurgeryOutcome => ({
  ok: false,
  error: { key, values },
})

const titled = (feature: CourseFeature, title: string): CourseFeature => {
  if (feature.kind === 'note') return feature
  return feature.kind === 'hole'
    ? { ...feature, properties: { ...feature.properties, name: title.slice(0, 60) } }
    : ({ ...feature, properties: { ...feature.properties, title: title.slice(0, 120) } } as CourseFeature)
}

/** The first part keeps the id and the name, the others are new and numbered. */
const inParts = (
  feature: CourseFeature,
  parts: readonly CourseFeature[],
  newId: () => string,
): CourseDiff | undefined => {
  const [first, ...others] = parts
  if (first === undefined) return undefined
  const title = featureTitle(feature)
  return {
    ...EMPTY_DIFF,
    updated: [[feature, first]],
    added: others.map((part, i) => ({ ...titled(part, `${title} ${i + 2}`), id: newId() })),
  }
}

const joined = (diffs: readonly CourseDiff[]): CourseDiff => ({
  added: diffs.flatMap(({ added }) => added),
  updated: diffs.flatMap(({ updated }) => updated),
  removed: diffs.flatMap(({ removed }) => removed),
})

/** The pieces of a line that another one crosses, in order. */
const lineParts = (
  points: readonly Position[],
  knife: readonly Position[],
  plane: Plane,
): readonly (readonly Position[])[] => {
  const places = points.map(plane.toFlat)
  const blade = knife.map(plane.toFlat)
  const parts: Position[][] = [[]]
  const current = (): Position[] => parts[parts.length - 1] ?? []
  for (const [i, a] of places.entries()) {
    const position = points[i]
    if (position !== undefined) current().push(position)
    const b = places[i + 1]
    if (b === undefined) break
    const cuts: number[] = []
    for (const [j, c] of blade.entries()) {
      const d = blade[j + 1]
      if (d === undefined) break
      const turn = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
      if (turn === 0) continue
      const t = ((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0])) / turn
      const u = ((c[0] - a[0]) * (b[1] - a[1]) - (c[1] - a[1]) * (b[0] - a[0])) / turn
      if (t > 1e-9 && t < 1 - 1e-9 && u >= 0 && u <= 1) cuts.push(t)
    }
    for (const t of cuts.sort((x, y) => x - y)) {
      const at = plane.toPosition([a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t])
      current().push(at)
      parts.push([at])
    }
  }
  return parts
}

/** Cuts areas and roads along a line that was drawn across them. */
export const splitDiff = (
  targets: readonly CourseFeature[],
  line: readonly Position[],
  plane: Plane,
  newId: () => string,
): SurgeryOutcome => {
  const diffs = targets.flatMap((feature): CourseDiff[] => {
    if (feature.geometry.type === 'Polygon') {
      const parts = splitGeometry(feature.geometry, line)
      const diff = inParts(
        feature,
        parts.map(part => withArea(feature, part)),
        newId,
      )
      return parts.length < 2 || diff === undefined ? [] : [diff]
    }
    if (feature.kind !== 'road') return []
    const parts = lineParts(feature.geometry.coordinates, line, plane).map(
      (points): Road => ({
        ...feature,
        geometry: { type: 'LineString', coordinates: points.map(([lon, lat]): [number, number] => [lon, lat]) },
      }),
    )
    const diff = inParts(feature, parts, newId)
    return parts.length < 2 || diff === undefined ? [] : [diff]
  })
  const [first] = targets
  if (diffs.length === 0) return refused('splitMissed', { title: first === undefined ? '' : featureTitle(first) })
  return { ok: true, diff: joined(diffs) }
}

/** Ends of two roads nearer than this are one point. */
const SAME_END_M = 0.5

const chained = (a: Road | Hole, b: Road | Hole, plane: Plane): Position[] | undefined => {
  const apart = (p: Position | undefined, q: Position | undefined): number => {
    if (p === undefined || q === undefined) return Number.POSITIVE_INFINITY
    const [x, y] = [plane.toFlat(p), plane.toFlat(q)]
    return Math.hypot(x[0] - y[0], x[1] - y[1])
  }
  const [ours, others] = [a.geometry.coordinates, b.geometry.coordinates]
  const ways: readonly (readonly [Position[], Position[]])[] = [
    [ours, others],
    [ours, others.toReversed()],
    [ours.toReversed(), others],
    [others, ours],
  ]
  for (const [head, tail] of ways) if (apart(head.at(-1), tail[0]) <= SAME_END_M) return [...head, ...tail.slice(1)]
  return undefined
}

/** Makes one of two or more: the first keeps its id and its properties. */
export const mergeDiff = (features: readonly CourseFeature[], plane: Plane): SurgeryOutcome => {
  const [first, ...others] = features
  if (first === undefined || others.length === 0) return refused('mergeTwo')
  if (others.some(({ kind }) => kind !== first.kind)) return refused('mergeKinds')
  if (first.kind === 'road') {
    let line: Road = first
    const left = others.filter((feature): feature is Road => feature.kind === 'road')
    while (left.length > 0) {
      const index = left.findIndex(other => chained(line, other, plane) !== undefined)
      const other = left[index]
      const points = other === undefined ? undefined : chained(line, other, plane)
      if (points === undefined) return refused('mergeApart')
      left.splice(index, 1)
      line = {
        ...line,
        geometry: { type: 'LineString', coordinates: points.map(([lon, lat]): [number, number] => [lon, lat]) },
      }
    }
    return { ok: true, diff: { added: [], updated: [[first, line]], removed: others } }
  }
  const areas = features.flatMap(({ geometry }) => (geometry.type === 'Polygon' ? [geometry] : []))
  if (areas.length !== features.length) return refused('mergeKinds')
  const merged = mergeGeometries(areas)
  const [whole] = merged
  if (whole === undefined || merged.length > 1) return refused('mergeApart')
  return { ok: true, diff: { added: [], updated: [[first, withArea(first, whole)]], removed: others } }
}

/** The ground that a thing covers; null where it covers none. */
export const groundOf = (feature: CourseFeature): PolygonGeometry | null =>
  feature.geometry.type === 'Polygon'
    ? feature.geometry
    : feature.kind === 'radius'
      ? circleGeometry(feature.geometry.coordinates, feature.properties.radiusM)
      : null

/** Takes a piece of ground out of areas: a hole inside, a bite at the edge. */
export const cutDiff = (
  targets: readonly CourseFeature[],
  ground: PolygonGeometry,
  newId: () => string,
): SurgeryOutcome => {
  const diffs: CourseDiff[] = []
  for (const feature of targets) {
    if (feature.geometry.type !== 'Polygon') continue
    const left = cutGeometry(feature.geometry, [ground])
    if (left.length === 0) return refused('cutAll', { title: featureTitle(feature) })
    const [only] = left
    if (left.length === 1 && only !== undefined && sameRings(only, feature.geometry)) continue
    const diff = inParts(
      feature,
      left.map(part => withGeometry(feature, part)),
      newId,
    )
    if (diff !== undefined) diffs.push(diff)
  }
  const [first] = targets
  if (diffs.length === 0) return refused('cutMissed', { title: first === undefined ? '' : featureTitle(first) })
  return { ok: true, diff: joined(diffs) }
}

/** Whether nothing was cut: the same rings, from any first corner. */
const sameRings = (a: PolygonGeometry, b: PolygonGeometry): boolean =>
  a.coordinates.length === b.coordinates.length &&
  a.coordinates.every((ring, i) => {
    const known = new Set((b.coordinates[i] ?? []).map(([lon, lat]) => `${lon.toFixed(8)} ${lat.toFixed(8)}`))
    return ring.every(([lon, lat]) => known.has(`${lon.toFixed(8)} ${lat.toFixed(8)}`))
  })

/** What was cut out shares its edge with the hole that is left, and no ground. */
const LEAST_OVERLAP_M2 = 0.1

const polygonOf = ({ paths }: ReturnType<Plane['flatOf']>): PolygonXY => {
  const [outer = [], ...holes] = paths.map(({ xy, count }) =>
    Array.from({ length: count }, (_, i): XY => [xy[2 * i] ?? 0, xy[2 * i + 1] ?? 0]),
  )
  return { outer, holes }
}

/** Whether a feature overlaps another, for the list of objects that can be cut out. */
export const mayMeet = (a: CourseFeature, b: CourseFeature, plane: Plane): boolean => {
  const [one, other] = [plane.flatOf(a), plane.flatOf(b)]
  const roomM = b.kind === 'radius' ? b.properties.radiusM : 0
  if (
    one.minX > other.maxX + roomM ||
    other.minX - roomM > one.maxX ||
    one.minY > other.maxY + roomM ||
    other.minY - roomM > one.maxY
  )
    return false
  if (b.kind === 'radius') {
    const centre = plane.toFlat(b.geometry.coordinates)
    return isInside(one, centre) || nearEdge(one, centre, roomM) !== null
  }
  return overlapAreaM2(polygonOf(one), polygonOf(other)) >= LEAST_OVERLAP_M2
}

/** Even-odd over all rings, so that a point in a hole is outside. */
export const isInside = (flat: ReturnType<Plane['flatOf']>, [x, y]: readonly [number, number]): boolean => {
  let inside = false
  for (const { xy, count, closed } of flat.paths) {
    if (!closed) continue
    for (let i = 0, j = count - 1; i < count; j = i++) {
      const ay = xy[2 * i + 1] ?? 0
      const by = xy[2 * j + 1] ?? 0
      if (ay > y === by > y) continue
      const ax = xy[2 * i] ?? 0
      const bx = xy[2 * j] ?? 0
      if (x < ax + ((bx - ax) * (y - ay)) / (by - ay)) inside = !inside
    }
  }
  return inside
}
