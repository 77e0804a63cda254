import type { XY } from '@greensward/geometry'
import { expect, test } from 'vitest'
import { cornersOf, FAIRWAY, fakeCanvas, ROUGH, road, zone } from './fakeCanvas.fixture.ts'

/** A bunker of 16 corners, 20 m wide. */
const ROUND: readonly XY[] = Array.from({ length: 16 }, (_, i): XY => {
  const turn = (i / 16) * 2 * Math.PI
  return [Math.round(100 * (50 + 10 * Math.cos(turn))) / 100, Math.round(100 * (50 + 10 * Math.sin(turn))) / 100]
})
const round = zone(1, FAIRWAY, ROUND)

const drawing = (...points: readonly XY[]) => {
  const canvas = fakeCanvas([round])
  canvas.use({ kind: 'draw', feature: 'zone', zoneTypeId: ROUGH.id })
  for (const [x, y] of points) canvas.click(x, y)
  return canvas
}

test('the corners of an edge between the last two points are taken, the shorter way', () => {
  const canvas = drawing([70, 50], [60, 50], [50, 60])
  expect(canvas.send({ type: 'followEdge' }).sketch).toMatchObject({ followed: 3 })
  canvas.key('Enter')
  const corners = cornersOf(canvas.state().features[1])
  expect(corners).toHaveLength(6)
  expect(corners.slice(1)).toEqual([[60, 50], ROUND[1], ROUND[2], ROUND[3], [50, 60]])
})

test('against the order of the corners, over the first one of a ring, and from the middle of an edge', () => {
  const canvas = drawing([70, 60], [57.07, 57.07], [57.07, 42.93])
  canvas.send({ type: 'followEdge' })
  canvas.key('Enter')
  expect(cornersOf(canvas.state().features[1]).slice(1)).toEqual([
    [57.07, 57.07],
    ROUND[1],
    ROUND[0],
    ROUND[15],
    [57.07, 42.93],
  ])
})

test('one step takes all of it back', () => {
  const canvas = drawing([70, 50], [60, 50], [50, 60])
  const before = canvas.state().sketch.points
  canvas.send({ type: 'followEdge' })
  expect(canvas.send({ type: 'undo' }).sketch.points).toEqual(before)
  expect(canvas.send({ type: 'undo' }).sketch.points).toHaveLength(2)
})

test('says so where no edge with corners is under both points', () => {
  const canvas = drawing([70, 50], [80, 50])
  expect(canvas.send({ type: 'followEdge' })).toMatchObject({ notice: { tone: 'refused', key: 'noEdge' } })
  expect(canvas.state().sketch.points).toHaveLength(2)
  // Neighbouring corners have nothing between them.
  const next = drawing([60, 50], ROUND[1] ?? [0, 0])
  expect(next.send({ type: 'followEdge' }).notice?.key).toBe('noEdge')
})

test('a line is followed from its one end to the other, and never around', () => {
  const path = [
    [0, 0],
    [5, 0],
    [5, 5],
    [0, 5],
  ] as const
  const canvas = fakeCanvas([road(2, path)])
  canvas.use({ kind: 'draw', feature: 'road', zoneTypeId: null })
  canvas.click(0, 5)
  canvas.click(0, 0)
  expect(canvas.send({ type: 'followEdge' }).sketch.followed).toBe(2)
})
