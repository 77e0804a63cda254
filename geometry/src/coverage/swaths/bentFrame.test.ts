import { describe, expect, it } from 'vitest'
import type { XY } from '../../units.ts'
import { bentFrame } from './bentFrame.ts'
import { edgesOf, rowLine } from './scan.ts'

const guide: XY[] = [
  [0, 0],
  [40, 0],
  [70, 10],
  [90, 30],
]
const frame = bentFrame(guide, 0.5)

describe('a frame along a bent line', () => {
  it.each([-12, -3, 0, 5, 9])('keeps rows parallel to the line, %d m to its left', y => {
    const row = rowLine(frame, -5, 110, y)
    const away = row.slice(1).map((to, i) => {
      const [from = to, a = to, b = to] = [row[i], guide[i], guide[i + 1]]
      const [dx, dy] = [
        (b[0] - a[0]) / Math.hypot(b[0] - a[0], b[1] - a[1]),
        (b[1] - a[1]) / Math.hypot(b[0] - a[0], b[1] - a[1]),
      ]
      return [from, to].map(p => dx * (p[1] - a[1]) - dy * (p[0] - a[0]))
    })
    expect(row).toHaveLength(4)
    for (const metres of away.flat()) expect(metres).toBeCloseTo(y, 9)
  })

  it('finds its way back from every place that a row reaches', () => {
    for (const x of [-10, 3, 39, 41, 66, 80, 130])
      for (const y of [-15, -1, 0, 2, 10]) {
        const [backX, backY] = frame.into(frame.outOf([x, y]))
        expect(backX).toBeCloseTo(x, 9)
        expect(backY).toBeCloseTo(y, 9)
      }
  })

  it('takes no area that is too far inside of a bend for rows', () => {
    const square = (x: number, y: number, side: number) =>
      edgesOf([
        {
          outer: [
            [x, y],
            [x + side, y],
            [x + side, y + side],
            [x, y + side],
          ],
          holes: [],
        },
      ])
    expect(frame.edgesIn(square(30, -4, 8))).toBeDefined()
    expect(frame.edgesIn(square(10, 60, 70))).toBeUndefined()
  })
})
