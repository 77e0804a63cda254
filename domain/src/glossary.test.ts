import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import * as contract from './contract/index.ts'
import * as domain from './index.ts'

/** Every member of every enumeration in a schema, however deep it is. */
const members = (value: unknown, seen: Set<unknown>): string[] => {
  if (typeof value !== 'object' || value === null || seen.has(value)) return []
  seen.add(value)
  if (value instanceof z.ZodEnum) return value.options.map(String)
  if (value instanceof z.ZodLiteral) return [...value.values].filter(word => typeof word === 'string')
  if (value instanceof z.ZodType) return members(value.def, seen)
  return Object.values(value).flatMap(part => members(part, seen))
}

const glossary = readFileSync(resolve(import.meta.dirname, '../../docs/glossary.md'), 'utf8')
const explained = new Set([...glossary.matchAll(/`([^`]+)`/g)].map(match => match[1]))

test('every member of every enumeration of the domain is in the glossary', () => {
  // Of the tables of calls only what goes over the wire counts, not method names.
  const schemas = { ...domain, ...contract }
  const words = [
    ...members(schemas, new Set()),
    ...domain.MISSION_EVENTS,
    ...domain.ACTIONS,
    ...domain.FEATURE_KINDS,
  ].filter(word => word !== '')
  expect(new Set(words).size).toBeGreaterThan(100)
  const missing = [...new Set(words)].filter(word => !explained.has(word))
  expect(missing).toEqual([])
})

test('the words that this product uses in its own sense are explained', () => {
  for (const word of [
    'course',
    'heading',
    'track',
    'bearing',
    'boundary',
    'obstacle',
    'lap',
    'cleaning cycle',
    'swath',
    'transit',
    'working width',
    'fix type',
  ])
    expect(glossary).toMatch(new RegExp(`\\*\\*${word}\\*\\*`))
})
