import { distanceM } from '../polyline.ts'
import type { PolygonXY, Ring, XY } from '../units.ts'
import { union } from './clipper.ts'
import { distinctCorners, polygonProblem } from './validity.ts'

/** Finds the place that is nearest to another among many, within a fixed reach. */
export interface PlaceIndex {
  readonly near: (place: XY) => XY | undefined
}

/** Places in a grid whose cells are as wide as the reach. */
export const placeIndex = (places: readonly XY[], reachM: number): PlaceIndex => {
  const cells = new Map<string, XY[]>()
  const cellOf = (value: number): number => Math.floor(value / reachM)
  for (const place of places) {
    const key = `${cellOf(place[0])} ${cellOf(place[1])}`
    const cell = cells.get(key)
    if (cell === undefined) cells.set(key, [place])
    else cell.push(place)
  }
  return {
    near: place => {
      let best: XY | undefined
      let bestM = reachM
      for (let x = cellOf(place[0]) - 1; x <= cellOf(place[0]) + 1; x++)
        for (let y = cellOf(place[1]) - 1; y <= cellOf(place[1]) + 1; y++)
          for (const other of cells.get(`${x} ${y}`) ?? []) {
            const away = distanceM(other, place)
            if (away > bestM) continue
            best = other
            bestM = away
          }
      return best
    },
  }
}

/**
 * Gives corners that an operation has rounded the place they came from again, so that what was not cut stays exactly where
 * it was and parts share their corners. Rings that lose all but two corners are left out.
 * @param nearM how far a corner may be moved
 */
export const heal = (
  polygons: readonly PolygonXY[],
  sources: readonly PolygonXY[],
  nearM: number,
  more: readonly XY[] = [],
): PolygonXY[] => {
  const index = placeIndex([...more, ...sources.flatMap(({ outer, holes }) => [...outer, ...holes.flat()])], nearM)
  const healed = (ring: Ring): Ring => distinctCorners(ring.map(corner => index.near(corner) ?? corner))
  return polygons.flatMap((polygon): PolygonXY[] => {
    const outer = healed(polygon.outer)
    const whole = { outer, holes: polygon.holes.map(healed).filter(hole => hole.length > 2) }
    if (outer.length > 2 && polygonProblem(whole) === undefined) return [whole]
    // At a needle's point the healed corners can cross: then the rounding is the lesser evil.
    return polygonProblem(polygon) === undefined ? [polygon] : union([polygon])
  })
}
