import type { MissionStatus, PolygonGeometry } from '@greensward/domain'
import { expect, test } from 'vitest'
import { uncoveredOf } from './uncoveredOf.ts'

const patch = (lon: number): PolygonGeometry => ({
  type: 'Polygon',
  coordinates: [
    [
      [lon, 0],
      [lon + 1, 0],
      [lon + 1, 1],
      [lon, 0],
    ],
  ],
})
const ofPlan = [patch(0)]
const ofTrack = [patch(5), patch(9)]

test.each<MissionStatus>(['planned', 'uploading', 'working', 'stopped'])(
  'a mission that is %s shows what its plan leaves out, not all that is still to be mown',
  status => expect(uncoveredOf(status, ofPlan, ofTrack)).toBe(ofPlan),
)

test.each<MissionStatus>(['done', 'failed', 'cancelled', 'missed'])('a mission that is %s shows what it left', status =>
  expect(uncoveredOf(status, ofPlan, ofTrack)).toBe(ofTrack),
)

test('returns the same empty value each time before the first reading', () => {
  expect(uncoveredOf('working', undefined, ofTrack)).toBe(uncoveredOf('done', ofPlan, undefined))
})
