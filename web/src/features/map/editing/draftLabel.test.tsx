import { EMPTY_DIFF } from '@greensward/domain'
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { loadAllTexts, startLanguage } from '../../../i18n/index.ts'
import { bunker, fairway, fakeCanvas, green } from '../../../map-editor/fakeCanvas.fixture.ts'
import { draftLabel } from './draftLabel.ts'

beforeAll(async () => {
  await startLanguage()
  await loadAllTexts()
})

const steps = (...labels: readonly string[]) => ({
  done: labels.map(label => ({ label, diff: EMPTY_DIFF, join: null })),
  undone: [],
})

test('a draft of one step is called after it', () => {
  const draft = { ...EMPTY_DIFF, updated: [[fairway, fairway]] as const, removed: [green] }
  expect(draftLabel(steps('Merge 2 objects', 'Merge 2 objects'), draft, i18next.t)).toBe('Merge 2 objects')
})

test('a draft of many steps counts its objects', () => {
  const many = steps('Draw Zone 1', 'Move a corner of Zone 1', 'Change Zone 1', 'Draw Bunker 2')
  expect(draftLabel(many, { ...EMPTY_DIFF, added: [fairway] }, i18next.t)).toBe('Draw Zone 1')
  const draft = { added: [fairway], updated: [[bunker, bunker]] as const, removed: [green] }
  expect(draftLabel(many, draft, i18next.t)).toBe('Draw Zone 1 and 2 more')
  expect(draftLabel(many, { ...EMPTY_DIFF, removed: [green] }, i18next.t)).toBe('Delete Zone 3')
})

test('drawing two things and reshaping one is two objects in the history', () => {
  const canvas = fakeCanvas([])
  canvas.draw('wc', [[0, 0]])
  canvas.draw('garage', [[20, 0]])
  const { history, draft } = canvas.state()
  expect(draftLabel(history, draft, i18next.t)).toMatch(/ and 1 more$/)
})
