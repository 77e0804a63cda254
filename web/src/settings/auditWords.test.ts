import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cartMessageKind, MISSION_EVENTS, orderStatus } from '@greensward/domain'
import { expect, test } from 'vitest'
import texts from '../i18n/audit/en.json' with { type: 'json' }

const SERVER = join(import.meta.dirname, '..', '..', '..', 'server', 'src')

const sources = (readdirSync(SERVER, { recursive: true }) as string[])
  .filter(path => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map(path => readFileSync(join(SERVER, path), 'utf8'))

/** What a pattern with one group finds in all of the server. */
const found = (pattern: RegExp): readonly string[] =>
  sources.flatMap(source => [...source.matchAll(pattern)].map(([, name = '']) => name))

test('everything that the server writes into the record has words', () => {
  const nouns = found(/\bnoun: '(\w+)'/g)
  const names = [
    ...found(/\baction: '(\w+\.[\w.]+)'/g),
    ...found(/auditCommand\(\w+, '(\w+\.\w+)'/g),
    ...found(/\btell\(user, '(\w+\.\w+)'/g),
    ...nouns.flatMap(noun => ['create', 'update', 'delete'].map(action => `${noun}.${action}`)),
    ...MISSION_EVENTS.map(event => `mission.${event}`),
    ...orderStatus.options.map(status => `order.${status}`),
    ...cartMessageKind.exclude(['noGo']).options.map(kind => `cart.${kind}`),
    'mower.serviced',
    'weather.accepted',
    'weather.declined',
  ]
  expect(names.length).toBeGreaterThan(80)
  const things = new Set(Object.keys(texts.things))
  const actions = new Set(Object.keys(texts.actions))
  const wordless = names.filter(name => {
    const [thing = '', ...action] = name.split('.')
    return !things.has(thing) || !actions.has(action.join('_'))
  })
  expect(wordless).toEqual([])
})
