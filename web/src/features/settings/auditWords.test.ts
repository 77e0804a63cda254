import { AUDIT_ACTIONS } from '@greensward/domain'
import { expect, test } from 'vitest'
import texts from '../../i18n/audit/en.json' with { type: 'json' }

test('has words for every action that the server can record', () => {
  const things = new Set(Object.keys(texts.things))
  const actions = new Set(Object.keys(texts.actions))
  const wordless = AUDIT_ACTIONS.filter(name => {
    const [thing = '', ...action] = name.split('.')
    return !things.has(thing) || !actions.has(action.join('_'))
  })
  expect(wordless).toEqual([])
})
