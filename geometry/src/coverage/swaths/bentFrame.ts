import { distanceM } from '../../polyline.ts'
import { headingOfDeg, type PolylineXY, type XY } from '../../units.ts'
import type { Edges, SwathFrame } from './scan.ts'

/**
 * A frame along a bent line: rows are parallel to it, each with a small corner where it bends. There the ground is cut along the line
 * that halves the angle, and x is stretched between two cuts, so that it runs on without a gap on both sides of a bend.
 */
export interface BentFrame extends SwathFrame {
  /** Edges of an area in this frame; undefined where some of it is too far inside of a bend for rows of their own. */
  edgesIn(edges: Edges): Edges | undefined
}

/** A straight piece of the line. */
interface Piece {
  readonly at: XY
  readonly ahead: XY
  readonly fromX: number
  readonly lengthM: number
  /** How much farther ahead it begins and ends for each metre to the left. */
  readonly startLag: number
  readonly endLag: number
}

interface Placed extends Piece {
  readonly index: number
  readonly x: number
  readonly y: number
}

/** The outer half of the first and the last piece is not stretched, so that turns keep their shape there. */
const withMiddles = (guide: PolylineXY): XY[] => {
  const middle = (a: XY = [0, 0], b: XY = a): XY => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
  const end = guide.length - 1
  if (end < 2) return [...guide]
  return [
    ...guide.slice(0, 1),
    middle(guide[0], guide[1]),
    ...guide.slice(1, end),
    middle(guide[end - 1], guide[end]),
    ...guide.slice(end),
  ]
}

const piecesOf = (guide: PolylineXY): Piece[] => {
  const pieces: Piece[] = []
  let fromX = 0
  let startLag = 0
  for (let i = 1; i < guide.length; i++) {
    const [at, to, next] = [guide[i - 1], guide[i], guide[i + 1]]
    if (at === undefined || to === undefined) continue
    const lengthM = distanceM(at, to)
    const ahead: XY = [(to[0] - at[0]) / lengthM, (to[1] - at[1]) / lengthM]
    const turn =
      next === undefined
        ? 0
        : Math.atan2(
            ahead[0] * (next[1] - to[1]) - ahead[1] * (next[0] - to[0]),
            ahead[0] * (next[0] - to[0]) + ahead[1] * (next[1] - to[1]),
          )
    const lag = Math.tan(turn / 2)
    pieces.push({ at, ahead, fromX, lengthM, startLag, endLag: -lag })
    startLag = lag
    fromX += lengthM
  }
  return pieces
}

/** A bend below this is none. */
const LEAST_BEND = 1e-6

/**
 * @param guide the line, of at least three different corners
 * @param leastPieceM the shortest that a row may be between two bends
 */
export const bentFrame = (guide: PolylineXY, leastPieceM: number): BentFrame => {
  const pieces = piecesOf(withMiddles(guide))
  const last = pieces.length - 1
  const longM = ({ lengthM, startLag, endLag }: Piece, y: number): number => lengthM + (endLag - startLag) * y
  const place = ([px, py]: XY): Placed | undefined => {
    let best: Placed | undefined
    for (const [index, piece] of pieces.entries()) {
      const [dx, dy] = [px - piece.at[0], py - piece.at[1]]
      const y = piece.ahead[0] * dy - piece.ahead[1] * dx
      if (best !== undefined && Math.abs(y) >= Math.abs(best.y)) continue
      const rowM = longM(piece, y)
      if (rowM < leastPieceM) continue
      const alongM = piece.ahead[0] * dx + piece.ahead[1] * dy - piece.startLag * y
      if ((alongM < 0 && index > 0) || (alongM > rowM && index < last)) continue
      best = { ...piece, index, x: piece.fromX + (alongM * piece.lengthM) / rowM, y }
    }
    return best
  }
  const origin: XY = [0, 0]
  const pieceAt = (x: number): Piece | undefined => pieces.findLast(({ fromX }, i) => i === 0 || fromX <= x)
  return {
    headingDeg: headingOfDeg(guide[0] ?? origin, guide.at(-1) ?? origin),
    aheadRad: x => {
      const [east, north] = pieceAt(x)?.ahead ?? origin
      return Math.atan2(north, east)
    },
    bends: pieces.filter(({ startLag }) => Math.abs(startLag) > LEAST_BEND).map(({ fromX }) => fromX),
    unbent: x => last === 0 || x <= (pieces[1]?.fromX ?? 0) || x >= (pieces[last]?.fromX ?? 0),
    into: point => {
      const placed = place(point)
      return placed === undefined ? [Number.NaN, Number.NaN] : [placed.x, placed.y]
    },
    outOf: ([x, y]) => {
      const piece = pieceAt(x)
      if (piece === undefined) return [x, y]
      const { at, ahead, startLag, lengthM, fromX } = piece
      const alongM = startLag * y + ((x - fromX) * longM(piece, y)) / lengthM
      return [at[0] + alongM * ahead[0] - y * ahead[1], at[1] + alongM * ahead[1] + y * ahead[0]]
    },
    edgesIn: edges => edgesPlaced(edges, place),
  }
}

/** Edges are mapped in pieces, because a straight one is slightly bent in the frame, and to this where they cross a cut. */
const LONGEST_PIECE_M = 2
const SHORTEST_PIECE_M = 0.02

/** What follows each other on an edge but is farther apart in the frame is on two sides of the ground that no row reaches. */
const JUMP_M = 0.5

const edgesPlaced = ({ count, ax, ay, bx, by }: Edges, place: (point: XY) => Placed | undefined): Edges | undefined => {
  const flat: number[] = []
  const add = (p: XY, from: Placed, q: XY, to: Placed): boolean => {
    const long = distanceM(p, q)
    if (long > LONGEST_PIECE_M || (from.index !== to.index && long > SHORTEST_PIECE_M)) {
      const middle: XY = [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2]
      const between = place(middle)
      return between !== undefined && add(p, from, middle, between) && add(middle, between, q, to)
    }
    if (from.index !== to.index && Math.abs(from.x - to.x) + Math.abs(from.y - to.y) > JUMP_M) return false
    flat.push(from.x, from.y, to.x, to.y)
    return true
  }
  for (let e = 0; e < count; e++) {
    const p: XY = [ax[e] ?? 0, ay[e] ?? 0]
    const q: XY = [bx[e] ?? 0, by[e] ?? 0]
    const [from, to] = [place(p), place(q)]
    if (from === undefined || to === undefined || !add(p, from, q, to)) return undefined
  }
  const column = (k: number): Float64Array =>
    Float64Array.from({ length: flat.length / 4 }, (_, i) => flat[4 * i + k] ?? 0)
  return { count: flat.length / 4, ax: column(0), ay: column(1), bx: column(2), by: column(3) }
}
