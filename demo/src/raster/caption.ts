/** A line of small capitals in the picture's corner, so that a copy of it still says what it is. */

import { HALF_SIDE_M } from '../course/site.ts'
import { blend, type Canvas, toPixel } from './canvas.ts'

/** Five columns by seven rows a letter, a row as five bits from the left. */
const LETTERS: Readonly<Record<string, readonly number[]>> = {
  A: [14, 17, 17, 31, 17, 17, 17],
  D: [30, 17, 17, 17, 17, 17, 30],
  E: [31, 16, 16, 30, 16, 16, 31],
  G: [14, 17, 16, 23, 17, 17, 14],
  H: [17, 17, 17, 31, 17, 17, 17],
  N: [17, 25, 21, 19, 17, 17, 17],
  O: [14, 17, 17, 17, 17, 17, 14],
  P: [30, 17, 17, 30, 16, 16, 16],
  R: [30, 17, 17, 30, 20, 18, 17],
  T: [31, 4, 4, 4, 4, 4, 4],
  W: [17, 17, 17, 21, 21, 27, 17],
  ',': [0, 0, 0, 0, 4, 4, 8],
}
const DOT_M = 0.5

/** Writes the text at the south-western corner; characters without a form are left blank. */
export const paintCaption = (canvas: Canvas, text: string): void => {
  const [left, bottom] = toPixel(canvas.place, -HALF_SIDE_M + 10, -HALF_SIDE_M + 9)
  const dotPixels = Math.max(1, Math.round(DOT_M / canvas.place.eastM))
  ;[...text].forEach((letter, index) => {
    LETTERS[letter]?.forEach((bits, row) => {
      for (let column = 0; column < 5; column++) {
        if (((bits >> (4 - column)) & 1) === 0) continue
        for (let dot = 0; dot < dotPixels * dotPixels; dot++) {
          const c = Math.round(left) + (index * 6 + column) * dotPixels + (dot % dotPixels)
          const r = Math.round(bottom) + (row - 7) * dotPixels + Math.floor(dot / dotPixels)
          blend(canvas, c, r, 255, 255, 255, 0.72)
        }
      }
    })
  })
}
