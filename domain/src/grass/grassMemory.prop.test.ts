import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Position } from '../course/course.ts'
import { grassMemory, packGrass, rememberCut, unpackGrass } from './grassMemory.ts'

const METRE = 1 / 111_320
const at = (x: number, y: number): Position => [x * METRE, y * METRE]
const place = fc.tuple(fc.double({ min: -5, max: 35, noNaN: true }), fc.double({ min: -5, max: 25, noNaN: true }))

test('the cells of a driven piece are those of the zone within half the width of it, and no others', () => {
  fc.assert(
    fc.property(place, place, fc.double({ min: 0.3, max: 5, noNaN: true }), ([ax, ay], [bx, by], widthM) => {
      const memory = grassMemory({
        type: 'Polygon',
        coordinates: [[at(0, 0), at(30, 0), at(30, 8), at(18, 20), at(0, 20), at(0, 0)]],
      })
      const [from, to] = [at(ax, ay), at(bx, by)]
      const [a, b] = [memory.frame.toLocal(from), memory.frame.toLocal(to)]
      fc.pre(Math.hypot(b[0] - a[0], b[1] - a[1]) > 0.01)
      const count = rememberCut(memory, { from, to, widthM, minute: 7, mower: 0 })
      let expected = 0
      for (let row = 0; row < memory.rows; row++)
        for (let column = 0; column < memory.columns; column++) {
          const [x, y] = [memory.minX + column + 0.5, memory.minY + row + 0.5]
          const length2 = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
          const t = Math.max(0, Math.min(1, ((x - a[0]) * (b[0] - a[0]) + (y - a[1]) * (b[1] - a[1])) / length2))
          const apart = Math.hypot(x - a[0] - t * (b[0] - a[0]), y - a[1] - t * (b[1] - a[1]))
          const cell = row * memory.columns + column
          if (Math.abs(apart - widthM / 2) < 1e-6) continue
          const isCut = apart < widthM / 2 && memory.ground[cell] === 1
          if (isCut) expected++
          expect(memory.minutes[cell]).toBe(isCut ? 7 : 0)
        }
      expect(Math.abs(count - expected)).toBeLessThanOrEqual(1)
      expect(unpackGrass(memory, [], packGrass(memory))?.minutes).toEqual(memory.minutes)
    }),
    { numRuns: 60, seed: 8 },
  )
})
