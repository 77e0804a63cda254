/** The areas of a HATCH: its boundaries as rings, each with those that lie in it as holes. */
import { arc, bulged, type Place, splinePath, sweepOf } from './curves.ts'

/** A group of the file: its code and its value. */
export type Group = readonly [code: number, value: unknown]

const POLYLINE = 2
const RADIANS = Math.PI / 180

class Reader {
  readonly #groups: readonly Group[]
  #at = 0

  constructor(groups: readonly Group[]) {
    this.#groups = groups
  }

  /** The value of the next group of this code; undefined, and nothing is read, where another code comes first. */
  next(code: number): number | undefined {
    const group = this.#groups[this.#at]
    if (group?.[0] !== code) return undefined
    this.#at += 1
    return Number(group[1])
  }

  /** Skips to a code; whether it is there. */
  skipTo(code: number): boolean {
    while (this.#at < this.#groups.length && this.#groups[this.#at]?.[0] !== code) this.#at += 1
    return this.#at < this.#groups.length
  }

  place(code: number): Place {
    return [this.next(code) ?? Number.NaN, this.next(code + 10) ?? Number.NaN]
  }

  get left(): number {
    return this.#groups.length - this.#at
  }
}

const polyline = (error: number, reader: Reader): Place[] => {
  reader.next(72)
  reader.next(73)
  const count = Math.min(reader.next(93) ?? 0, reader.left)
  const vertices = Array.from({ length: count }, () => ({ place: reader.place(10), bulge: reader.next(42) ?? 0 }))
  return [...vertices, ...vertices.slice(0, 1)].flatMap(({ place }, i): Place[] => {
    const before = vertices[i - 1]
    return before === undefined ? [place] : bulged(error, before.place, place, before.bulge)
  })
}

const times = <T>(count: number | undefined, reader: Reader, read: () => T): T[] =>
  Array.from({ length: Math.min(count ?? 0, reader.left) }, read)

const splineEdge = (error: number, reader: Reader): Place[] => {
  const degree = reader.next(94) ?? 3
  const isRational = reader.next(73) === 1
  reader.next(74)
  const [knots, points] = [reader.next(95), reader.next(96)]
  const weights: number[] = []
  const path = splinePath(error, {
    degree,
    knots: times(knots, reader, () => reader.next(40) ?? 0),
    points: times(points, reader, (): Place => {
      const place = reader.place(10)
      if (isRational) weights.push(reader.next(42) ?? 1)
      return place
    }),
    weights,
  })
  for (let left = Math.min(reader.next(97) ?? 0, reader.left); left > 0; left--) reader.place(11)
  reader.place(12)
  reader.place(13)
  return path
}

/** Line, arc, arc of an ellipse or spline; angles are measured clockwise where the arc runs so. */
const edge = (error: number, reader: Reader): Place[] => {
  switch (reader.next(72)) {
    case 1:
      return [reader.place(10), reader.place(11)]
    case 2: {
      const centre = reader.place(10)
      const [radius, from, to] = [
        reader.next(40) ?? 0,
        (reader.next(50) ?? 0) * RADIANS,
        (reader.next(51) ?? 0) * RADIANS,
      ]
      const turn = reader.next(73) === 0 ? -1 : 1
      return arc(error, centre, radius, turn * from, turn * sweepOf(from, to))
    }
    case 3: {
      const centre = reader.place(10)
      const [dx, dy] = reader.place(11)
      const ratio = reader.next(40) ?? 1
      const [from, to] = [(reader.next(50) ?? 0) * RADIANS, (reader.next(51) ?? 0) * RADIANS]
      const turn = reader.next(73) === 0 ? -1 : 1
      const radius = Math.hypot(dx, dy)
      const axes = { minor: radius * ratio, turned: Math.atan2(dy, dx) }
      return arc(error, centre, radius, turn * from, turn * sweepOf(from, to), axes)
    }
    case 4:
      return splineEdge(error, reader)
    default:
      return []
  }
}

/** Edges end to end; one that was drawn the other way is turned. */
const joined = (edges: readonly Place[][]): Place[] => {
  const path: Place[] = []
  for (const one of edges) {
    const [last, first, end] = [path[path.length - 1], one[0], one[one.length - 1]]
    const away = (place: Place | undefined): number =>
      place === undefined || last === undefined ? 0 : Math.hypot(place[0] - last[0], place[1] - last[1])
    path.push(
      ...(away(end) < away(first) ? one.toReversed() : one).slice(last !== undefined && away(first) < 1e-6 ? 1 : 0),
    )
  }
  return path
}

const closed = (ring: readonly Place[]): Place[] => {
  const [first, last] = [ring[0], ring[ring.length - 1]]
  if (first === undefined || last === undefined) return []
  const isClosed = Math.hypot(first[0] - last[0], first[1] - last[1]) < 1e-6
  return isClosed ? [...ring.slice(0, -1), first] : [...ring, first]
}

const ringsOf = (error: number, groups: readonly Group[]): Place[][] => {
  const reader = new Reader(groups)
  if (!reader.skipTo(91)) return []
  const rings: Place[][] = []
  for (let left = Math.min(reader.next(91) ?? 0, 10_000); left > 0 && reader.skipTo(92); left--) {
    const flags = reader.next(92) ?? 0
    const ring = closed(
      (flags & POLYLINE) !== 0
        ? polyline(error, reader)
        : joined(times(reader.next(93), reader, () => edge(error, reader))),
    )
    if (ring.length > 3 && ring.flat().every(Number.isFinite)) rings.push(ring)
  }
  return rings
}

/** From its first corner: products of the coordinates of a projection would leave a tenth of a square metre of their digits. */
export const areaOf = (ring: readonly Place[]): number => {
  const [[fromX, fromY] = [0, 0]] = ring
  return Math.abs(
    ring.reduce((sum, [x, y], i) => {
      const [nx, ny] = ring[(i + 1) % ring.length] ?? [x, y]
      return sum + (x - fromX) * (ny - fromY) - (nx - fromX) * (y - fromY)
    }, 0) / 2,
  )
}

export const holds = (ring: readonly Place[], [x, y]: Place): boolean => {
  let inside = false
  for (const [i, [x1, y1]] of ring.entries()) {
    const [x0, y0] = ring[i - 1] ?? ring[ring.length - 1] ?? [x1, y1]
    if (y0 > y !== y1 > y && x < ((x1 - x0) * (y - y0)) / (y1 - y0) + x0) inside = !inside
  }
  return inside
}

/** More boundaries than this are a pattern and no areas; comparing each with each would take long. */
const MOST_RINGS = 500

/** Polygons of one outer ring and its holes: by even and odd, as a hatch is filled. */
export const hatchPolygons = (error: number, groups: readonly Group[]): Place[][][] => {
  const rings = ringsOf(error, groups)
    .slice(0, MOST_RINGS)
    .toSorted((a, b) => areaOf(b) - areaOf(a))
  const polygons: Place[][][] = []
  for (const [i, ring] of rings.entries()) {
    const [corner] = ring
    const around = corner === undefined ? [] : rings.slice(0, i).filter(other => holds(other, corner))
    const owner = around.length % 2 === 1 ? polygons.find(([outer]) => outer === around[around.length - 1]) : undefined
    if (owner === undefined) polygons.push([ring])
    else owner.push(ring)
  }
  return polygons
}
