import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distanceM, lengthM } from '../../polyline.ts'
import { dubinsPaths, dubinsPoints, type Pose } from './dubins.ts'
import { tightestBend } from './tightestBend.fixture.ts'

const pose = fc
  .tuple(
    fc.double({ min: -9, max: 9, noNaN: true }),
    fc.double({ min: -9, max: 9, noNaN: true }),
    fc.double({ min: -4, max: 4, noNaN: true }),
  )
  .map(([x, y, angle]): Pose => ({ at: [x, y], angle }))

describe('dubinsPaths', () => {
  it('is a half circle between swaths two radii apart', () => {
    const [best] = dubinsPaths({ at: [0, 0], angle: 0 }, { at: [0, 2], angle: Math.PI }, 1)
    expect(best?.lengthM).toBeCloseTo(Math.PI, 6)
  })

  it('is straight where it can be', () => {
    const [best] = dubinsPaths({ at: [0, 0], angle: 0 }, { at: [5, 0], angle: 0 }, 1)
    expect(best?.lengthM).toBeCloseTo(5, 6)
  })

  it('bulges out where swaths are closer than two radii', () => {
    const [best] = dubinsPaths({ at: [0, 0], angle: 0 }, { at: [0, 1], angle: Math.PI }, 1)
    expect(best?.lengthM).toBeCloseTo(Math.PI + 4 * Math.acos(0.75), 6)
  })

  it('leads every kind of path to its goal, in its length and within its radius', () => {
    fc.assert(
      fc.property(pose, pose, fc.double({ min: 0.3, max: 3, noNaN: true }), (from, to, radius) => {
        const paths = dubinsPaths(from, to, radius)
        expect(paths.length).toBeGreaterThan(0)
        for (const path of paths) {
          const points = dubinsPoints(from, to, path, radius, 1e-5)
          const [last, before] = [points[points.length - 1], points[points.length - 2]]
          expect(Math.abs(lengthM(points) - path.lengthM)).toBeLessThan(1e-3 * path.lengthM + 1e-3)
          if (last && before && distanceM(last, before) > 1e-4) {
            const arriving = Math.atan2(last[1] - before[1], last[0] - before[0])
            expect(Math.cos(arriving - to.angle)).toBeGreaterThan(0.999)
          }
          expect(tightestBend(points)).toBeLessThan((1 / radius) * 1.05 + 1e-3)
        }
      }),
      { numRuns: 200, seed: 5 },
    )
  })
})
