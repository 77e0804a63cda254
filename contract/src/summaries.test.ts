import { expect, test } from 'vitest'
import { allCalls } from './allCalls.ts'
import texts from './summaries.json' with { type: 'json' }
import { summaryOf } from './summaries.ts'

const namesOf = (groups: Readonly<Record<string, object>>): readonly string[] =>
  Object.entries(groups)
    .flatMap(([group, members]) => Object.keys(members).map(name => `${group}.${name}`))
    .sort()

test('every call has a summary, and no summary is left of a call that is gone', () => {
  expect(namesOf(texts)).toEqual(namesOf(allCalls))
  expect(summaryOf('mowers', 'stopAll')).toMatch(/stop/i)
  expect(() => summaryOf('mowers', 'fly')).toThrow('mowers.fly')
})
