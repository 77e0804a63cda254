import Flatbush from 'flatbush'
import { distanceM } from '../polyline.ts'
import type { XY } from '../units.ts'
import type { Link } from './shortestTree.ts'

/** Most links over one gap, each from another node of the piece. */
const LINKS_OVER_A_GAP = 24

/** Most pairs of nodes that are tried, the shortest first, and nodes beyond the gap for each node of the piece. */
const PAIRS_TRIED = 600
const NODES_BEYOND = 3

/** Two nodes on both sides of a gap. */
interface Gap {
  readonly a: number
  readonly b: number
  readonly lengthM: number
}

/** For each node the number of its piece: nodes of one piece are joined by links. */
const piecesOf = (links: readonly (readonly Link[])[]): Int32Array => {
  const pieces = new Int32Array(links.length).fill(-1)
  links.forEach((_, first) => {
    if (pieces[first] !== -1) return
    pieces[first] = first
    const open = [first]
    for (let node = open.pop(); node !== undefined; node = open.pop())
      for (const { to } of links[node] ?? [])
        if (pieces[to] === -1) {
          pieces[to] = first
          open.push(to)
        }
  })
  return pieces
}

/** The shortest links from a piece to nodes outside of it, where sight is clear; none out of closed walls. */
const gapsOf = (
  piece: number,
  pieces: Int32Array,
  nodes: readonly XY[],
  isClear: (from: XY, to: XY) => boolean,
): readonly Gap[] => {
  const beyond = nodes.flatMap((at, node) => (pieces[node] === piece ? [] : [{ at, node }]))
  if (beyond.length === 0) return []
  const index = new Flatbush(beyond.length)
  for (const { at } of beyond) index.add(at[0], at[1], at[0], at[1])
  index.finish()
  const pairs = nodes.flatMap((at, a) =>
    pieces[a] === piece
      ? index.neighbors(at[0], at[1], NODES_BEYOND).flatMap((found): Gap[] => {
          const to = beyond[found]
          return to === undefined ? [] : [{ a, b: to.node, lengthM: distanceM(at, to.at) }]
        })
      : [],
  )
  const linked = new Set<number>()
  return pairs
    .sort((p, q) => p.lengthM - q.lengthM || p.a - q.a || p.b - q.b)
    .slice(0, PAIRS_TRIED)
    .filter(({ a, b }) => {
      const [from, to] = [nodes[a], nodes[b]]
      if (linked.size >= LINKS_OVER_A_GAP || linked.has(a) || from === undefined || to === undefined) return false
      if (!isClear(from, to)) return false
      linked.add(a)
      return true
    })
}

/**
 * Links pieces of a network that are farther apart than its links reach, as two courses with open grass between them. Pieces of
 * which no route needs a node stay as they are.
 * @param needed nodes that routes begin and end at
 * @param join adds a link in both directions
 */
export const linkOverGaps = (
  nodes: readonly XY[],
  links: readonly (readonly Link[])[],
  needed: readonly number[],
  isClear: (from: XY, to: XY) => boolean,
  join: (a: number, b: number) => void,
): void => {
  // Walls close these pieces. The key holds the size, as a piece that has grown is tried again.
  const closed = new Set<string>()
  for (;;) {
    const pieces = piecesOf(links)
    const sizes = new Map<number, number>()
    for (const piece of pieces) sizes.set(piece, (sizes.get(piece) ?? 0) + 1)
    const sizeOf = (piece: number): number => sizes.get(piece) ?? 0
    const wanted = [...new Set(needed.map(node => pieces[node] ?? -1))].sort((a, b) => sizeOf(a) - sizeOf(b) || a - b)
    const next = wanted.slice(0, -1).find(piece => !closed.has(`${piece} ${sizeOf(piece)}`))
    if (next === undefined) return
    const gaps = gapsOf(next, pieces, nodes, isClear)
    if (gaps.length === 0) closed.add(`${next} ${sizeOf(next)}`)
    for (const { a, b } of gaps) join(a, b)
  }
}
