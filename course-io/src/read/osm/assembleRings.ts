/** Joins the ways of an OpenStreetMap multipolygon end to end into rings and gives each hole to the ring round it. */
import type { Position } from '@greensward/domain'

type Refs = readonly string[]

/** Chains of node ids that close; undefined when some end meets nothing. */
const closeChains = (ways: readonly Refs[]): string[][] | undefined => {
  const rings: string[][] = []
  const open: string[][] = []
  for (const way of ways) {
    if (way.length < 2) continue
    if (way.length >= 4 && way[0] === way.at(-1)) rings.push([...way])
    else open.push([...way])
  }
  const byEnd = new Map<string, Set<string[]>>()
  const ends = (chain: string[]): readonly string[] => [chain[0] ?? '', chain.at(-1) ?? '']
  const enter = (chain: string[]): void => {
    for (const end of ends(chain)) byEnd.set(end, (byEnd.get(end) ?? new Set()).add(chain))
  }
  const leave = (chain: string[]): void => {
    for (const end of ends(chain)) byEnd.get(end)?.delete(chain)
  }
  for (const chain of open) enter(chain)
  const waiting = new Set(open)
  for (const first of open) {
    if (!waiting.delete(first)) continue
    leave(first)
    const ring = first
    while (ring[0] !== ring.at(-1)) {
      const end = ring.at(-1) ?? ''
      const next = byEnd.get(end)?.values().next().value
      if (next === undefined) return undefined
      leave(next)
      waiting.delete(next)
      const forward = next[0] === end ? next : next.toReversed()
      for (let index = 1; index < forward.length; index += 1) ring.push(forward[index] ?? '')
    }
    if (ring.length >= 4) rings.push(ring)
  }
  return rings
}

const signedArea = (ring: readonly Position[]): number => {
  let twice = 0
  for (let index = 1; index < ring.length; index += 1) {
    const [x0, y0] = ring[index - 1] ?? [0, 0]
    const [x1, y1] = ring[index] ?? [0, 0]
    twice += x0 * y1 - x1 * y0
  }
  return twice / 2
}

const holds = (ring: readonly Position[], [x, y]: Position): boolean => {
  let inside = false
  for (let index = 1; index < ring.length; index += 1) {
    const [x0, y0] = ring[index - 1] ?? [0, 0]
    const [x1, y1] = ring[index] ?? [0, 0]
    if (y0 > y !== y1 > y && x < ((x1 - x0) * (y - y0)) / (y1 - y0) + x0) inside = !inside
  }
  return inside
}

/** Decided by the first corner of the hole that the ring does not share: two rings may touch in a corner. */
const inRing = (ring: readonly Position[], hole: readonly Position[]): boolean => {
  const corners = new Set(ring.map(String))
  return holds(ring, hole.find(point => !corners.has(String(point))) ?? hole[0] ?? [0, 0])
}

/**
 * @param positionsOf positions of node ids, undefined when one is not in the file
 * @returns one polygon for each outer ring, largest first, its holes after it; undefined when a ring stays open
 */
export const assembleRings = (
  outer: readonly Refs[],
  inner: readonly Refs[],
  positionsOf: (refs: readonly string[]) => Position[] | undefined,
): Position[][][] | undefined => {
  const outers = toRings(outer, positionsOf)
  const inners = toRings(inner, positionsOf)
  if (outers === undefined || inners === undefined || outers.length === 0) return undefined
  const polygons = outers
    .map(ring => ({ area: Math.abs(signedArea(ring)), rings: [ring] }))
    .sort((a, b) => b.area - a.area)
  for (const hole of inners) {
    // The smallest ring that holds it: an island in a lake may have its own pond.
    const home = polygons.findLast(polygon => inRing(polygon.rings[0] ?? [], hole))
    home?.rings.push(hole)
  }
  return polygons.map(polygon => polygon.rings)
}

const toRings = (
  ways: readonly Refs[],
  positionsOf: (refs: readonly string[]) => Position[] | undefined,
): Position[][] | undefined => {
  const rings: Position[][] = []
  for (const chain of closeChains(ways) ?? [undefined]) {
    const points = chain === undefined ? undefined : positionsOf(chain)
    if (points === undefined) return undefined
    rings.push(points)
  }
  return rings
}
