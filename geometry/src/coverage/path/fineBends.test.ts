import { expect, test } from 'vitest'
import type { XY } from '../../units.ts'
import type { Leg } from '../plan.ts'
import { fineBends } from './fineBends.ts'

const CHORDS = 6
/** A left bend of 90 degrees round the origin, between two straight pieces. */
const arc = Array.from({ length: CHORDS + 1 }, (_, i): XY => {
  const angle = (Math.PI / 2) * (i / CHORDS)
  return [Math.cos(angle), Math.sin(angle)]
})
const drive: Leg[] = [
  { kind: 'lap', bladeOn: true, points: [[1, -5], ...arc.slice(0, 3)] },
  { kind: 'transit', bladeOn: false, points: [...arc.slice(2), [-5, 1]] },
]

test('leaves a drive alone on which the body keeps its margin', () => {
  expect(fineBends(drive, 1, () => true)).toBe(drive)
})

test('halves the chords of an arc twice at most, along the arc, where the body comes too near', () => {
  const fine = fineBends(drive, 1, () => false)
  const points = fine.flatMap(leg => leg.points)
  expect(points).toHaveLength(2 + 4 * CHORDS + 2)
  for (const [x, y] of points.slice(1, -1)) expect(Math.hypot(x, y)).toBeCloseTo(1, 3)
  expect(fine[0]?.points.at(-1)).toEqual(fine[1]?.points[0])
  expect(fine.map(({ kind, bladeOn }) => ({ kind, bladeOn }))).toEqual(
    drive.map(({ kind, bladeOn }) => ({ kind, bladeOn })),
  )
})

test('halves the chords on either side of the bend alone at which the body comes too near', () => {
  const [at] = arc.slice(4)
  const [first, second] = fineBends(drive, 1, place => place !== at)
  expect(first).toEqual(drive[0])
  expect(second?.points.filter(point => !arc.includes(point))).toHaveLength(4 + 1)
})

test('keeps a corner between straight pieces as it is', () => {
  const corner: Leg[] = [
    {
      kind: 'lap',
      bladeOn: true,
      points: [
        [0, 0],
        [5, 0],
        [5, 5],
      ],
    },
  ]
  expect(fineBends(corner, 1, () => false)).toEqual(corner)
})
