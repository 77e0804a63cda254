import type { Fence } from '../../polygon/fence.ts'
import { distanceM } from '../../polyline.ts'
import type { Ring, XY } from '../../units.ts'
import type { Connector } from '../turns/connect.ts'
import { type End, turnsIntoNextRow } from './linkCost.ts'
import { improveTour, type Tour } from './order.ts'
import type { Route } from './route.ts'

/** Links longer than this many widths are transits; between them are strings of swaths that stay as they are. */
const LONG_LINK_WIDTHS = 5

/** With more strings than this no transit is long enough to be worth the search. */
const MOST_STRINGS = 60

/** Assumed length of a blocked transit until its path is computed, as a multiple of the straight line. */
const DETOUR = 1.2

/** How often the order is improved and its paths are computed. */
const ROUNDS = 6

/** Tours worth less than this are not worth another look, metres. */
const EPSILON_M = 0.5

/** The main tour, and strings that are each mown in the middle of a headland pass nearby. */
export interface OrderedSwaths {
  readonly main: Tour
  readonly asides: readonly Tour[]
}

export interface TransitCosts {
  readonly widthM: number
  readonly radiusM: number
  /** Metres held against a turn into the row beside; 0 where it is welcome. */
  readonly tightTurnM: number
}

/** Cost of leaving a headland pass and returning to it, besides the path, in turning radii and widths. */
const LEAVING_RADII = 8
const LEAVING_WIDTHS = 3

interface AsideSearch {
  readonly startNode: number
  readonly endNode: number
  /** Corners of the outer headland passes. */
  readonly corners: readonly XY[]
  readonly leavingM: number
  between(a: number, b: number): number
  atNode(node: number): XY | undefined
  wayM(from: XY, to: XY): number
}

/** Strings of a tour that cost less when they are mown in the middle of a headland pass. */
const asidesOf = (best: Tour, search: AsideSearch): ReadonlySet<number> => {
  const { startNode, endNode, corners, leavingM, between, atNode, wayM } = search
  const aside = new Set<number>()
  const fromPassM = (node: number): number => {
    const [into, out] = [atNode(node), atNode(node ^ 1)]
    if (into === undefined || out === undefined) return Number.POSITIVE_INFINITY
    let nearest: XY | undefined
    let leastM = Number.POSITIVE_INFINITY
    for (const corner of corners) {
      const bothM = distanceM(corner, into) + distanceM(out, corner)
      if (bothM >= leastM) continue
      leastM = bothM
      nearest = corner
    }
    return nearest === undefined ? leastM : wayM(nearest, into) + wayM(out, nearest)
  }
  for (let i = 0; i < best.length && aside.size + 1 < best.length && corners.length > 0; i++) {
    const rest = best.filter(node => !aside.has(node))
    const at = rest.indexOf(best[i] ?? -1)
    const node = rest[at]
    if (node === undefined) continue
    const before = at === 0 ? startNode : (rest[at - 1] ?? 0) ^ 1
    const after = rest[at + 1] ?? endNode
    const savedM =
      between(before, node) + between(node ^ 1, after) - (at === 0 && after === endNode ? 0 : between(before, after))
    if (savedM > leavingM && savedM > leavingM + fromPassM(node)) aside.add(node)
  }
  return aside
}

/**
 * Orders strings of swaths by the shortest transits between them. The search for the tour knows the links to near ends only
 * and takes all others as straight lines. Here the detours round obstacles count too; they are computed only for an order
 * that seems better.
 */
export const shortenTransits = (
  { tour, swaths, frames, ends: { start, end } }: Route,
  outerPasses: readonly Ring[],
  fence: Fence,
  connector: Pick<Connector, 'wayM'>,
  { widthM, radiusM, tightTurnM }: TransitCosts,
): OrderedSwaths => {
  const placeOf = (of: End): XY => {
    const swath = swaths[of >> 1]
    const frame = frames[of >> 1]
    return swath === undefined || frame === undefined
      ? [0, 0]
      : frame.outOf([of % 2 === 0 ? swath.fromX : swath.toX, swath.y])
  }
  const strings = stringsOf(tour, placeOf, fence, widthM)
  const count = strings.length
  if (count < 2 || count > MOST_STRINGS) return { main: tour, asides: [] }

  // Nodes 2i and 2i + 1 are the two ends of string i; the places of start and end come last.
  const endOf = strings.flatMap(string => [string[0] ?? 0, (string[string.length - 1] ?? 0) ^ 1])
  const places = endOf.map(placeOf)
  const startNode = places.length
  const endNode = startNode + 1
  const nodes = endNode + 1
  const lengths = new Float64Array(nodes * nodes).fill(-1)
  const sure = new Uint8Array(nodes * nodes)
  const set = (a: number, b: number, lengthM: number, known: 0 | 1): void => {
    for (const at of [a * nodes + b, b * nodes + a]) {
      lengths[at] = lengthM
      sure[at] = known
    }
  }
  const atNode = (node: number): XY | undefined => (node === startNode ? start : node === endNode ? end : places[node])
  const isTight = (a: number, b: number): boolean =>
    tightTurnM > 0 && turnsIntoNextRow(swaths, endOf[a] ?? -1, endOf[b] ?? -1)
  const straightM = (a: number, b: number): number => {
    const [from, to] = [atNode(a), atNode(b)]
    return from === undefined || to === undefined ? 0 : distanceM(from, to)
  }
  const between = (a: number, b: number): number => {
    const at = a * nodes + b
    const known = lengths[at] ?? -1
    if (known >= 0) return known
    const [from, to] = [atNode(a), atNode(b)]
    const tightM = isTight(a, b) ? tightTurnM : 0
    if (from === undefined || to === undefined) set(a, b, 0, 1)
    else {
      const clear = fence.clear(from, to)
      set(a, b, distanceM(from, to) * (clear ? 1 : DETOUR) + tightM, clear ? 1 : 0)
    }
    return lengths[at] ?? 0
  }
  const lengthOf = (order: readonly number[]): number => {
    let sum = between(startNode, order[0] ?? 0) + between((order[count - 1] ?? 0) ^ 1, endNode)
    for (let i = 1; i < count; i++) sum += between((order[i - 1] ?? 0) ^ 1, order[i] ?? 0)
    return sum
  }
  /** Looks for the ways that an order takes; true when all were known before. */
  const lookUp = (order: readonly number[]): boolean => {
    let known = true
    const look = (a: number, b: number): void => {
      between(a, b)
      if (sure[a * nodes + b] === 1) return
      const [from, to] = [atNode(a), atNode(b)]
      known = false
      if (from !== undefined && to !== undefined) {
        const wayM = connector.wayM(from, to)
        set(a, b, (Number.isFinite(wayM) ? wayM : 4 * distanceM(from, to)) + (isTight(a, b) ? tightTurnM : 0), 1)
      }
    }
    look(startNode, order[0] ?? 0)
    for (let i = 1; i < count; i++) look((order[i - 1] ?? 0) ^ 1, order[i] ?? 0)
    look((order[count - 1] ?? 0) ^ 1, endNode)
    return known
  }

  let best: Tour = strings.map((_, i) => 2 * i)
  lookUp(best)
  for (let round = 0; round < ROUNDS; round++) {
    const bestM = lengthOf(best)
    const better = improveTour(best, {
      swathCount: count,
      cost: between,
      near: nearOf(count, straightM, between),
      startCost: to => between(startNode, to),
      endCost: from => between(from, endNode),
    })
    if (lengthOf(better) >= bestM - EPSILON_M) break
    const known = lookUp(better)
    if (lengthOf(better) < bestM - EPSILON_M) best = better
    else if (known) break
  }
  const tourOf = (node: number): Tour => {
    const string = strings[node >> 1] ?? []
    return node % 2 === 0 ? string : string.map(entry => entry ^ 1).reverse()
  }

  // A string that takes a long way there and back may be nearer to a headland pass, which passes everywhere.
  const corners = outerPasses.flatMap(ring => ring.filter((_, i) => i % Math.ceil(ring.length / CORNERS_ASKED) === 0))
  const aside = asidesOf(best, {
    startNode,
    endNode,
    corners,
    leavingM: LEAVING_RADII * radiusM + LEAVING_WIDTHS * widthM,
    between,
    atNode,
    wayM: (from, to) => connector.wayM(from, to),
  })
  return {
    main: best.filter(node => !aside.has(node)).flatMap(tourOf),
    asides: best.filter(node => aside.has(node)).map(tourOf),
  }
}

/** Corners of a headland pass that are asked how near they come to a string. */
const CORNERS_ASKED = 150

const stringsOf = (tour: Tour, placeOf: (end: End) => XY, fence: Fence, widthM: number): Tour[] => {
  const strings: End[][] = []
  tour.forEach((entry, i) => {
    const last = tour[i - 1]
    const from = last === undefined ? undefined : placeOf(last ^ 1)
    const to = placeOf(entry)
    const joined =
      from !== undefined &&
      distanceM(from, to) < LONG_LINK_WIDTHS * widthM &&
      (distanceM(from, to) < 1e-9 || fence.clear(from, to))
    if (joined) strings[strings.length - 1]?.push(entry)
    else strings.push([entry])
  })
  return strings
}

/** Ends of other strings that each end is tried with. */
const NEAR_ENDS = 12

/** `straight` is a length that `between` is never below: what is farther away than the nearest ends need not be asked. */
const nearOf = (
  strings: number,
  straight: (a: number, b: number) => number,
  between: (a: number, b: number) => number,
): Int32Array[] => {
  const lengths = new Float64Array(NEAR_ENDS)
  const ends = new Int32Array(NEAR_ENDS)
  return Array.from({ length: 2 * strings }, (_, from) => {
    let count = 0
    for (let to = 0; to < 2 * strings; to++) {
      if (to >> 1 === from >> 1) continue
      const full = count === NEAR_ENDS
      const worst = lengths[NEAR_ENDS - 1] ?? 0
      if (full && straight(from, to) >= worst) continue
      const length = between(from, to)
      if (full && length >= worst) continue
      let at = full ? count - 1 : count++
      for (; at > 0 && (lengths[at - 1] ?? 0) > length; at--) {
        lengths[at] = lengths[at - 1] ?? 0
        ends[at] = ends[at - 1] ?? 0
      }
      lengths[at] = length
      ends[at] = to
    }
    return ends.slice(0, count)
  })
}
