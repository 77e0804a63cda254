/** The part of a plan that is still to do, computed from the track of the mower. */
import type { PlanLeg, Position } from '@greensward/domain'

type XY = readonly [x: number, y: number]

/** Metres east and north of an origin; plane enough for one zone. */
const flatten = (origin: Position): ((position: Position) => XY) => {
  const perDegree = 111_320
  const perDegreeEast = perDegree * Math.cos((origin[1] * Math.PI) / 180)
  return ([lon, lat]) => [(lon - origin[0]) * perDegreeEast, (lat - origin[1]) * perDegree]
}

const distanceToSegmentM = (p: XY, a: XY, b: XY): number => {
  const dx = b[0] - a[0]
  const dy = b[1] - a[1]
  const squared = dx * dx + dy * dy
  const t = squared === 0 ? 0 : Math.min(1, Math.max(0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / squared))
  return Math.hypot(p[0] - a[0] - dx * t, p[1] - a[1] - dy * t)
}

export interface SplitLegs {
  readonly remaining: readonly (readonly Position[])[]
  readonly done: readonly (readonly Position[])[]
}

/** How finely legs are cut into pieces that are done or not. */
const STEP_M = 2

/** A hash of the driven segments by squares, so that a long track stays quick. */
const nearness = (mown: readonly (readonly XY[])[], reachM: number): ((p: XY) => boolean) => {
  const cellM = Math.max(reachM * 2, 4)
  const cells = new Map<string, [XY, XY][]>()
  for (const line of mown) {
    for (let i = 1; i < line.length; i++) {
      const a = line[i - 1]
      const b = line[i]
      if (a === undefined || b === undefined) continue
      const fromX = Math.floor((Math.min(a[0], b[0]) - reachM) / cellM)
      const toX = Math.floor((Math.max(a[0], b[0]) + reachM) / cellM)
      const fromY = Math.floor((Math.min(a[1], b[1]) - reachM) / cellM)
      const toY = Math.floor((Math.max(a[1], b[1]) + reachM) / cellM)
      for (let x = fromX; x <= toX; x++) {
        for (let y = fromY; y <= toY; y++) {
          const key = `${x},${y}`
          const cell = cells.get(key)
          if (cell === undefined) cells.set(key, [[a, b]])
          else cell.push([a, b])
        }
      }
    }
  }
  return p =>
    (cells.get(`${Math.floor(p[0] / cellM)},${Math.floor(p[1] / cellM)}`) ?? []).some(
      ([a, b]) => distanceToSegmentM(p, a, b) <= reachM,
    )
}

/**
 * Splits the legs with the blade on. A piece is done when its middle is within half the working width of a stretch
 * that was driven with the blade on.
 */
export const splitLegs = (
  legs: readonly PlanLeg[],
  mown: readonly (readonly Position[])[],
  widthM: number,
): SplitLegs => {
  const cutting = legs.filter(leg => leg.bladeOn)
  const origin = cutting[0]?.points[0]
  if (origin === undefined) return { remaining: [], done: [] }
  if (mown.length === 0) return { remaining: cutting.map(leg => leg.points), done: [] }
  const flat = flatten(origin)
  const isMown = nearness(
    mown.map(line => line.map(flat)),
    widthM * 0.45,
  )
  const remaining: Position[][] = []
  const done: Position[][] = []
  for (const leg of cutting) {
    let open: { readonly mown: boolean; readonly line: Position[] } | null = null
    for (let i = 1; i < leg.points.length; i++) {
      const from = leg.points[i - 1]
      const to = leg.points[i]
      if (from === undefined || to === undefined) continue
      const a = flat(from)
      const b = flat(to)
      const pieces = Math.max(1, Math.ceil(Math.hypot(b[0] - a[0], b[1] - a[1]) / STEP_M))
      const at = (share: number): Position => [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]
      for (let piece = 0; piece < pieces; piece++) {
        const middle = (piece + 0.5) / pieces
        const isDone = isMown([a[0] + (b[0] - a[0]) * middle, a[1] + (b[1] - a[1]) * middle])
        const end = at((piece + 1) / pieces)
        if (open !== null && open.mown === isDone) {
          open.line.push(end)
        } else {
          open = { mown: isDone, line: [at(piece / pieces), end] }
          if (isDone) done.push(open.line)
          else remaining.push(open.line)
        }
      }
    }
  }
  return { remaining, done }
}
