import { type LonLat, localFrame } from '@greensward/geometry'
import { describe, expect, test } from 'vitest'
import { isNavigation } from './missionItem.ts'
import { partsOf } from './missionParts.ts'
import { type DriveSegment, missionItems } from './translate.ts'

const blade = { kind: 'relay', index: 0 } as const
const frame = localFrame([8.55, 47.37])
const at = (x: number, y: number): LonLat => frame.toLonLat([x, y])

/** A swath of 20 m northwards at `x`, then a way of short pieces round something to the next swath. */
const swathAndWay = (x: number): DriveSegment[] => [
  { bladeOn: true, speedMps: 1.2, points: [at(x, 0), at(x, 20)] },
  {
    bladeOn: false,
    speedMps: 2,
    points: Array.from({ length: 11 }, (_, i) => at(x + i / 5, 20 - 2 * i)),
  },
]

describe('the end of a part', () => {
  test('is the end of a swath, not a point on the transit after it', () => {
    const { items } = missionItems({ segments: Array.from({ length: 12 }, (_, i) => swathAndWay(2 * i)).flat() }, blade)
    const parts = partsOf(items, blade, 40)
    expect(parts.length).toBeGreaterThan(3)
    for (const { last } of parts.slice(0, -1)) {
      const [, northM] = frame.toLocal(items[last]?.position ?? [0, 0])
      expect(northM).toBeCloseTo(20, 1)
    }
  })

  test('is a point on a transit with the blade off if no swath ends in the second half of the memory', () => {
    const way: DriveSegment = {
      bladeOn: false,
      speedMps: 2,
      points: Array.from({ length: 90 }, (_, i) => at(i / 10, 20 + i)),
    }
    const { items } = missionItems({ segments: [...swathAndWay(0).slice(0, 1), way] }, blade)
    const parts = partsOf(items, blade, 40)
    const waypoints = items.filter((item, seq) => seq > 0 && isNavigation(item)).length
    expect(parts.length).toBe(3)
    expect(parts[0]?.items.length).toBe(40)
    expect(waypoints).toBe(91)
  })
})
