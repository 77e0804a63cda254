import type { Mission } from '@greensward/domain'
import { expect, test } from 'vitest'
import { nextOnGround } from './useShownMissions.ts'

const mission = (id: string, changes: Partial<Mission> = {}): Mission =>
  ({ id, status: 'planned', target: { kind: 'zone', featureId: 'green' }, ...changes }) as Mission
const shown = (missions: readonly Mission[], selected: string | null = null): readonly string[] =>
  nextOnGround(missions, selected).map(({ id }) => id)

test('of several missions on one green the next is drawn, and the one that is selected', () => {
  expect(shown([mission('early'), mission('late')])).toEqual(['early'])
  expect(shown([mission('early'), mission('late')], 'late')).toEqual(['early', 'late'])
})

test('all that are active are drawn, and missions on other ground', () => {
  const cell = (index: number) => ({
    target: { kind: 'zone' as const, featureId: 'green', cell: { index, count: 2 } as never },
  })
  expect(shown([mission('one', { status: 'working' }), mission('two', { status: 'stopped' })])).toEqual(['one', 'two'])
  expect(shown([mission('one', cell(0)), mission('two', cell(1))])).toEqual(['one', 'two'])
  const drive = { target: { kind: 'drive' as const, featureId: 'base' } }
  expect(shown([mission('one', drive), mission('two', drive)])).toEqual(['one', 'two'])
})
