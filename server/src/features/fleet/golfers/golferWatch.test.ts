import { type FeatureOf, SILENT_TELEMETRY, type Telemetry } from '@greensward/domain'
import { expect, it } from 'vitest'
import { at, rectangle } from '../../../testing/ground.ts'
import { createGolferWatch, isOnOrNearing } from './golferWatch.ts'

const FAIRWAY: FeatureOf<'zone'> = {
  type: 'Feature',
  id: crypto.randomUUID(),
  kind: 'zone',
  geometry: { type: 'Polygon', coordinates: rectangle(0, 0, 40, 100) },
  properties: {
    title: 'Fairway',
    zoneTypeId: crypto.randomUUID(),
    holeId: null,
    hiddenForMower: false,
    hiddenForBuggy: false,
    rainModeRestricted: false,
  },
}

const cart = (east: number, north: number, rest: Partial<Telemetry> = {}): Telemetry => ({
  ...SILENT_TELEMETRY,
  position: at(east, north),
  speedMps: 0,
  headingDeg: 0,
  ageMs: 500,
  link: 'live',
  ...rest,
})

it('a cart counts as in the zone when it is there or will be in ten seconds, and old positions do not count', () => {
  expect(isOnOrNearing(FAIRWAY, cart(20, 50))).toBe(true)
  expect(isOnOrNearing(FAIRWAY, cart(70, 50))).toBe(false)
  expect(isOnOrNearing(FAIRWAY, cart(70, 50, { speedMps: 4, headingDeg: 270 }))).toBe(true)
  expect(isOnOrNearing(FAIRWAY, cart(70, 50, { speedMps: 4, headingDeg: 90 }))).toBe(false)
  expect(isOnOrNearing(FAIRWAY, cart(20, 50, { ageMs: 20_000 }))).toBe(false)
})

it('reports each visit once, by a warning or by a hold as set', () => {
  const reported: string[] = []
  let telemetry = cart(200, 200)
  let holds = false
  let nowMs = 0
  const look = createGolferWatch({
    missions: () => [{ missionId: 'mission', mowerId: 'mower', target: FAIRWAY }],
    vehicles: () => [{ id: 'cart', kind: 'cart', telemetry, missionId: null, progress: null, stop: null }],
    holdsForCarts: () => holds,
    warn: ({ mowerId }, cartId) => reported.push(`warn ${mowerId} ${cartId}`),
    hold: ({ mowerId }, cartId) => reported.push(`hold ${mowerId} ${cartId}`),
    nowMs: () => nowMs,
  })
  const go = (seconds: number): void => {
    for (let s = 0; s < seconds; s += 1) {
      nowMs += 1_000
      look()
    }
  }
  go(10)
  expect(reported).toEqual([])
  telemetry = cart(20, 50)
  go(30)
  expect(reported).toEqual(['warn mower cart'])
  telemetry = cart(200, 200)
  go(62)
  holds = true
  telemetry = cart(20, 50)
  go(30)
  expect(reported).toEqual(['warn mower cart', 'hold mower cart'])
})
