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

  test('of two shapes of one thing a person chooses theirs or mine', () => {
    const first = conflicted().send({ type: 'settle', id: fairway.id, whose: 'theirs' })
    expect(first.features).toEqual([theirs])
    expect(first.conflicts).toEqual([])
    const canvas = conflicted()
    const second = canvas.send({ type: 'settle', id: fairway.id, whose: 'mine' })
    expect(cornersOf(second.features[0])[2]).toEqual([65, 45])
    expect(second.draft.updated[0]?.[0]).toEqual(theirs)
    expect(canvas.send({ type: 'undo' }).features).toEqual([theirs])
  })

  test('keeps of each field what the person chose, and all that only one of both changed', () => {
    const canvas = fakeCanvas([fairway])
    canvas.click(30, 20)
    canvas.drag([60, 40], [65, 45])
    const of = (feature: CourseFeature | undefined, properties: object): CourseFeature =>
      ({ ...feature, properties: { ...feature?.properties, ...properties } }) as CourseFeature
    const [moved] = canvas.state().features
    if (moved === undefined) throw new Error('the fairway is gone')
    canvas.send({
      type: 'edit',
      label: 'Rename',
      diff: { added: [], updated: [[moved, of(moved, { title: 'Mine' })]], removed: [] },
      join: null,
    })
    canvas.setWorld({ today: [of(theirs, { title: 'Theirs', rainModeRestricted: true })] })
    const [conflict] = canvas.send({ type: 'today' }).conflicts
    expect(conflict?.fields).toEqual(['geometry', 'title'])
    const after = canvas.send({ type: 'settle', id: fairway.id, whose: { mine: ['title'] } })
    expect(after.conflicts).toEqual([])
    expect(after.features).toEqual([of(theirs, { title: 'Mine', rainModeRestricted: true })])
    expect(after.draft.updated.map(([before]) => before)).toEqual([
      of(theirs, { title: 'Theirs', rainModeRestricted: true }),
    ])
    expect(after.draft.added).toEqual([])
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
