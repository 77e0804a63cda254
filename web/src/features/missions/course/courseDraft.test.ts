import type { PlanBinding, Zone } from '@greensward/domain'
import { expect, test } from 'vitest'
import type { Ground } from '../useGround.ts'
import { countTypes, firstDraft, mowableZones, readDraft } from './courseDraft.ts'

const zone = (id: string, zoneTypeId: string): Zone =>
  ({ id, kind: 'zone', properties: { title: id, zoneTypeId, hiddenForMower: false } }) as unknown as Zone
const ground = {
  features: [
    zone('green 1', 'green'),
    zone('green 2', 'green'),
    zone('fairway 1', 'fairway'),
    zone('rough 1', 'rough'),
  ],
  zoneTypes: ['green', 'fairway', 'rough'].map(id => ({ id, name: id, mowable: true })),
  blades: [],
  mowers: [
    { id: 'wren', inService: false, bladeId: 'reel' },
    { id: 'rook', inService: false, bladeId: 'deck' },
    { id: 'owl', inService: true, bladeId: 'deck' },
  ],
} as unknown as Ground
const zones = mowableZones(ground)
const types = countTypes(ground, zones)

const plan = (zoneTypeId: string, mowerId: string, bladeId: string | null = null): PlanBinding => ({
  zoneTypeIds: [zoneTypeId],
  zoneIds: [],
  exceptZoneIds: [],
  mowers: [{ mowerId, bladeId, zoneTypeIds: null }],
})
const draftFor = (plans: readonly PlanBinding[]) => firstDraft({ ground, zones, types, plans, timeZone: 'UTC' })

test('without standing plans every mower that is ready may mow everything', () => {
  expect(draftFor([])).toMatchObject({ mowerIds: ['wren', 'rook'], mayMow: {} })
})

test('standing plans that name mowers keep a greens mower off the fairways', () => {
  const draft = draftFor([plan('green', 'wren', 'reel'), plan('fairway', 'rook'), plan('rough', 'rook')])
  expect(draft.mowerIds).toEqual(['wren', 'rook'])
  expect(draft.mayMow).toEqual({ wren: ['green'], rook: ['fairway', 'rough'] })
  const { request } = readDraft({ ...draft, typeIds: ['green', 'fairway'] }, zones, new Set(), 'Course', 'UTC')
  expect(request?.mowers).toEqual([
    { mowerId: 'wren', zoneTypeIds: ['green'] },
    { mowerId: 'rook', zoneTypeIds: ['fairway', 'rough'] },
  ])
})

test('a mower that no plan names for any type is not chosen', () => {
  const draft = draftFor(['green', 'fairway', 'rough'].map(type => plan(type, 'wren')))
  expect(draft).toMatchObject({ mowerIds: ['wren'], mayMow: {} })
})

test('a zone with a mission on the day is left out, unless a person mows it twice', () => {
  const draft = draftFor([])
  const read = (mowsTwice: boolean) =>
    readDraft({ ...draft, mowsTwice }, zones, new Set(['green 2', 'rough 1']), 'Course', 'UTC')
  expect(read(false).taken.map(({ id }) => id)).toEqual(['green 2'])
  expect(read(false).request?.zoneIds).toEqual(['green 1'])
  expect(read(true).request?.zoneIds).toEqual(['green 1', 'green 2'])
})
