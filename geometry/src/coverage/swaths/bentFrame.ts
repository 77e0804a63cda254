import { distanceM } from '../../polyline.ts'
import { headingOfDeg, type PolylineXY, type XY } from '../../units.ts'
import { type Edges, emptyEdges, type SwathFrame } from './scan.ts'

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

/** A place in the frame, and the piece that it is beside. */
interface Placed {
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
  const place = (point: XY): Placed | undefined => {
    const px = point[0]
    const py = point[1]
    let best = -1
    let bestX = 0
    let bestY = 0
    // Asked for every metre of every edge: only the answer is made an object.
    for (let index = 0; index <= last; index++) {
      const piece = pieces[index]
      if (piece === undefined) continue
      const { at, ahead, startLag } = piece
      const dx = px - at[0]
      const dy = py - at[1]
      const y = ahead[0] * dy - ahead[1] * dx
      if (best >= 0 && Math.abs(y) >= Math.abs(bestY)) continue
      const rowM = longM(piece, y)
      if (rowM < leastPieceM) continue
      const alongM = ahead[0] * dx + ahead[1] * dy - startLag * y
      if ((alongM < 0 && index > 0) || (alongM > rowM && index < last)) continue
      best = index
      bestX = piece.fromX + (alongM * piece.lengthM) / rowM
      bestY = y
    }
    return best < 0 ? undefined : { index: best, x: bestX, y: bestY }
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
  let before: XY | undefined
  let placedBefore: Placed | undefined
  for (let e = 0; e < count; e++) {
    const p: XY = [ax[e] ?? 0, ay[e] ?? 0]
    const q: XY = [bx[e] ?? 0, by[e] ?? 0]
    // Edges follow each other round a ring, so that most begin where the one before ends.
    const from = before !== undefined && before[0] === p[0] && before[1] === p[1] ? placedBefore : place(p)
    const to = place(q)
    if (from === undefined || to === undefined || !add(p, from, q, to)) return undefined
    before = q
    placedBefore = to
  }
  const placed = emptyEdges(flat.length / 4)
  for (let i = 0; i < placed.count; i++) {
    placed.ax[i] = flat[4 * i] ?? 0
    placed.ay[i] = flat[4 * i + 1] ?? 0
    placed.bx[i] = flat[4 * i + 2] ?? 0
    placed.by[i] = flat[4 * i + 3] ?? 0
  }
  return placed
}
