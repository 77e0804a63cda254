import type { TurnScheme } from './request.ts'
import type { Swath } from './swaths.ts'

/** Swaths side by side, one a row, with nothing between them: the unit that is mown up and down without a transit. */
export type Cell = readonly number[]

/**
 * Gathers swaths into as few cells as their neighbourhood allows: a cell goes on from row to row as long as its
 * swath has exactly one neighbour there, and that neighbour has no other (Choset's boustrophedon cells, found on the swaths).
 * @returns indices into `swaths`, rows ascending
 */
export const cellsOf = (swaths: readonly Swath[]): Cell[] => {
  const rows = new Map<number, number[]>()
  swaths.forEach(({ row }, i) => {
    const list = rows.get(row)
    if (list === undefined) rows.set(row, [i])
    else list.push(i)
  })
  const beside = (i: number, row: number): number[] => {
    const swath = swaths[i]
    if (swath === undefined) return []
    return (rows.get(row) ?? []).filter(k => {
      const other = swaths[k]
      return other !== undefined && other.fromX < swath.toX && swath.fromX < other.toX
    })
  }
  const cells: number[][] = []
  const cellAt = new Map<number, number[]>()
  swaths.forEach(({ row }, i) => {
    const below = beside(i, row - 1)
    const only = below[0]
    if (only !== undefined && below.length === 1 && beside(only, row).length === 1) {
      const cell = cellAt.get(only)
      if (cell !== undefined) {
        cell.push(i)
        cellAt.set(i, cell)
        return
      }
    }
    const cell = [i]
    cells.push(cell)
    cellAt.set(i, cell)
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
