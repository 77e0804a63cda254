import { expect, test } from 'vitest'
import { drawingOf } from './drawingOf.ts'
import { boxOf, cornersOf, FAIRWAY, fakeCanvas, ROUGH, words, zone } from './fakeCanvas.fixture.ts'

const left = zone(1, FAIRWAY, boxOf(0, 0, 60, 40))
const right = zone(2, ROUGH, boxOf(60, 0, 100, 40))

/** Both zones on the map, and the left one selected. */
const neighbours = () => {
  const canvas = fakeCanvas([left, right])
  canvas.click(30, 20)
  return canvas
}

test('a corner that two zones share is moved for both, as one step', () => {
  const canvas = neighbours()
  const { features, history } = canvas.drag([60, 40], [65, 45])
  expect(cornersOf(features[0])[2]).toEqual([65, 45])
  expect(cornersOf(features[1])[3]).toEqual([65, 45])
  expect(history.done).toHaveLength(1)
  expect(canvas.send({ type: 'undo' }).features).toEqual([left, right])
})

test('while it is dragged, both are drawn with it', () => {
  const canvas = neighbours()
  canvas.hold('down', 60, 40)
  canvas.hold('drag', 65, 45)
  expect(drawingOf(canvas.state(), canvas.world(), words).things.map(({ moved }) => moved !== null)).toEqual([
    true,
    true,
  ])
})

test('a new corner on a shared edge is a corner of both', () => {
  const { features } = neighbours().drag([60, 20], [66, 20])
  expect(cornersOf(features[0])).toContainEqual([66, 20])
  expect(cornersOf(features[1])).toContainEqual([66, 20])
  expect(cornersOf(features[1])).toHaveLength(5)
})

test.each(['Alt', 'no snapping', 'a busy neighbour', 'a hidden neighbour'])('with %s the neighbour stays', how => {
  const canvas = neighbours()
  if (how === 'no snapping') canvas.send({ type: 'snaps', on: false })
  if (how === 'a busy neighbour') canvas.setWorld({ busy: new Set([right.id]) })
  if (how === 'a hidden neighbour') canvas.setWorld({ isShown: ({ id }) => id !== right.id })
  const { features } = canvas.drag([60, 40], [55, 45], { alt: how === 'Alt' })
  expect(cornersOf(features[0])[2]).toEqual([55, 45])
  expect(features[1]).toEqual(right)
})

test('an arrow key moves a shared corner for both', () => {
  const canvas = neighbours()
  canvas.click(60, 40)
  const { features } = canvas.key('ArrowUp', true)
  expect(cornersOf(features[0])[2]).toEqual([60, 41])
  expect(cornersOf(features[1])[3]).toEqual([60, 41])
})

test('a corner within a common boundary is deleted from both, as one step', () => {
  const canvas = neighbours()
  canvas.drag([60, 20], [66, 20])
  canvas.click(66, 20)
  const { features, history } = canvas.key('Delete')
  expect(cornersOf(features[0])).toEqual(cornersOf(left))
  expect(cornersOf(features[1])).toEqual(cornersOf(right))
  expect(history.done).toHaveLength(2)
  expect(cornersOf(canvas.send({ type: 'undo' }).features[1])).toContainEqual([66, 20])
})

test('without snapping, only the selected zone loses the corner', () => {
  const canvas = neighbours()
  canvas.drag([60, 20], [66, 20])
  canvas.send({ type: 'snaps', on: false })
  canvas.click(66, 20)
  const { features } = canvas.key('Delete')
  expect(cornersOf(features[0])).toHaveLength(4)
  expect(cornersOf(features[1])).toContainEqual([66, 20])
})

test('the corner where two boundaries part stays a corner of the neighbour', () => {
  const canvas = neighbours()
  canvas.click(60, 40)
  const { features } = canvas.key('Delete')
  expect(cornersOf(features[0])).toHaveLength(3)
  expect(features[1]).toEqual(right)
})
