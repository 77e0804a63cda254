import { expect, test } from 'vitest'
import { idOf } from '../course/course.fixture.ts'
import { standingPlanOf } from './standingPlan.fixture.ts'
import { suitsZone } from './suitedMowers.ts'

const [GREEN, FAIRWAY, REEL, DECK, WREN, OTHER] = [1, 2, 3, 4, 5, 6].map(idOf) as [
  string,
  string,
  string,
  string,
  string,
  string,
]
const zone = { id: idOf(9), zoneTypeId: GREEN }
const mower = { id: WREN, bladeId: REEL }
const greens = (mowerId: string, bladeId: string | null, zoneTypeIds: string[] | null) =>
  standingPlanOf(20, { zoneTypeIds: [GREEN], mowers: [{ mowerId, bladeId, zoneTypeIds }] })

test('without a standing plan that names mowers it has to have the cutting unit of the mission', () => {
  expect(suitsZone([], zone, mower, REEL)).toBe(true)
  expect(suitsZone([], zone, mower, DECK)).toBe(false)
  expect(suitsZone([standingPlanOf(20, { zoneTypeIds: [GREEN] })], zone, mower, REEL)).toBe(true)
  expect(suitsZone([], zone, { id: WREN, bladeId: null }, REEL)).toBe(false)
})

test.each([
  ['named for all types', greens(WREN, null, null), true],
  ['named for this type, with the unit that is fitted', greens(WREN, REEL, [GREEN]), true],
  ['named for another type', greens(WREN, null, [FAIRWAY]), false],
  ['named with another cutting unit', greens(WREN, DECK, [GREEN]), false],
  ['not named', greens(OTHER, REEL, null), false],
] as const)('a mower that is %s', (_, plan, suits) => {
  // The cutting unit of the mission decides nothing where a plan names mowers.
  expect(suitsZone([plan], zone, mower, DECK)).toBe(suits)
})

test('a plan counts for its own zones alone', () => {
  const plan = greens(OTHER, null, null)
  expect(suitsZone([plan], { id: idOf(9), zoneTypeId: FAIRWAY }, mower, REEL)).toBe(true)
  expect(suitsZone([{ ...plan, exceptZoneIds: [zone.id] }], zone, mower, REEL)).toBe(true)
  expect(suitsZone([{ ...plan, zoneIds: [zone.id], exceptZoneIds: [zone.id] }], zone, mower, REEL)).toBe(false)
})
