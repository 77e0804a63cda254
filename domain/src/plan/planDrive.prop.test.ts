import { distanceM, type XY } from '@greensward/geometry'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { at, box, frame, MOWER, ROUGH, restriction, road, ZONE_TYPES, zone } from '../course/course.fixture.ts'
import { checkDrive, type DriveInput, planDrive } from './planDrive.ts'
import { bodyOf } from './planMission.ts'

const coordinate = fc.integer({ min: -60, max: 60 })
const place = fc.tuple(coordinate, coordinate)
const obstacle = fc
  .tuple(coordinate, coordinate, fc.integer({ min: 1, max: 25 }), fc.integer({ min: 1, max: 25 }))
  .map(([x, y, width, height]) => box(x, y, x + width, y + height))

const isIn = ([x, y]: XY, corners: readonly XY[], byM: number): boolean => {
  const [[minX, minY], , [maxX, maxY]] = corners as [XY, XY, XY, XY]
  return x > minX - byM && x < maxX + byM && y > minY - byM && y < maxY + byM
}

test('a drive ends where it was asked to, with the whole body out of every obstacle; a refusal names what is in the way', () => {
  fc.assert(
    fc.property(
      fc.array(obstacle, { maxLength: 6 }),
      fc.array(place, { minLength: 2, maxLength: 5 }),
      place,
      place,
      fc.double({ min: 1, max: 3.5, noNaN: true }),
      fc.option(fc.integer({ min: 0, max: 359 })),
      (boxes, line, from, to, widthM, facingDeg) => {
        fc.pre(distanceM(from, to) > 1)
        const mower = { ...MOWER, widthM }
        const input: DriveInput = {
          features: [
            zone(1, ROUGH, box(-100, -100, 100, 100)),
            road(2, line),
            ...boxes.map((corners, i) => restriction(10 + i, corners)),
          ],
          zoneTypes: ZONE_TYPES,
          occupied: [],
          mower,
          from: at(...from),
          facingDeg,
          to: at(...to),
          approach: [],
          headingDeg: null,
        }
        const plan = planDrive(input)
        const isClosed = boxes.some(corners => isIn(from, corners, 0) || isIn(to, corners, 0))
        if (!plan.ok) {
          expect(plan.error.code).toBe('noWay')
          expect(boxes.length).toBeGreaterThan(0)
          return
        }
        expect(isClosed).toBe(false)
        const { legs } = plan.value
        const points = legs.flatMap(leg => leg.points.map(point => frame.toLocal(point)))
        expect(distanceM(points[0] ?? [0, 0], from)).toBeLessThan(0.01)
        expect(distanceM(points.at(-1) ?? [0, 0], to)).toBeLessThan(0.01)
        expect(legs.some(({ bladeOn }) => bladeOn)).toBe(false)
        const paths = legs.map(leg => leg.points)
        expect(checkDrive(paths, input, bodyOf(mower))).toEqual([])
        // The middle keeps at least half the width from every side, seen every half metre.
        points.slice(1).forEach((b, i) => {
          const a = points[i] ?? b
          const steps = Math.ceil(distanceM(a, b) / 0.5)
          for (let k = 0; k <= steps; k++) {
            const along: XY = [a[0] + ((b[0] - a[0]) * k) / steps, a[1] + ((b[1] - a[1]) * k) / steps]
            for (const corners of boxes) expect(isIn(along, corners, 0)).toBe(false)
          }
        })
      },
    ),
    { seed: 31, numRuns: 150 },
  )
})
