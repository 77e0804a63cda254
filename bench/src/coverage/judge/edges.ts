/** Distances to the edges of polygons, found in a grid. The judge has its own, so that it shares no mistake with the planner. */
import type { PolygonXY, XY } from '@greensward/geometry'

export type Edge = readonly [XY, XY]

export const edgesOf = ({ outer, holes }: PolygonXY): Edge[] =>
  [outer, ...holes].flatMap(ring => ring.map((corner, i): Edge => [corner, ring[(i + 1) % ring.length] ?? corner]))

export const awayFromEdgeM = ([x, y]: XY, [[ax, ay], [bx, by]]: Edge): number => {
  const [dx, dy] = [bx - ax, by - ay]
  const square = dx * dx + dy * dy
  const t = square === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / square))
  return Math.hypot(ax + t * dx - x, ay + t * dy - y)
}

/** Edges farther off than this are not looked for: no machine reaches that far from its middle. */
export const NEAR_M = 6
const CELL_M = 4

export interface EdgeGrid {
  /** All edges within `NEAR_M` of a point, and some beyond. */
  readonly near: (at: XY) => readonly Edge[]
  /** Distance to the nearest edge in metres, infinite beyond `NEAR_M`. */
  readonly awayM: (at: XY) => number
  readonly contains: (at: XY) => boolean
}

const cellOf = (value: number): number => Math.floor(value / CELL_M)
const put = <K>(lists: Map<K, Edge[]>, key: K, edge: Edge): void => {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [edge])
  else list.push(edge)
}

export const edgeGrid = (polygon: PolygonXY): EdgeGrid => {
  const cells = new Map<string, Edge[]>()
  const rows = new Map<number, Edge[]>()
  for (const edge of edgesOf(polygon)) {
    const [[ax, ay], [bx, by]] = edge
    const [south, north] = [Math.min(ay, by), Math.max(ay, by)]
    for (let row = cellOf(south); row <= cellOf(north); row++) put(rows, row, edge)
    for (let column = cellOf(Math.min(ax, bx) - NEAR_M); column <= cellOf(Math.max(ax, bx) + NEAR_M); column++)
      for (let row = cellOf(south - NEAR_M); row <= cellOf(north + NEAR_M); row++) put(cells, `${column} ${row}`, edge)
  }
  const near = ([x, y]: XY): readonly Edge[] => cells.get(`${cellOf(x)} ${cellOf(y)}`) ?? []
  return {
    near,
    awayM: at => {
      let leastM = Number.POSITIVE_INFINITY
      for (const edge of near(at)) leastM = Math.min(leastM, awayFromEdgeM(at, edge))
      return leastM > NEAR_M ? Number.POSITIVE_INFINITY : leastM
    },
    contains: ([x, y]) => {
      let isInside = false
      for (const [[ax, ay], [bx, by]] of rows.get(cellOf(y)) ?? [])
        if (ay > y !== by > y && x < ax + ((y - ay) * (bx - ax)) / (by - ay)) isInside = !isInside
      return isInside
    },
  }
}
