import { FEATURE_KINDS, type FeatureKind, type ZoneType } from '@greensward/domain'
import { expect, test } from 'vitest'
import { keyOfKind, keyOfTool, keyOfZoneType, toolOfKey } from './toolKeys.ts'

const TYPES = ['Green', 'Fairway'].map(
  (name, index): ZoneType => ({
    id: `00000000-0000-4000-8000-00000000000${index}`,
    name,
    color: '#00ff00',
    directions: ['12-6'],
    allowsIntersection: false,
    mowable: true,
    updatedAt: '2026-01-01T00:00:00Z',
  }),
)
const TOOLS = ['select', 'box', 'move', 'split', 'cut', 'measure'] as const

test('each kind and each tool has a key of its own that takes it up', () => {
  const kinds = FEATURE_KINDS.filter(kind => kind !== 'zone')
  const keys = [...kinds.map(keyOfKind), ...TOOLS.map(keyOfTool), ...TYPES.map((_, index) => keyOfZoneType(index))]
  expect(new Set(keys).size).toBe(kinds.length + TOOLS.length + TYPES.length)
  for (const kind of kinds)
    expect(toolOfKey(keyOfKind(kind) ?? '', FEATURE_KINDS, TYPES)).toEqual({
      kind: 'draw',
      feature: kind,
      zoneTypeId: null,
    })
  for (const kind of TOOLS) expect(toolOfKey(keyOfTool(kind) ?? '', FEATURE_KINDS, TYPES)).toEqual({ kind })
})

test('digits draw the zone types in their order, and capital letters are letters', () => {
  expect(toolOfKey('2', FEATURE_KINDS, TYPES)).toEqual({ kind: 'draw', feature: 'zone', zoneTypeId: TYPES[1]?.id })
  expect(toolOfKey('3', FEATURE_KINDS, TYPES)).toBeUndefined()
  expect(toolOfKey('0', FEATURE_KINDS, TYPES)).toBeUndefined()
  expect(toolOfKey('H', FEATURE_KINDS, TYPES)).toMatchObject({ feature: 'hole' })
})

test('what a person may not draw has no key', () => {
  const roads: readonly FeatureKind[] = ['road']
  expect(toolOfKey('h', roads, TYPES)).toBeUndefined()
  expect(toolOfKey('1', roads, TYPES)).toBeUndefined()
  expect(toolOfKey('r', roads, TYPES)).toMatchObject({ feature: 'road' })
})
