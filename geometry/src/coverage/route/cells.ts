import type { TurnScheme } from '../request.ts'
import { firstOfRows, type Swath } from '../swaths/swaths.ts'

/** Swaths side by side, one a row, with nothing between them: the unit that is mown up and down without a transit. */
export type Cell = readonly number[]

/**
 * Gathers swaths into as few cells as their neighbourhood allows: a cell continues from row to row as long as its
 * swath has exactly one neighbour there, and that neighbour has no other (Choset's boustrophedon cells, found on the swaths).
 * @returns indices into `swaths`, rows ascending
 */
export const cellsOf = (swaths: readonly Swath[]): Cell[] => {
  const first = firstOfRows(swaths)
  /** The swath of a row beside another one; -1 where there is none, -2 where there are several. */
  const beside = (swath: Swath, row: number): number => {
    let found = -1
    const end = first[row + 1] ?? 0
    for (let k = first[row] ?? end; k < end; k++) {
      const other = swaths[k]
      if (other === undefined || other.fromX >= swath.toX || swath.fromX >= other.toX) continue
      if (found !== -1) return -2
      found = k
    }
    return found
  }
  const cells: number[][] = []
  const cellAt: number[][] = []
  swaths.forEach((swath, i) => {
    const below = beside(swath, swath.row - 1)
    const only = below < 0 ? undefined : swaths[below]
    const cell = only !== undefined && beside(only, swath.row) === i ? cellAt[below] : undefined
    const own = cell ?? []
    if (cell === undefined) cells.push(own)
    own.push(i)
    cellAt.push(own)
  })
  return cells
}

/**
 * The order in which a cell's swaths are mown: side by side, or every second one and then back through the rest. From the one half into
 * the other it steps over two rows, so that no turn leads into the row beside; three rows or fewer leave no such order.
 */
export const orderInCell = (cell: Cell, scheme: TurnScheme): number[] => {
  if (scheme === 'oneInOne') return [...cell]
  const there = cell.filter((_, i) => i % 2 === 0)
  const back = cell.filter((_, i) => i % 2 === 1).reverse()
  const last = cell.length % 2 === 1 ? cell.length - 1 : cell.length - 2
  if (cell.length === 4) return [...back.reverse(), ...there]
  // The first one three rows back, then those passed by, then on: 6, 3, 5, 1 or 6, 3, 7, 5, 1.
  const three = last - 3
  const passed = back.indexOf(cell[three] ?? -1)
  if (passed <= 0) return [...there, ...back]
  return [...there, ...back.slice(passed, passed + 1), ...back.slice(0, passed), ...back.slice(passed + 1)]
}

/**
 * The order in which a cell's swaths are mown by a machine whose half turn spans `step` rows: every `step`th row to the far side, back
 * through rows beside those, and so on until none is left out.
 */
export const orderBySteps = (cell: Cell, step: number): number[] =>
  Array.from({ length: step }, (_, from) => {
    const sweep = cell.filter((_, i) => i % step === from)
    return from % 2 === 0 ? sweep : sweep.reverse()
  }).flat()
