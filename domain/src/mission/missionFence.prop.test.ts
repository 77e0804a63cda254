import { contains, distanceToLineM, type XY } from '@greensward/geometry'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { at, box, frame, MOWER, ROUGH, restriction, road, ZONE_TYPES, zone } from '../course/course.fixture.ts'
import type { Position } from '../course/course.ts'
import { driveCorridor, planDrive } from '../plan/planDrive.ts'
import { missionFence } from './missionFence.ts'

const metres = (ring: readonly Position[]): XY[] => ring.map(place => frame.toLocal(place))

/** A cart path of up to 600 m that winds from side to side: each angle turns it by up to 35 degrees. */
const winding = fc.array(fc.integer({ min: -35, max: 35 }), { minLength: 10, maxLength: 70 }).map(turns => {
  let [x, y, angle] = [-300, 0, 0]
  return turns.map((turn): XY => {
    angle = Math.max(-75, Math.min(75, angle + turn))
    x += 8 * Math.cos((angle * Math.PI) / 180)
    y += 8 * Math.sin((angle * Math.PI) / 180)
    return [x, y]
  })
})
const aside = fc.integer({ min: -12, max: 12 })
const obstacles = fc.array(fc.tuple(fc.nat({ max: 69 }), aside, aside, fc.integer({ min: 1, max: 4 })), {
  maxLength: 6,
})

test('the fence of a drive holds all the ground on which the server lets its mower drive, from where it is', () => {
  let drawn = 0
  let asked = 0
  fc.assert(
    fc.property(
      winding,
      obstacles,
      fc.tuple(aside, aside),
      fc.constantFrom(0, 0.6, 1.6),
      fc.constantFrom(84, 255),
      (line, beside, [offX, offY], minTurnRadiusM, mostItems) => {
        const [first = [0, 0]] = line
        const [endX, endY] = line.at(-1) ?? first
        const from = at(first[0] + offX, first[1] + offY)
        const mower = { ...MOWER, minTurnRadiusM }
        const ground = {
          features: [
            zone(1, ROUGH, box(-400, -400, 400, 400)),
            road(2, line),
            ...beside.map(([i, x, y, half], n) => {
              const [cx, cy] = line[i % line.length] ?? first
              return restriction(10 + n, box(cx + x - half, cy + y - half, cx + x + half, cy + y + half))
            }),
          ],
          zoneTypes: ZONE_TYPES,
        }
        const to = at(endX, endY)
        const plan = planDrive({ ...ground, occupied: [], mower, from, facingDeg: 0, to, approach: [], headingDeg: 90 })
        fc.pre(plan.ok)
        if (!plan.ok) return
        const { legs } = plan.value
        const drive = legs.flatMap(({ points }) => points)
        // It has wavered by a hand since the drive was planned.
        const path = [at(first[0] + offX + 0.1, first[1] + offY), ...drive]
        const target = { kind: 'drive', featureId: 'a point' } as const
        asked += 1
        const fence = missionFence({ ...ground, target, path, approach: 1, mower, mostItems })
        if (fence === undefined) return
        drawn += 1
        const outer = metres(fence.boundary)
        // The ring outside of which the server stops it: turns, rounded corners and a swing are inside of that.
        const isHeld = metres(driveCorridor({ legs }, mower) ?? []).every(corner =>
          contains({ outer, holes: [] }, corner),
        )
        expect(isHeld).toBe(true)
        const driven = metres(path)
        for (const place of driven) {
          expect(contains({ outer, holes: [] }, place)).toBe(true)
          for (const ring of fence.obstacles) expect(contains({ outer: metres(ring), holes: [] }, place)).toBe(false)
        }
        // No obstacle is drawn nearer than it is, and none is nearer than the mower's own side.
        for (const ring of fence.obstacles)
          for (const corner of metres(ring)) expect(distanceToLineM(driven, corner)).toBeGreaterThan(mower.widthM / 2)
      },
    ),
    { seed: 17, numRuns: 120 },
  )
  expect(asked).toBeGreaterThan(60)
  // A winding way of 600 m fits into the 84 items that any autopilot stores.
  expect(drawn / asked).toBeGreaterThan(0.95)
}, 120_000)
