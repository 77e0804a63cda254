/** Corners, edges and crossings near a position of the plane. Plain loops over numbers, because they run at every move. */
import type { CourseFeature, Position } from '@greensward/domain'
import type { XY } from '@greensward/geometry'
import type { CornerRef } from './corners.ts'
import { type Flat, type FlatPath, type Plane, storedPaths } from './plane.ts'

export interface NearCorner {
  readonly ref: CornerRef
  readonly place: XY
  readonly awayM: number
}

export interface NearEdge {
  /** The corner at the start of the edge. */
  readonly ref: CornerRef
  readonly place: XY
  readonly awayM: number
  readonly lengthM: number
}

const isFar = (flat: Flat, x: number, y: number, reachM: number): boolean =>
  x < flat.minX - reachM || x > flat.maxX + reachM || y < flat.minY - reachM || y > flat.maxY + reachM

export const nearCorner = (flat: Flat, [x, y]: XY, reachM: number): NearCorner | null => {
  if (isFar(flat, x, y, reachM)) return null
  let best = reachM * reachM
  let ref: CornerRef | null = null
  let at: XY = [x, y]
  for (let path = 0; path < flat.paths.length; path++) {
    const { xy, count } = flat.paths[path] as FlatPath
    for (let i = 0; i < count; i++) {
      const dx = (xy[2 * i] ?? 0) - x
      const dy = (xy[2 * i + 1] ?? 0) - y
      const square = dx * dx + dy * dy
      if (square > best) continue
      best = square
      ref = { path, index: i }
      at = [x + dx, y + dy]
    }
  }
  return ref === null ? null : { ref, place: at, awayM: Math.sqrt(best) }
}

export const nearEdge = (flat: Flat, [x, y]: XY, reachM: number): NearEdge | null => {
  if (isFar(flat, x, y, reachM)) return null
  let best = reachM * reachM
  let found: NearEdge | null = null
  for (let path = 0; path < flat.paths.length; path++) {
    const { xy, count, closed } = flat.paths[path] as FlatPath
    const edges = closed ? count : count - 1
    for (let i = 0; i < edges; i++) {
      const j = i + 1 === count ? 0 : i + 1
      const ax = xy[2 * i] ?? 0
      const ay = xy[2 * i + 1] ?? 0
      const dx = (xy[2 * j] ?? 0) - ax
      const dy = (xy[2 * j + 1] ?? 0) - ay
      const square = dx * dx + dy * dy
      const along = square === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / square))
      const px = ax + along * dx
      const py = ay + along * dy
      const away = (px - x) ** 2 + (py - y) ** 2
      if (away > best) continue
      best = away
      found = { ref: { path, index: i }, place: [px, py], awayM: Math.sqrt(away), lengthM: Math.sqrt(square) }
    }
  }
  return found
}

/** The middle of an edge near a position, of edges at least `leastM` long: there a new corner can be pulled out. */
export const nearMiddle = (flat: Flat, place: XY, reachM: number, leastM: number): NearEdge | null => {
  const [x, y] = place
  if (isFar(flat, x, y, reachM)) return null
  let best = reachM
  let found: NearEdge | null = null
  for (let path = 0; path < flat.paths.length; path++) {
    const { xy, count, closed } = flat.paths[path] as FlatPath
    const edges = closed ? count : count - 1
    for (let i = 0; i < edges; i++) {
      const j = i + 1 === count ? 0 : i + 1
      const mx = ((xy[2 * i] ?? 0) + (xy[2 * j] ?? 0)) / 2
      const my = ((xy[2 * i + 1] ?? 0) + (xy[2 * j + 1] ?? 0)) / 2
      const awayM = Math.hypot(mx - x, my - y)
      if (awayM > best) continue
      const lengthM = Math.hypot((xy[2 * j] ?? 0) - (xy[2 * i] ?? 0), (xy[2 * j + 1] ?? 0) - (xy[2 * i + 1] ?? 0))
      if (lengthM < leastM) continue
      best = awayM
      found = { ref: { path, index: i }, place: [mx, my], awayM, lengthM }
    }
  }
  return found
}

const crossing = (
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
): number | null => {
  const rx = bx - ax
  const ry = by - ay
  const sx = dx - cx
  const sy = dy - cy
  const turn = rx * sy - ry * sx
  if (turn === 0) return null
  const t = ((cx - ax) * sy - (cy - ay) * sx) / turn
  const u = ((cx - ax) * ry - (cy - ay) * rx) / turn
  return t > 0 && t < 1 && u > 0 && u < 1 ? t : null
}

/** Where the two edges at a corner that is being dragged cross the rest of the shape; null where they do not. */
export const crossingOfMoved = (flat: Flat, ref: CornerRef, to: XY): XY | null => {
  const own = flat.paths[ref.path]
  if (own === undefined || !own.closed) return null
  const { count, xy } = own
  const before = (ref.index + count - 1) % count
  const after = (ref.index + 1) % count
  for (const end of [before, after]) {
    const ex = xy[2 * end] ?? 0
    const ey = xy[2 * end + 1] ?? 0
    for (let path = 0; path < flat.paths.length; path++) {
      const other = flat.paths[path] as FlatPath
      for (let i = 0; i < other.count; i++) {
        const j = i + 1 === other.count ? 0 : i + 1
        // Edges that start at the corner itself, or meet the moved edge in its end, do not cross it.
        if (path === ref.path && (i === ref.index || j === ref.index || i === end || j === end)) continue
        const t = crossing(
          to[0],
          to[1],
          ex,
          ey,
          other.xy[2 * i] ?? 0,
          other.xy[2 * i + 1] ?? 0,
          other.xy[2 * j] ?? 0,
          other.xy[2 * j + 1] ?? 0,
        )
        if (t !== null) return [to[0] + (ex - to[0]) * t, to[1] + (ey - to[1]) * t]
      }
    }
  }
  return null
}

/** Area with one corner elsewhere, square metres; holes taken off. */
export const areaWithMoved = (flat: Flat, ref: CornerRef | null, to: XY | null): number => {
  let sum = 0
  for (let path = 0; path < flat.paths.length; path++) {
    const { xy, count } = flat.paths[path] as FlatPath
    let twice = 0
    for (let i = 0; i < count; i++) {
      const j = i + 1 === count ? 0 : i + 1
      const movedI = ref !== null && to !== null && ref.path === path && ref.index === i
      const movedJ = ref !== null && to !== null && ref.path === path && ref.index === j
      const ax = movedI ? to[0] : (xy[2 * i] ?? 0)
      const ay = movedI ? to[1] : (xy[2 * i + 1] ?? 0)
      const bx = movedJ ? to[0] : (xy[2 * j] ?? 0)
      const by = movedJ ? to[1] : (xy[2 * j + 1] ?? 0)
      twice += ax * by - bx * ay
    }
    sum += path === 0 ? Math.abs(twice / 2) : -Math.abs(twice / 2)
  }
  return sum
}

export interface Snap {
  readonly at: Position
  readonly kind: 'corner' | 'edge'
}

export interface SnapInput {
  readonly plane: Plane
  readonly place: XY
  readonly reachM: number
  readonly features: readonly CourseFeature[]
  /** Left out: what is being moved does not catch itself. */
  readonly except: ReadonlySet<string>
}

/** The corner that a position snaps to, else the nearest point of an edge: so neighbours share their edge exactly. */
export const snapAt = ({ plane, place, reachM, features, except }: SnapInput): Snap | null => {
  let corner = null as { readonly at: Position; readonly awayM: number } | null
  let edge = null as NearEdge | null
  for (const feature of features) {
    if (feature.geometry.type === 'Point' || except.has(feature.id)) continue
    const flat = plane.flatOf(feature)
    const near = nearCorner(flat, place, corner?.awayM ?? reachM)
    const at = near === null ? undefined : storedPaths(feature.geometry)[near.ref.path]?.[near.ref.index]
    if (near !== null && at !== undefined) corner = { at, awayM: near.awayM }
    if (corner === null) edge = nearEdge(flat, place, edge?.awayM ?? reachM) ?? edge
  }
  if (corner !== null) return { at: corner.at, kind: 'corner' }
  return edge === null ? null : { at: plane.toPosition(edge.place), kind: 'edge' }
}
