import { importTarget } from '@greensward/domain'
import type { TFunction } from 'i18next'
import { expect, test } from 'vitest'
import { targetChoices } from './importTargets.ts'

const t = ((key: string) => key) as unknown as TFunction
const zoneTypes = [
  {
    id: '7d1c3f0e-0000-4000-8000-000000000001',
    name: 'Green',
    color: '#17A73F',
    directions: ['12-6' as const],
    allowsIntersection: false,
    mowable: true,
    updatedAt: '2026-05-01T05:00:00.000Z',
  },
]

test.each(['area', 'ring', 'line', 'point'] as const)('every choice for a %s is one that the server takes', shape => {
  const values = targetChoices(shape, zoneTypes, t).map(({ value }) => value)
  expect(values.length).toBeGreaterThan(3)
  for (const value of values) expect(importTarget.safeParse(value).success, value).toBe(true)
})

test('a closed line may become a zone and a road, an open one no zone', () => {
  const of = (shape: 'ring' | 'line') => targetChoices(shape, zoneTypes, t).map(({ value }) => value.split(':')[0])
  expect(of('ring')).toEqual(expect.arrayContaining(['zone', 'road']))
  expect(of('line')).not.toContain('zone')
})
