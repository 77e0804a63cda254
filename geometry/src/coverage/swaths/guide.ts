import { distanceM, lengthM, pointAlong } from '../../polyline.ts'
import { simplifyLine } from '../../simplify.ts'
import type { PolygonXY, PolylineXY, Ring, XY } from '../../units.ts'

/** No corner of a guide is sharper: a mower rounds it within a few centimetres, and an autopilot keeps its speed. */
const SHARPEST_RAD = 0.33

/** Places on the edge of a field between which its two ends are looked for: first at some, then at those beside the best. */
const PLACES = 192
const STEP = 6
const ASKED = 16

/** Places on the middle line. */
const MIDDLES = 32

/** How much of the width of a field its guide may be off the middle. */
const STRAIGHTENED = [0.08, 0.2, 0.4] as const

/** The same of the middle line without the bends at its ends, which follow a corner of the field rather than the field. */
const UNHOOKED_STRAIGHTENED = 0.2
/** With more corners than a dogleg has, both ends included, bends at its ends matter little. */
const MOST_CORNERS = 4

/** Radius of bends in widths of the field, and what is added to it. */
const BEND_WIDTHS = [0.75, 2] as const
const BEND_MORE_M = 4

/** Of a straight piece a bend takes this at most. */
const BEND_SHARE = 0.5

/**
 * Lines along which the rows of a field may run, in question: its middle line, more or less straightened, and a line that is given. Each
 * has round bends of several sizes instead of its corners.
 */
export const guidesAlong = (field: PolygonXY, given?: PolylineXY): XY[][] => {
  const { line, widthM } = middleOf(field)
  const unhooked = simplifyLine(withoutHooks(line, widthM), UNHOOKED_STRAIGHTENED * widthM)
  const lines = [
    ...STRAIGHTENED.map(share => simplifyLine(line, share * widthM)),
    ...(unhooked.length > 2 && unhooked.length <= MOST_CORNERS ? [unhooked] : []),
    ...(given === undefined ? [] : [given]),
  ]
  // Straightened more, a line is often the same.
  const different = lines.filter((line, i) => !lines.slice(0, i).some(other => isSameLine(line, other)))
  return different.flatMap(corners =>
    BEND_WIDTHS.slice(0, corners.length < 3 ? 1 : BEND_WIDTHS.length).map(widths =>
      rounded(corners, widths * widthM + BEND_MORE_M),
    ),
  )
}

const isSameLine = (a: PolylineXY, b: PolylineXY): boolean =>
  a.length === b.length && a.every(([x, y], i) => x === b[i]?.[0] && y === b[i]?.[1])

/** How much of the width of a field the line from bend to bend may be off the middle where cells meet at its bends. */
const CELLS_STRAIGHTENED = 0.2

/** Cuts reach this many widths to either side of the middle. */
const CUT_WIDTHS = 1.5

/** Lines across a field at its bends: they halve the angle, and reach beyond both sides. */
export const cutsAtBends = (field: PolygonXY): XY[][] => {
  const { line, widthM } = middleOf(field)
  const corners = simplifyLine(withoutHooks(line, widthM), CELLS_STRAIGHTENED * widthM)
  return corners.slice(1, -1).flatMap(([x, y], i) => {
    const [before, after] = [corners[i], corners[i + 2]]
    if (before === undefined || after === undefined) return []
    // Square to the way from a metre before the bend to a metre after it.
    const [inM, outM] = [distanceM(before, [x, y]), distanceM([x, y], after)]
    const [dx, dy] = [(x - before[0]) / inM + (after[0] - x) / outM, (y - before[1]) / inM + (after[1] - y) / outM]
    const reach = (CUT_WIDTHS * widthM) / Math.hypot(dx, dy)
    return [
      [
        [x - dy * reach, y + dx * reach],
        [x + dy * reach, y - dx * reach],
      ] satisfies XY[],
    ]
  })
}

interface Middle {
  readonly line: XY[]
  readonly widthM: number
}

const middles = new WeakMap<PolygonXY, Middle>()

/** Guides and cuts of the same field share its middle line. */
const middleOf = (field: PolygonXY): Middle => {
  const middle = middles.get(field) ?? middleLine(field.outer)
  middles.set(field, middle)
  return middle
}

/** The index of a place on the outline, which is closed. */
const placeAt = (i: number): number => ((i % PLACES) + PLACES) % PLACES

/** The line in the middle between the two sides of a field, from one of its ends to the other, and how wide the field is. */
const middleLine = (ring: Ring): Middle => {
  const places = evenly([...ring, ...ring.slice(0, 1)], PLACES)
  const at = (i: number): XY => places[placeAt(i)] ?? [0, 0]
  // Flat, as some ten thousand distances are asked for.
  const xs = Float64Array.from(places, ([x]) => x)
  const ys = Float64Array.from(places, ([, y]) => y)
  let best = { from: 0, to: PLACES / 2, widthM: Number.POSITIVE_INFINITY }
  const acrossM = (from: number, to: number): number => {
    let sum = 0
    for (let k = 1; k < ASKED && sum / (ASKED - 1) < best.widthM; k++) {
      const a = placeAt(from + Math.round(((to - from) * k) / ASKED))
      const b = placeAt(from - Math.round(((PLACES - to + from) * k) / ASKED))
      const dx = (xs[b] ?? 0) - (xs[a] ?? 0)
      const dy = (ys[b] ?? 0) - (ys[a] ?? 0)
      sum += Math.sqrt(dx * dx + dy * dy)
    }
    return sum / (ASKED - 1)
  }
  const look = (from: number, to: number): void => {
    const widthM = acrossM(from, to)
    if (widthM < best.widthM) best = { from, to, widthM }
  }
  // The ends are where the sides between them are nearest to each other, all in all.
  for (let from = 0; from < PLACES; from += STEP)
    for (let to = from + PLACES / 8; to <= from + (PLACES * 7) / 8 && to < PLACES; to += STEP) look(from, to)
  const { from, to } = best
  for (let a = from - STEP; a <= from + STEP; a++) for (let b = to - STEP; b <= to + STEP; b++) look(a, b)
  const side = (count: number, step: 1 | -1): XY[] =>
    evenly(
      Array.from({ length: count + 1 }, (_, i) => at(best.from + step * i)),
      MIDDLES,
      true,
    )
  const right = side(PLACES - best.to + best.from, -1)
  const line = side(best.to - best.from, 1).map(([x, y], i): XY => {
    const [ox, oy] = right[i] ?? [x, y]
    return [(x + ox) / 2, (y + oy) / 2]
  })
  return { line: smoothed(smoothed(line)), widthM: best.widthM }
}

/** Nearer to the ends of a field than this many widths its middle line turns into a corner, or to the side of a round end. */
const HOOK_WIDTHS = 0.75

/** Of a line this share at most is replaced at either end. */
const HOOK_SHARE = 0.25

/** A line whose ends continue the way that it runs before they bend towards a corner of the field. */
const withoutHooks = (line: readonly XY[], widthM: number): XY[] => {
  const cutM = Math.min(HOOK_WIDTHS * widthM, HOOK_SHARE * lengthM(line))
  const straightened = (points: readonly XY[]): XY[] => {
    const [end] = points
    const from = pointAlong(points, cutM)
    const next = pointAlong(points, 2 * cutM)
    if (end === undefined || from === undefined || next === undefined) return [...points]
    const share = distanceM(end, from) / Math.max(distanceM(from, next), 1e-9)
    let alongM = 0
    const rest = points.filter((point, i) => {
      alongM += distanceM(points[i - 1] ?? point, point)
      return alongM > cutM + 1e-6
    })
    return [[from[0] + (from[0] - next[0]) * share, from[1] + (from[1] - next[1]) * share], from, ...rest]
  }
  return straightened(straightened(line).reverse()).reverse()
}

/** Places along a line with the same distance between them; with the end, if it is asked for. */
const evenly = (line: PolylineXY, count: number, withEnd = false): XY[] => {
  const stepM = lengthM(line) / count
  // The lengths of its pieces are asked for again for each place.
  const pieces = Float64Array.from(line, (point, i) => distanceM(line[i - 1] ?? point, point))
  const placeAlong = (alongM: number): XY => {
    const [first] = line
    if (first === undefined || alongM <= 0) return first ?? [0, 0]
    let left = alongM
    for (let i = 1; i < pieces.length; i++) {
      const pieceM = pieces[i] ?? 0
      if (pieceM >= left && pieceM > 0) {
        const [a, b] = [line[i - 1] ?? first, line[i] ?? first]
        const t = left / pieceM
        return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]
      }
      left -= pieceM
    }
    return line[line.length - 1] ?? first
  }
  return Array.from({ length: count + (withEnd ? 1 : 0) }, (_, i) => placeAlong(i * stepM))
}

const smoothed = (line: readonly XY[]): XY[] =>
  line.map((point, i) => {
    const [a, b] = [line[i - 1], line[i + 1]]
    return a === undefined || b === undefined
      ? point
      : [(a[0] + 2 * point[0] + b[0]) / 4, (a[1] + 2 * point[1] + b[1]) / 4]
  })

/** Replaces each sharp corner by several on an arc of the radius, or of what the straight pieces beside it leave room for. */
const rounded = (line: PolylineXY, radiusM: number): XY[] => {
  const out: XY[] = []
  line.forEach((corner, i) => {
    const [before, after] = [line[i - 1], line[i + 1]]
    if (before === undefined || after === undefined) {
      out.push(corner)
      return
    }
    const [inM, outM] = [distanceM(before, corner), distanceM(corner, after)]
    const ahead: XY = [(corner[0] - before[0]) / inM, (corner[1] - before[1]) / inM]
    const next: XY = [(after[0] - corner[0]) / outM, (after[1] - corner[1]) / outM]
    const turn = Math.atan2(ahead[0] * next[1] - ahead[1] * next[0], ahead[0] * next[0] + ahead[1] * next[1])
    const steps = Math.ceil(Math.abs(turn) / SHARPEST_RAD)
    if (steps < 2) {
      out.push(corner)
      return
    }
    const tangentM = Math.min(radiusM * Math.tan(Math.abs(turn) / 2), BEND_SHARE * Math.min(inM, outM))
    const halfM = (tangentM / Math.tan(Math.abs(turn) / 2)) * Math.tan(Math.abs(turn) / (2 * steps))
    let angle = Math.atan2(ahead[1], ahead[0])
    let [x, y] = [corner[0] - ahead[0] * (tangentM - halfM), corner[1] - ahead[1] * (tangentM - halfM)]
    out.push([x, y])
    for (let k = 1; k < steps; k++) {
      angle += turn / steps
      x += 2 * halfM * Math.cos(angle)
      y += 2 * halfM * Math.sin(angle)
      out.push([x, y])
    }
  })
  return out
}
