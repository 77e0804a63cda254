import { ACTIONS } from '@greensward/domain'
import { ERROR_STATUS, said } from '@greensward/messages'
import { englishText } from '@greensward/messages/english'
import { describe, expect, test } from 'vitest'
import { allCalls } from './allCalls.ts'
import type { Call } from './call.ts'
import { ERROR_TEXT, errorKind } from './errors.ts'

const all: readonly (readonly [string, Call])[] = Object.entries(allCalls).flatMap(([group, members]) =>
  Object.entries(members).map(([name, call]) => [`${group}.${name}`, call] as const),
)

describe('the calls', () => {
  test('each method and path occurs once', () => {
    const ways = all.map(([, { method, path }]) => `${method} ${path.replace(/\{[^}]*\}/g, '{}')}`)
    expect(ways.filter((way, i) => ways.indexOf(way) !== i)).toEqual([])
  })

  test.each(all)('%s names the parameters of its path, and somebody who may call it', (_, { path, params, who }) => {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1])
    expect(Object.keys(params?.shape ?? {})).toEqual(inPath)
    expect(['anyone', 'user', 'device', 'display', ...ACTIONS]).toContain(who)
  })

  test('the calls of the specification are exactly as it writes them', () => {
    const ways = new Set(all.map(([, { method, path }]) => `${method} ${path}`))
    for (const way of [
      'POST auth/token/refresh',
      'POST auth/logout',
      'GET settings',
      'GET settings/roles',
      'GET profile',
      'GET ws/config',
    ])
      expect(ways).toContain(way)
  })
})

test('every kind of error has a status of its own class, and the catalogue its exact texts', () => {
  expect(Object.keys(ERROR_STATUS).toSorted()).toEqual(errorKind.options.toSorted())
  for (const status of Object.values(ERROR_STATUS)) expect(status).toBeGreaterThanOrEqual(400)
  for (const code of ['wrongCredentials', 'wrongCode', 'zoneIntersects', 'zoneBusyEdit', 'zoneBusyDelete'] as const)
    expect(englishText(said(code))).toBe(ERROR_TEXT[code])
  expect(ERROR_TEXT).toEqual({
    wrongCredentials: 'Incorrect username or password. Try again',
    wrongCode: 'Incorrect code. Try again',
    zoneIntersects: 'Polygon intersections are not allowed for this zone type',
    zoneBusyEdit: 'Edit zone prohibited while mission is working',
    zoneBusyDelete: 'Delete zone prohibited while mission is working',
    roles: 'error was during get list of roles',
    boundary: 'Ops, looks like something went wrong',
    error: 'Error',
  })
})
