import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boxIndex } from './boxIndex.ts'
import { boxesMeet } from './courseGeometry.ts'

const coordinate = fc.integer({ min: -50, max: 50 })
const anyBox = fc
  .tuple(coordinate, coordinate, fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 }))
  .map(([minX, minY, width, height]) => ({ minX, minY, maxX: minX + width, maxY: minY + height }))

test('finds exactly the boxes that asking each of them finds', () => {
  fc.assert(
    fc.property(fc.array(anyBox, { maxLength: 600 }), anyBox, (boxes, asked) => {
      const expected = boxes.flatMap((box, i) => (boxesMeet(box, asked) ? [i] : []))
      expect(boxIndex(boxes).meeting(asked)).toEqual(expected)
    }),
    { seed: 7, numRuns: 200 },
  )
})
