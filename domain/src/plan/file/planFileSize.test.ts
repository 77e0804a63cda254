import { expect, test } from 'vitest'
import { planFileSize, STORED_WITHOUT_CARD, tooLargeWithoutCard } from './planFileSize.ts'

const file = (items: number, corners: readonly number[]) => ({
  mission: { items: Array.from({ length: items }, () => ({})) },
  geoFence: { polygons: corners.map(count => ({ polygon: Array.from({ length: count }, () => [0, 0]) })) },
})

test('counts mission items and the corners of the fence', () => {
  expect(planFileSize(file(12, [4, 6]))).toEqual({ missionItems: 12, fenceItems: 10 })
  expect(planFileSize({})).toEqual({ missionItems: 0, fenceItems: 0 })
})

test('names what an autopilot without a card refuses, from one item too many on', () => {
  const { missionItems, fenceItems } = STORED_WITHOUT_CARD
  expect(tooLargeWithoutCard({ missionItems, fenceItems })).toEqual([])
  expect(tooLargeWithoutCard({ missionItems: missionItems + 1, fenceItems })).toEqual(['missionItems'])
  expect(tooLargeWithoutCard({ missionItems: missionItems + 1, fenceItems: fenceItems + 1 })).toEqual([
    'missionItems',
    'fenceItems',
  ])
})
