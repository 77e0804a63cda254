import { AUDIT_ACTIONS } from '@greensward/domain'
import { expect, test } from 'vitest'
import texts from '../i18n/audit/en.json' with { type: 'json' }

test('has words for every action that the server can record', () => {
  const things = new Set(Object.keys(texts.things))
  const deeds = new Set(Object.keys(texts.deeds))
  const wordless = AUDIT_ACTIONS.filter(name => {
    const [thing = '', ...deed] = name.split('.')
    return !things.has(thing) || !deeds.has(deed.join('_'))
  })
  expect(wordless).toEqual([])
})
