/** Finds boxes that meet a box without asking all of them. */
import type { Box } from '@greensward/geometry'
import Flatbush from 'flatbush'

export interface BoxIndex {
  /** Numbers of the boxes that have a point in common with this one, in rising order. */
  meeting(box: Box): readonly number[]
}

export const boxIndex = (boxes: readonly Box[]): BoxIndex => {
  // Flatbush refuses to index nothing.
  if (boxes.length === 0) return { meeting: () => [] }
  const tree = new Flatbush(boxes.length)
  for (const { minX, minY, maxX, maxY } of boxes) tree.add(minX, minY, maxX, maxY)
  tree.finish()
  return {
    meeting: ({ minX, minY, maxX, maxY }) => tree.search(minX, minY, maxX, maxY).sort((a, b) => a - b),
  }
}
