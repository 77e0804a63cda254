import type { CourseFeature } from '@greensward/domain'
import { describe, expect, test } from 'vitest'
import { boxOf, cornersOf, FAIRWAY, fairway, fakeCanvas, GREEN, green, zone } from './fakeCanvas.fixture.ts'

describe('while others change the course', () => {
  test('their changes show beside the draft and never touch it', () => {
    const canvas = fakeCanvas([fairway, green])
    canvas.click(30, 20)
    canvas.drag([60, 40], [65, 45])
    const moved = zone(3, GREEN, boxOf(72, 0, 92, 20))
    canvas.setWorld({ today: [fairway, moved] })
    const state = canvas.send({ type: 'today' })
    expect(state.features[1]).toEqual(moved)
    expect(cornersOf(state.features[0])[2]).toEqual([65, 45])
    expect(state.conflicts).toEqual([])
  })

  test('keeps both a name changed by others and a corner moved here', () => {
    const canvas = fakeCanvas([fairway])
    canvas.click(30, 20)
    canvas.drag([60, 40], [65, 45])
    const renamed = { ...fairway, properties: { ...fairway.properties, title: 'Fairway 9' } } as CourseFeature
    canvas.setWorld({ today: [renamed] })
    const state = canvas.send({ type: 'today' })
    expect(canvas.titles()).toEqual(['Fairway 9'])
    expect(cornersOf(state.features[0])[2]).toEqual([65, 45])
    expect(state.notice?.key).toBe('merged')
    expect(canvas.send({ type: 'undo' }).features).toEqual([renamed])
  })

  const theirs = zone(1, FAIRWAY, boxOf(-3, 0, 60, 40))
  const conflicted = () => {
    const canvas = fakeCanvas([fairway])
    canvas.click(30, 20)
    canvas.drag([60, 40], [65, 45])
    canvas.setWorld({ today: [theirs] })
    expect(canvas.send({ type: 'today' }).conflicts.map(({ id }) => id)).toEqual([fairway.id])
    return canvas
  }

  test('of two shapes of one thing a person chooses theirs, mine or both', () => {
    const first = conflicted().send({ type: 'settle', id: fairway.id, whose: 'theirs' })
    expect(first.features).toEqual([theirs])
    expect(first.conflicts).toEqual([])
    const canvas = conflicted()
    const second = canvas.send({ type: 'settle', id: fairway.id, whose: 'mine' })
    expect(cornersOf(second.features[0])[2]).toEqual([65, 45])
    expect(second.draft.updated[0]?.[0]).toEqual(theirs)
    expect(canvas.send({ type: 'undo' }).features).toEqual([theirs])
    const third = conflicted().send({ type: 'settle', id: fairway.id, whose: 'both' })
    expect(third.features).toHaveLength(2)
    expect(third.draft.added).toHaveLength(1)
  })

  test('an object deleted by others can be restored or dropped', () => {
    const canvas = fakeCanvas([fairway])
    canvas.click(30, 20)
    canvas.drag([60, 40], [65, 45])
    canvas.setWorld({ today: [] })
    expect(canvas.send({ type: 'today' }).conflicts).toHaveLength(1)
    expect(canvas.send({ type: 'settle', id: fairway.id, whose: 'mine' }).draft.added).toHaveLength(1)
  })

  test('drops a draft that the server stored although its answer was lost', () => {
    const canvas = fakeCanvas([])
    const made = canvas.draw('area', boxOf(0, 0, 10, 10)).features
    canvas.setWorld({ today: made })
    expect(canvas.send({ type: 'today' }).draft.added).toEqual([])
  })
})
