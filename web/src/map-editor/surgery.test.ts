import { describe, expect, test } from 'vitest'
import {
  areaOf,
  boxOf,
  bunker,
  cornersOf,
  fairway,
  fakeCanvas,
  green,
  idOf,
  path,
  ROUGH,
  zone,
} from './fakeCanvas.fixture.ts'
import { mayMeet } from './surgery.ts'

describe('surgery', () => {
  test('a line across splits an area; the first part keeps the name', () => {
    const canvas = fakeCanvas([fairway])
    canvas.click(30, 20)
    canvas.use({ kind: 'split' })
    canvas.click(20, -5)
    canvas.click(20, 45)
    const state = canvas.key('Enter')
    expect(canvas.titles()).toEqual(['Zone 1', 'Zone 1 2'])
    expect(state.features.map(areaOf)).toEqual([1_600, 800])
    expect(state.features[0]?.id).toBe(fairway.id)
  })

  test('a line that does not cross is refused, and nothing changes', () => {
    const canvas = fakeCanvas([fairway])
    canvas.click(30, 20)
    canvas.use({ kind: 'split' })
    canvas.click(20, -5)
    canvas.click(20, 15)
    expect(canvas.key('Enter').notice?.key).toBe('splitMissed')
    expect(canvas.state().features).toEqual([fairway])
  })

  test('a road is split where the line crosses it and made one again', () => {
    const canvas = fakeCanvas([path])
    canvas.click(0, 50)
    canvas.use({ kind: 'split' })
    canvas.click(50, 40)
    canvas.click(50, 60)
    const split = canvas.key('Enter')
    expect(split.features.map(feature => cornersOf(feature).length)).toEqual([3, 2])
    expect(canvas.send({ type: 'merge' }).features).toHaveLength(1)
  })

  test('areas that touch are merged, areas apart and things of two kinds are refused', () => {
    const canvas = fakeCanvas([fairway, zone(5, ROUGH, boxOf(60, 0, 70, 40)), green, bunker])
    canvas.send({ type: 'select', ids: [fairway.id, idOf(5)], how: 'only' })
    const merged = canvas.send({ type: 'merge' })
    expect(merged.features).toHaveLength(3)
    expect(areaOf(merged.features[0])).toBe(2_800)
    canvas.send({ type: 'select', ids: [bunker.id, green.id], how: 'only' })
    expect(canvas.send({ type: 'merge' }).notice?.key).toBe('mergeKinds')
    const apart = fakeCanvas([fairway, green])
    apart.send({ type: 'select', ids: [fairway.id, green.id], how: 'only' })
    expect(apart.send({ type: 'merge' }).notice?.key).toBe('mergeApart')
  })

  test('what was cut out is offered no more, and what only crosses is', () => {
    const canvas = fakeCanvas([fairway, bunker])
    const { plane } = canvas.world()
    expect(mayMeet(fairway, bunker, plane)).toBe(true)
    const [cut] = canvas.send({ type: 'cutOut', from: fairway.id, cutter: bunker.id }).features
    if (cut === undefined) throw new Error('the fairway is gone')
    expect(mayMeet(cut, bunker, plane)).toBe(false)
    // No corner of either lies in the other.
    expect(mayMeet(fairway, zone(8, ROUGH, boxOf(20, -10, 30, 50)), plane)).toBe(true)
    expect(mayMeet(fairway, zone(9, ROUGH, boxOf(60, 0, 80, 40)), plane)).toBe(false)
  })

  test('a restriction is cut out of a fairway, and a drawn shape bites into its edge', () => {
    const canvas = fakeCanvas([fairway, bunker])
    const cut = canvas.send({ type: 'cutOut', from: fairway.id, cutter: bunker.id })
    expect(areaOf(cut.features[0])).toBe(2_300)
    expect(cut.features[1]).toEqual(bunker)
    canvas.click(30, 30)
    canvas.use({ kind: 'cut' })
    for (const [x, y] of boxOf(50, 30, 70, 50)) canvas.click(x, y, { alt: true })
    expect(areaOf(canvas.key('Enter').features[0])).toBe(2_200)
    canvas.send({ type: 'undo' })
    expect(canvas.send({ type: 'undo' }).features).toEqual([fairway, bunker])
  })

  test('cuts nothing without an overlap, and never cuts away a whole object', () => {
    const canvas = fakeCanvas([fairway, green, zone(6, ROUGH, boxOf(-5, -5, 65, 45))])
    expect(canvas.send({ type: 'cutOut', from: fairway.id, cutter: green.id }).notice?.key).toBe('cutMissed')
    expect(canvas.send({ type: 'cutOut', from: fairway.id, cutter: idOf(6) }).notice?.key).toBe('cutAll')
  })
})
