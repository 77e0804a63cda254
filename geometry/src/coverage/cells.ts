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

/** The order in which a cell's swaths are mown: side by side, or every second one and then back through the rest. */
export const orderInCell = (cell: Cell, scheme: TurnScheme): number[] =>
  scheme === 'oneInOne'
    ? [...cell]
    : [...cell.filter((_, i) => i % 2 === 0), ...cell.filter((_, i) => i % 2 === 1).reverse()]
