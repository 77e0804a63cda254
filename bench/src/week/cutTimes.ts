/** When a field was mown, by where blades really turned above it. */
import { boxOf, contains, type XY } from '@greensward/geometry'
import type { RecordedMower, RecordedZone } from './record.ts'

const CELL_M = 0.5
/** Of what the mower has room for. The rest are cells on the edge that no middle of a cutting unit comes near enough to. */
const MOWN_SHARE = 0.9
/** Two positions farther apart are not one movement. */
const GAP_MS = 2_000

interface Cells {
  readonly columns: number
  readonly rows: number
  /** Row by row: 1 where it counts. */
  readonly values: Uint8Array
}

/** Those cells around which all within a distance count, or else any. */
const near = ({ columns, rows, values }: Cells, distanceM: number, all: boolean): Cells => {
  const reach = Math.floor(distanceM / CELL_M)
  const counts = (column: number, row: number): boolean =>
    column >= 0 && column < columns && row >= 0 && row < rows && values[row * columns + column] === 1
  const around: (readonly [number, number])[] = []
  for (let dy = -reach; dy <= reach; dy += 1)
    for (let dx = -reach; dx <= reach; dx += 1) if (Math.hypot(dx, dy) <= reach) around.push([dx, dy])
  const found = new Uint8Array(values.length)
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const isOne = ([dx, dy]: readonly [number, number]): boolean => counts(column + dx, row + dy)
      if (all ? around.every(isOne) : around.some(isOne)) found[row * columns + column] = 1
    }
  return { columns, rows, values: found }
}

/** Where a round body of this width has room: a strip between two bunkers that is narrower than the mower stays as it is. */
const roomFor = (cells: Cells, widthM: number): Cells => near(near(cells, widthM / 2, true), widthM / 2, false)

/** @returns when this much of a field was mown since a moment; null where it never was */
export const cutTimes = (
  mowers: readonly RecordedMower[],
  { polygon, obstacles }: RecordedZone,
  sinceMs: number,
): number | null => {
  const box = boxOf(polygon.outer)
  const columns = Math.ceil((box.maxX - box.minX) / CELL_M)
  const rows = Math.ceil((box.maxY - box.minY) / CELL_M)
  const inside = new Uint8Array(columns * rows)
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const at: XY = [box.minX + (column + 0.5) * CELL_M, box.minY + (row + 0.5) * CELL_M]
      if (contains(polygon, at) && !obstacles.some(one => contains(one, at))) inside[row * columns + column] = 1
    }
  const isCutting = ({ samples }: RecordedMower): boolean =>
    samples.some(
      ({ bladeOn, atMs, at: [x, y] }) =>
        bladeOn && atMs >= sinceMs && x > box.minX && x < box.maxX && y > box.minY && y < box.maxY,
    )
  const widthM = Math.min(...mowers.filter(isCutting).map(mower => mower.widthM))
  if (!Number.isFinite(widthM)) return null
  const { values: isOpen } = roomFor({ columns, rows, values: inside }, widthM)
  const needed = isOpen.reduce((sum, one) => sum + one, 0) * MOWN_SHARE
  let mown = 0

  const cut = (at: XY, halfM: number): void => {
    const [fromX, toX] = [at[0] - halfM, at[0] + halfM].map(x => Math.floor((x - box.minX) / CELL_M)) as [
      number,
      number,
    ]
    const [fromY, toY] = [at[1] - halfM, at[1] + halfM].map(y => Math.floor((y - box.minY) / CELL_M)) as [
      number,
      number,
    ]
    for (let row = Math.max(0, fromY); row <= Math.min(rows - 1, toY); row += 1)
      for (let column = Math.max(0, fromX); column <= Math.min(columns - 1, toX); column += 1) {
        const index = row * columns + column
        if (isOpen[index] !== 1) continue
        const x = box.minX + (column + 0.5) * CELL_M
        const y = box.minY + (row + 0.5) * CELL_M
        if (Math.hypot(x - at[0], y - at[1]) > halfM) continue
        isOpen[index] = 2
        mown += 1
      }
  }

  const moves = mowers
    .flatMap(({ samples, cutM }) =>
      samples.flatMap((sample, index) => {
        const before = samples[index - 1]
        const isCut = before?.bladeOn === true && before.atMs >= sinceMs && sample.atMs - before.atMs <= GAP_MS
        const isNear =
          sample.at[0] > box.minX - cutM &&
          sample.at[0] < box.maxX + cutM &&
          sample.at[1] > box.minY - cutM &&
          sample.at[1] < box.maxY + cutM
        return isCut && isNear ? [{ from: before.at, to: sample.at, atMs: sample.atMs, halfM: cutM / 2 }] : []
      }),
    )
    .sort((a, b) => a.atMs - b.atMs)
  for (const { from, to, atMs, halfM } of moves) {
    const lengthM = Math.hypot(to[0] - from[0], to[1] - from[1])
    const steps = Math.max(1, Math.ceil(lengthM / CELL_M))
    for (let step = 1; step <= steps; step += 1) {
      const share = step / steps
      cut([from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share], halfM)
    }
    if (needed > 0 && mown >= needed) return atMs
  }
  return null
}
