/** Arcs of a file as chords that stay within two centimetres of them. */
import { MAX_RING_CORNERS } from '@greensward/domain'
import { said } from '@greensward/messages'
import { Unshaped } from './importRefusal.ts'

type Place = readonly number[]

const CHORD_ERROR_M = 0.02
const DEGREE_M = 111_320

/** The error of chords in units of a coordinate system. @param unitM metres of a unit; null for degrees */
export const chordErrorIn = (unitM: number | null): number => CHORD_ERROR_M / (unitM ?? DEGREE_M)

/** How many chords keep within this distance of an arc. */
export const chordCount = (radius: number, sweep: number, error: number): number => {
  // The way of a chord's middle to its arc is radius * (1 - cos(half of its angle)); this form is exact for huge radii.
  const angle = 4 * Math.asin(Math.sqrt(Math.min(1, error / radius) / 2))
  return Math.max(1, Math.ceil(Math.abs(sweep) / angle))
}

/** @param error the largest distance between the arc and its chords @returns the places after the first */
export const chords = (
  [x, y]: readonly [number, number],
  radius: number,
  {
    from,
    sweep,
    end,
    error,
  }: { readonly from: number; readonly sweep: number; readonly end: Place; readonly error: number },
): number[][] => {
  const steps = chordCount(radius, sweep, error)
  if (!(steps <= MAX_RING_CORNERS)) throw new Unshaped(said('ringTooManyCorners', { count: MAX_RING_CORNERS }))
  const places = Array.from({ length: steps - 1 }, (_, i): number[] => {
    const at = from + (sweep * (i + 1)) / steps
    return [x + radius * Math.cos(at), y + radius * Math.sin(at)]
  })
  return [...places, [...end]]
}

const isSame = ([x, y]: Place, [otherX, otherY]: Place): boolean => x === otherX && y === otherY

/** Counter-clockwise from one angle to another, less than a full turn. */
const turnTo = (from: number, to: number): number => {
  const turn = 2 * Math.PI
  return (((to - from) % turn) + turn) % turn
}

/** The chords of the arc from one place over a second to a third; a whole circle where it ends at its start. */
const arcThrough = (start: Place, via: Place, end: Place, error: number): number[][] => {
  const [x = 0, y = 0] = start
  // From the start, so that eastings of millions lose no digits.
  const [mx, my] = [(via[0] ?? 0) - x, (via[1] ?? 0) - y]
  const [ex, ey] = [(end[0] ?? 0) - x, (end[1] ?? 0) - y]
  if (isSame(start, end)) {
    const radius = Math.hypot(mx, my) / 2
    if (radius === 0) return [[...end]]
    const centre = [x + mx / 2, y + my / 2] as const
    return chords(centre, radius, { from: Math.atan2(-my, -mx), sweep: 2 * Math.PI, end, error })
  }
  const cross = 2 * (mx * ey - my * ex)
  const [m2, e2] = [mx * mx + my * my, ex * ex + ey * ey]
  const [cx, cy] = [(ey * m2 - my * e2) / cross, (mx * e2 - ex * m2) / cross]
  const radius = Math.hypot(cx, cy)
  // Three places on a line.
  if (cross === 0 || !Number.isFinite(radius)) return [[...via], [...end]]
  const [from, middle, to] = [Math.atan2(-cy, -cx), Math.atan2(my - cy, mx - cx), Math.atan2(ey - cy, ex - cx)]
  const isLeft = cross > 0
  const part = (one: number, other: number): number => (isLeft ? turnTo(one, other) : -turnTo(other, one))
  const centre = [x + cx, y + cy] as const
  return [
    ...chords(centre, radius, { from, sweep: part(from, middle), end: via, error }),
    ...chords(centre, radius, { from: middle, sweep: part(middle, to), end, error }),
  ]
}

/** A chain of arcs: each begins where the one before ends, and has a place on its way. */
export const arcString = (places: readonly Place[], error: number): number[][] => {
  if (places.length === 0) return []
  if (places.length < 3 || places.length % 2 === 0) throw new Unshaped(said('arcPlaces', { count: places.length }))
  const line: number[][] = [[...(places[0] ?? [])]]
  for (let i = 2; i < places.length; i += 2) {
    for (const place of arcThrough(places[i - 2] ?? [], places[i - 1] ?? [], places[i] ?? [], error)) line.push(place)
    if (line.length > MAX_RING_CORNERS) throw new Unshaped(said('ringTooManyCorners', { count: MAX_RING_CORNERS }))
  }
  return line
}

/** The circle through three places, from the first over the second and the third back to the first. */
export const circleThrough = (places: readonly Place[], error: number): number[][] => {
  const [first, second, third] = places
  if (places.length !== 3 || first === undefined || second === undefined || third === undefined)
    throw new Unshaped(said('arcPlaces', { count: places.length }))
  const there = arcThrough(first, second, third, error)
  // The rest of the circle goes over the place that is opposite to the second of the three on it.
  return [[...first], ...there, ...arcThrough(third, restOf(first, second, third), first, error)]
}

/** The middle of the arc from the third of three places on a circle back to the first. */
const restOf = (first: Place, second: Place, third: Place): Place => {
  const [x = 0, y = 0] = first
  const [mx, my] = [(second[0] ?? 0) - x, (second[1] ?? 0) - y]
  const [ex, ey] = [(third[0] ?? 0) - x, (third[1] ?? 0) - y]
  const cross = 2 * (mx * ey - my * ex)
  if (cross === 0) throw new Unshaped(said('arcPlaces', { count: 3 }))
  const [m2, e2] = [mx * mx + my * my, ex * ex + ey * ey]
  const [cx, cy] = [(ey * m2 - my * e2) / cross, (mx * e2 - ex * m2) / cross]
  const [from, to] = [Math.atan2(ey - cy, ex - cx), Math.atan2(-cy, -cx)]
  const half = (cross > 0 ? turnTo(from, to) : -turnTo(to, from)) / 2
  const radius = Math.hypot(cx, cy)
  return [x + cx + radius * Math.cos(from + half), y + cy + radius * Math.sin(from + half)]
}
