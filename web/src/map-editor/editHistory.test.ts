import { type CourseFeature, EMPTY_DIFF } from '@greensward/domain'
import { expect, test } from 'vitest'
import { edit, NO_EDITS, redo, totalOf, undo, withDraft } from './editHistory.ts'

const note = (id: string, label: string): CourseFeature => ({
  type: 'Feature',
  id,
  kind: 'note',
  geometry: { type: 'Point', coordinates: [0, 0] },
  properties: { label, author: 'Mara', time: '2026-11-20T05:42:00.000Z' },
})
const a = note('a', 'wet')
const b = note('b', 'dry')
const rename = (from: CourseFeature, label: string) => ({
  ...EMPTY_DIFF,
  updated: [[from, note(from.id, label)]] as const,
})

test('an edit is undone and redone, and a new edit forgets what was undone', () => {
  const first = edit(NO_EDITS, 'add b', { ...EMPTY_DIFF, added: [b] })
  const second = edit(first, 'rename a', rename(a, 'very wet'))
  expect(totalOf(undo(second))).toEqual({ ...EMPTY_DIFF, added: [b] })
  expect(redo(undo(second))).toEqual(second)
  expect(edit(undo(second), 'remove a', { ...EMPTY_DIFF, removed: [a] }).undone).toEqual([])
})

test('a title that is typed letter by letter is one step', () => {
  const one = edit(NO_EDITS, 'rename', rename(a, 'v'), 'a label')
  const two = edit(one, 'rename', rename(note('a', 'v'), 've'), 'a label')
  expect(two.done).toHaveLength(1)
  expect(totalOf(two).updated).toEqual([[a, note('a', 've')]])
})

test('typing back what stood there before leaves no step', () => {
  const typed = edit(NO_EDITS, 'rename', rename(a, 'x'), 'a label')
  expect(edit(typed, 'rename', rename(note('a', 'x'), 'wet'), 'a label').done).toEqual([])
})

test('something drawn and deleted again changes nothing', () => {
  const drawn = edit(NO_EDITS, 'add', { ...EMPTY_DIFF, added: [b] })
  expect(totalOf(edit(drawn, 'remove', { ...EMPTY_DIFF, removed: [b] }))).toEqual(EMPTY_DIFF)
})

test("others' changes show beside the draft and never replace what it touches", () => {
  const draft = totalOf(edit(NO_EDITS, 'rename a', rename(a, 'mine')))
  const today = [note('a', 'theirs'), note('b', 'changed')]
  expect(withDraft(today, draft).map(feature => feature.kind === 'note' && feature.properties.label)).toEqual([
    'mine',
    'changed',
  ])
})
