import { expect, test } from 'vitest'
import { calls } from './index.ts'
import texts from './summaries.json' with { type: 'json' }
import { summaryOf } from './summaries.ts'

const namesOf = (groups: Readonly<Record<string, object>>): readonly string[] =>
  Object.entries(groups)
    .flatMap(([group, members]) => Object.keys(members).map(name => `${group}.${name}`))
    .sort()

test('every call has a summary, and no summary is left of a call that is gone', () => {
  expect(namesOf(texts)).toEqual(namesOf(calls))
  expect(summaryOf('mowers', 'stopAll')).toMatch(/stop/i)
  expect(() => summaryOf('mowers', 'fly')).toThrow('mowers.fly')
})
