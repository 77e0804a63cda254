/** Heights between the values of a model, and how steep it is. Pure: a window of heights in. */
import type { Position } from '@greensward/domain'

/** A window of a level, heights in rows from the north, NaN where there is none. */
export interface HeightWindow {
  readonly values: Float32Array
  readonly width: number
  readonly height: number
  /** Column and row of its first value within the level. */
  readonly left: number
  readonly top: number
}

const at = ({ values, width, height, left, top }: HeightWindow, column: number, row: number): number =>
  values[Math.max(0, Math.min(height - 1, row - top)) * width + Math.max(0, Math.min(width - 1, column - left))] ??
  Number.NaN

/** Catmull and Rom's weights of four neighbours, for lines without corners. */
const weights = (share: number): readonly [number, number, number, number] => {
  const t2 = share * share
  const t3 = t2 * share
  return [(-t3 + 2 * t2 - share) / 2, (3 * t3 - 5 * t2 + 2) / 2, (-3 * t3 + 4 * t2 + share) / 2, (t3 - t2) / 2]
}

/** @param column in values, their middles at .5 */
export const heightBetween = (window: HeightWindow, column: number, row: number): number => {
  const c = Math.floor(column - 0.5)
  const r = Math.floor(row - 0.5)
  const across = weights(column - 0.5 - c)
  const down = weights(row - 0.5 - r)
  let sum = 0
  for (let j = 0; j < 4; j++) {
    let line = 0
    for (let i = 0; i < 4; i++) line += (across[i] ?? 0) * at(window, c - 1 + i, r - 1 + j)
    sum += (down[j] ?? 0) * line
  }
  if (!Number.isNaN(sum)) return sum
  // Beside a gap the nearest value counts.
  return at(window, Math.floor(column), Math.floor(row))
}

/** Rise over run at a value, by its neighbours. @param cellM ground metres from one value to the next */
export const slopeAt = (window: HeightWindow, column: number, row: number, cellM: number): number => {
  const here = at(window, column, row)
  const known = (value: number): number => (Number.isNaN(value) ? here : value)
  const dx = (known(at(window, column + 1, row)) - known(at(window, column - 1, row))) / (2 * cellM)
  const dy = (known(at(window, column, row + 1)) - known(at(window, column, row - 1))) / (2 * cellM)
  return Math.hypot(dx, dy)
}

/** Whether a ring contains a position. Of several rings, the inner ones are holes. */
export const isInside = (rings: readonly (readonly Position[])[], [x, y]: Position): boolean => {
  let inside = false
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [xi, yi] = ring[i] ?? [0, 0]
      const [xj, yj] = ring[j] ?? [0, 0]
      if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) inside = !inside
    }
  }
  return inside
}
