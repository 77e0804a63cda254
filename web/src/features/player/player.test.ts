import { expect, test } from 'vitest'
import { greenText } from './greenText.ts'
import { NEW_CARD, readCard, strokeIndexes, totalOf, withStrokes } from './scorecard.ts'
import { cameraOnCart } from './useCamera.ts'

test('a scorecard counts what was played, against the par of that alone', () => {
  const holes = [
    { id: 'a', par: 4 },
    { id: 'b', par: 3 },
    { id: 'c', par: 5 },
  ]
  const card = withStrokes(withStrokes({ ...NEW_CARD, players: ['Ann', 'Ben'] }, 'a', 0, 5), 'b', 0, 3)
  expect(totalOf(card, 0, holes)).toEqual({ strokes: 8, toPar: 1 })
  expect(totalOf(card, 1, holes)).toEqual({ strokes: 0, toPar: 0 })
  expect(totalOf(withStrokes(card, 'c', 1, -3), 1, holes).strokes).toBe(0)
})

test('ratings are stroke indexes where they are 1 to the number of holes, each once', () => {
  const holes = (...ratings: readonly number[]) => ratings.map((rating, index) => ({ id: `hole ${index + 1}`, rating }))
  expect([...(strokeIndexes(holes(3, 1, 2)) ?? [])]).toEqual([
    ['hole 1', 3],
    ['hole 2', 1],
    ['hole 3', 2],
  ])
  for (const other of [holes(), holes(4, 4, 4), holes(1, 2, 2), holes(1, 2.5, 3), holes(1, 2, 4)])
    expect(strokeIndexes(other)).toBeNull()
})

test('a card that was kept is read, and anything else is a new one', () => {
  const card = withStrokes(NEW_CARD, 'a', 0, 4)
  expect(readCard(JSON.stringify(card))).toEqual(card)
  for (const text of [null, '', '{', '[]', '{"players":[],"strokes":{}}', '{"players":[1],"strokes":{}}'])
    expect(readCard(text)).toEqual(NEW_CARD)
})

test('distances are whole metres, or yards for those who count in feet', () => {
  expect(greenText(265.6, 'metric')).toBe('266')
  expect(greenText(91.44, 'imperial')).toBe('100')
  expect(greenText(null, 'metric')).toBe('–')
})

test('outside a hole view the setting turns the map, and only free map mode keeps a manual zoom', () => {
  for (const degree of [0, 75]) {
    expect(cameraOnCart('cart', { degree, defaultZoom: 17 })).toEqual({ rotationDeg: degree, zoom: 17 })
    expect(cameraOnCart('fixedMap', { degree, defaultZoom: 17 })).toEqual({ rotationDeg: degree })
  }
})
