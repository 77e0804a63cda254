/** How the pixels of a picture are placed in its projection: shifted, scaled, turned. */
import { Fault } from './fault.ts'

export interface Affine {
  /** Column and row of a pixel's corner, fractions included, to the projection. */
  readonly toModel: (column: number, row: number) => readonly [x: number, y: number]
  readonly toPixel: (x: number, y: number) => readonly [column: number, row: number]
}

export interface AffineTags {
  /** Width, height of a pixel. */
  readonly scale: ArrayLike<number> | undefined
  /** Column, row, level, x, y, z of each point. */
  readonly tiepoints: ArrayLike<number> | undefined
  /** Four by four, row by row. */
  readonly matrix: ArrayLike<number> | undefined
  /** Coordinates mean the middle of a pixel and not its corner. */
  readonly isPoint: boolean
}

const made = (a: number, b: number, c: number, d: number, e: number, f: number): Affine => {
  const determinant = a * e - b * d
  if (![a, b, c, d, e, f].every(Number.isFinite) || Math.abs(determinant) < 1e-30) {
    throw new Fault('noGeoreference')
  }
  return {
    toModel: (column, row) => [a * column + b * row + c, d * column + e * row + f],
    toPixel: (x, y) => [(e * (x - c) - b * (y - f)) / determinant, (a * (y - f) - d * (x - c)) / determinant],
  }
}

/** @throws Fault where the tags do not place the picture */
export const readAffine = ({ scale, tiepoints, matrix, isPoint }: AffineTags): Affine => {
  const half = isPoint ? 0.5 : 0
  if (matrix !== undefined && matrix.length >= 8) {
    const [a = 0, b = 0, , c = 0, d = 0, e = 0, , f = 0] = Array.from(matrix)
    return made(a, b, c - half * (a + b), d, e, f - half * (d + e))
  }
  if (tiepoints === undefined || tiepoints.length < 6) {
    throw new Fault('noGeoreference')
  }
  if (scale === undefined || scale.length < 2) {
    throw new Fault('noGeoreference')
  }
  const [column = 0, row = 0, , x = 0, y = 0] = Array.from(tiepoints)
  const [width = 0, height = 0] = Array.from(scale)
  return made(width, 0, x - (column + half) * width, 0, -height, y + (row + half) * height)
}
