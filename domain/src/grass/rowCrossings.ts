/** Polygons in rows of cells. */
import type { PolygonXY } from '@greensward/geometry'

/** Where horizontal lines cross the edges of polygons: for each line the places in order. */
export const crossingsOf = (
  polygons: readonly PolygonXY[],
  firstY: number,
  stepY: number,
  rows: number,
): number[][] => {
  const lines: number[][] = Array.from({ length: rows }, () => [])
  for (const ring of polygons.flatMap(({ outer, holes }) => [outer, ...holes])) {
    let previous = ring[ring.length - 1]
    for (const corner of ring) {
      if (previous !== undefined && previous[1] !== corner[1]) {
        const [low, high] = previous[1] < corner[1] ? [previous, corner] : [corner, previous]
        const slope = (high[0] - low[0]) / (high[1] - low[1])
        const last = Math.min(rows - 1, Math.ceil((high[1] - firstY) / stepY) - 1)
        for (let row = Math.max(0, Math.ceil((low[1] - firstY) / stepY)); row <= last; row++)
          lines[row]?.push(low[0] + (firstY + row * stepY - low[1]) * slope)
      }
      previous = corner
    }
  }
  for (const line of lines) line.sort((a, b) => a - b)
  return lines
}
