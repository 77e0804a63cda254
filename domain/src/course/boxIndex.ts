/** Finds boxes that meet a box without asking all of them. */
import type { Box } from '@greensward/geometry'
import { boxesMeet } from './courseGeometry.ts'

export interface BoxIndex {
  /** Numbers of the boxes that have a place in common with this one, in rising order. */
  meeting(box: Box): readonly number[]
}

/** A box over more cells than this is kept in a list of its own that every question looks through. */
const MOST_CELLS_A_BOX = 256

/** A grid with about one cell for each box; boxes must be finite. */
export const boxIndex = (boxes: readonly Box[]): BoxIndex => {
  let [minX, minY, maxX, maxY] = [0, 0, 0, 0]
  for (const [i, box] of boxes.entries()) {
    minX = i === 0 ? box.minX : Math.min(minX, box.minX)
    minY = i === 0 ? box.minY : Math.min(minY, box.minY)
    maxX = i === 0 ? box.maxX : Math.max(maxX, box.maxX)
    maxY = i === 0 ? box.maxY : Math.max(maxY, box.maxY)
  }
  const side = Math.max(1, Math.ceil(Math.sqrt(boxes.length)))
  const cellX = Math.max((maxX - minX) / side, 1e-6)
  const cellY = Math.max((maxY - minY) / side, 1e-6)
  const clamped = (cell: number): number => Math.max(0, Math.min(side - 1, Math.floor(cell)))
  const spanOf = (box: Box) => ({
    fromX: clamped((box.minX - minX) / cellX),
    toX: clamped((box.maxX - minX) / cellX),
    fromY: clamped((box.minY - minY) / cellY),
    toY: clamped((box.maxY - minY) / cellY),
  })
  const cells = new Map<number, number[]>()
  const large: number[] = []
  for (const [i, box] of boxes.entries()) {
    const { fromX, toX, fromY, toY } = spanOf(box)
    if ((toX - fromX + 1) * (toY - fromY + 1) > MOST_CELLS_A_BOX) {
      large.push(i)
      continue
    }
    for (let y = fromY; y <= toY; y++)
      for (let x = fromX; x <= toX; x++) {
        const cell = cells.get(y * side + x)
        if (cell === undefined) cells.set(y * side + x, [i])
        else cell.push(i)
      }
  }
  return {
    meeting: box => {
      const candidates = new Set(large)
      const { fromX, toX, fromY, toY } = spanOf(box)
      for (let y = fromY; y <= toY; y++)
        for (let x = fromX; x <= toX; x++) for (const i of cells.get(y * side + x) ?? []) candidates.add(i)
      return [...candidates]
        .filter(i => {
          const other = boxes[i]
          return other !== undefined && boxesMeet(box, other)
        })
        .sort((a, b) => a - b)
    },
  }
}
