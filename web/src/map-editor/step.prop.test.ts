import { applyDiff, type CourseFeature, courseProblems, FEATURE_KINDS, sameFeature } from '@greensward/domain'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { totalOf } from './editHistory.ts'
import type { EditorEvent, EditorState, Tool } from './editorState.ts'
import {
  boxOf,
  FAIRWAY,
  type FakeCanvas,
  fakeCanvas,
  GREEN,
  idOf,
  restriction,
  road,
  zone,
} from './fakeCanvas.fixture.ts'
import { readDraft, writeDraft } from './storedDraft.ts'

const today: readonly CourseFeature[] = [
  zone(1, FAIRWAY, boxOf(0, 0, 60, 40)),
  restriction(2, boxOf(10, 10, 20, 20)),
  zone(3, GREEN, boxOf(60, 0, 90, 20)),
  road(4, [
    [-10, 50],
    [30, 50],
    [70, 50],
  ]),
]

const place = fc.integer({ min: -10, max: 95 })
const kinds = ['select', 'box', 'move', 'split', 'cut', 'measure'] as const
type Doing = (canvas: FakeCanvas) => EditorState

const event =
  (happening: EditorEvent): Doing =>
  canvas =>
    canvas.send(happening)
const key = fc.constantFrom('Escape', 'Enter', 'Enter', 'Backspace', 'Delete', 'Tab', 'ArrowUp', 'ArrowLeft')

const doing: fc.Arbitrary<Doing> = fc.oneof(
  fc.tuple(place, place, fc.boolean()).map(
    ([x, y, shift]): Doing =>
      canvas =>
        canvas.click(x, y, { shift }),
  ),
  fc.tuple(place, place, place, place, fc.boolean()).map(
    ([x1, y1, x2, y2, touch]): Doing =>
      canvas =>
        canvas.drag([x1, y1], [x2, y2], { touch }),
  ),
  // From a corner to somewhere, so that drags often take hold of something.
  fc.tuple(fc.constantFrom([0, 0], [60, 0], [60, 40], [0, 40], [30, 0], [90, 20], [10, 10]), place, place).map(
    ([[x = 0, y = 0], x2, y2]): Doing =>
      canvas =>
        canvas.drag([x, y], [x2, y2]),
  ),
  key.map(
    (name): Doing =>
      canvas =>
        canvas.key(name),
  ),
  fc.constantFrom(...kinds).map(
    (kind): Doing =>
      canvas =>
        canvas.use({ kind } as Tool),
  ),
  fc.constantFrom(...FEATURE_KINDS).map(
    (feature): Doing =>
      canvas =>
        canvas.use({ kind: 'draw', feature, zoneTypeId: null }),
  ),
  fc
    .constantFrom<EditorEvent[]>(
      { type: 'undo' },
      { type: 'redo' },
      { type: 'merge' },
      { type: 'removeSelection' },
      { type: 'cutOut', from: idOf(1), cutter: idOf(2) },
      { type: 'select', ids: [idOf(1)], how: 'only' },
      { type: 'select', ids: [idOf(3)], how: 'toggle' },
      { type: 'moveBy', eastM: 3, northM: -2 },
      { type: 'giveUp' },
      { type: 'leave' },
    )
    .map(event),
)
const doings = fc.array(doing, { minLength: 1, maxLength: 40 })
const run = { seed: 5, numRuns: 150 }

const sameCourse = (a: readonly CourseFeature[], b: readonly CourseFeature[]): boolean => {
  const others = new Map(b.map(feature => [feature.id, feature]))
  return (
    a.length === b.length &&
    a.every(feature => {
      const other = others.get(feature.id)
      return other !== undefined && sameFeature(feature, other)
    })
  )
}

test('after any steps, undo of all leads to the start and redo of all to the end', () => {
  fc.assert(
    fc.property(doings, all => {
      const canvas = fakeCanvas(today)
      for (const act of all) act(canvas)
      canvas.key('Escape')
      canvas.key('Escape')
      canvas.key('Escape')
      // A person who had undone something continues from there.
      const end = canvas.state().features
      const steps = canvas.state().history.done.length
      for (let i = 0; i < steps; i++) canvas.send({ type: 'undo' })
      expect(sameCourse(canvas.state().features, today)).toBe(true)
      for (let i = 0; i < steps; i++) canvas.send({ type: 'redo' })
      expect(sameCourse(canvas.state().features, end)).toBe(true)
    }),
    run,
  )
})

test('after any steps, every invalid object is listed as a fault, and the draft fits the course', () => {
  fc.assert(
    fc.property(doings, all => {
      const canvas = fakeCanvas(today)
      for (const act of all) {
        const { draft, faults, features, history } = act(canvas)
        const applied = applyDiff(today, draft)
        expect(applied.ok && sameCourse(applied.value, features)).toBe(true)
        const total = applyDiff(today, totalOf(history))
        expect(total.ok && sameCourse(total.value, features)).toBe(true)
        const touched = new Set([...draft.added, ...draft.updated.map(([, after]) => after)].map(({ id }) => id))
        const wrong = courseProblems(features, {
          zoneTypes: canvas.world().zoneTypes,
          bounds: null,
          only: touched,
        })
        expect(faults.map(({ featureId, reason }) => `${featureId} ${reason}`)).toEqual(
          wrong.map(({ featureId, reason }) => `${featureId} ${reason}`),
        )
      }
    }),
    { ...run, numRuns: 60 },
  )
})

test('a draft that was written and read again is the same draft', () => {
  fc.assert(
    fc.property(doings, all => {
      const canvas = fakeCanvas(today)
      for (const act of all) act(canvas)
      const { history, features } = canvas.state()
      const read = readDraft(writeDraft(history))
      if (history.done.length + history.undone.length === 0) {
        expect(read).toBeUndefined()
        return
      }
      const other = fakeCanvas(today)
      expect(read).toBeDefined()
      if (read !== undefined) other.send({ type: 'restore', history: read })
      expect(sameCourse(other.state().features, features)).toBe(true)
    }),
    { ...run, numRuns: 60 },
  )
})
