/**
 * Pictures of plans, to look at after each change of the planner. Drawn again by
 * `vitest run geometry/src/coverage/gallery --update`.
 */
import { describe, expect, it } from 'vitest'
import type { PolygonXY } from '../../units.ts'
import { rimClearanceM } from '../field/body.ts'
import { sweepOf } from '../field/sweptBody.fixture.ts'
import { planCoverage } from '../planCoverage.ts'
import type { CoverageRequest, CoverageSpeeds, MachineBody, MowingPattern } from '../request.ts'
import { blob, circle, dogleg, kidney, rectangle } from '../shapes.fixture.ts'
import { drawGallery } from './drawGallery.fixture.ts'

interface Machine {
  readonly name: string
  readonly workingWidthM: number
  readonly minTurnRadiusM: number
  readonly body: MachineBody
  readonly speeds: CoverageSpeeds
}

const greensMower: Machine = {
  name: 'greens mower, 1.5 m, turns on the spot',
  workingWidthM: 1.5,
  minTurnRadiusM: 0,
  body: { widthM: 1.65, lengthM: 1.98, marginM: 0.35 },
  speeds: { mowingMps: 1.2, transitMps: 1.5, turningMps: 0.8 },
}
const fairwayMower: Machine = {
  name: 'fairway mower, 2 m, radius 1 m',
  workingWidthM: 2,
  minTurnRadiusM: 1,
  body: { widthM: 2.2, lengthM: 2.64, marginM: 0.35 },
  speeds: { mowingMps: 1.5, transitMps: 2, turningMps: 1 },
}
const roughMower: Machine = {
  name: 'rough mower, 3.5 m, radius 2.5 m',
  workingWidthM: 3.5,
  minTurnRadiusM: 2.5,
  body: { widthM: 3.7, lengthM: 4.44, marginM: 0.35 },
  speeds: { mowingMps: 2, transitMps: 2.5, turningMps: 1.5 },
}

interface Field {
  readonly name: string
  readonly boundary: PolygonXY
  readonly obstacles?: readonly PolygonXY[]
}

const plain = (outer: PolygonXY['outer'], ...holes: PolygonXY['holes']): PolygonXY => ({ outer, holes })
const stretched = (ring: PolygonXY['outer'], x: number, y: number): PolygonXY['outer'] =>
  ring.map(([px, py]) => [px * x, py * y])

const green: Field = { name: 'green', boundary: plain(stretched(blob(13, [0.06, 0.12, 0.05], [0, 1, 2]), 1.25, 0.9)) }
const bentGreen: Field = { name: 'kidney-shaped green', boundary: plain(kidney(14, 13, 120)) }
const tee: Field = { name: 'tee', boundary: plain(rectangle(0, 0, 24, 11)) }
const drawnGreen: Field = {
  name: 'green as drawn',
  boundary: plain([
    [0, 0],
    [24, 0],
    [20, 18],
    [0, 18],
  ]),
}
const besideGreen: readonly PolygonXY[] = [
  { outer: rectangle(-6, -6, 36, 30), holes: [[...drawnGreen.boundary.outer].reverse()] },
]
const steeredGreensMower: Machine = {
  ...greensMower,
  name: 'steered greens mower, 1.5 m, radius 0.6 m',
  minTurnRadiusM: 0.6,
}
const collar: Field = {
  name: 'collar',
  boundary: plain(stretched(circle(0, 0, 18, 72), 1.2, 0.9), stretched(circle(0, 0, 12, 60), 1.25, 0.85)),
}
const fairway: Field = {
  name: 'fairway',
  boundary: plain(stretched(blob(40, [0.04, 0.05, 0.06], [0, 1, 4]), 1.9, 0.42)),
}
const bunkers: Field = {
  name: 'fairway with bunkers',
  boundary: fairway.boundary,
  obstacles: [plain(circle(-26, 3, 3.2, 24)), plain(stretched(circle(3.5, -3, 3, 24), 2, 1))],
}
/** Between its edge and a pond it is 4 m wide, and at one corner of the pond 2.4 m: no way through for a body of 2.2 m. */
const bandBesidePond: Field = {
  name: 'band beside a pond',
  boundary: plain(rectangle(0, 0, 74, 42)),
  obstacles: [
    plain([
      [14, 4],
      [56, 4],
      [58, 2.4],
      [60, 10],
      [56, 28],
      [14, 28],
    ]),
  ],
}
const bentFairway: Field = { name: 'dogleg', boundary: plain(dogleg(75, 26, 48)) }
const islands: Field = {
  name: 'rough with islands',
  boundary: plain(stretched(blob(46, [0.05, 0.12, 0.04], [1, 0.4, 2]), 1.4, 0.95)),
  obstacles: [
    plain(stretched(blob(8, [0.1, 0.15], [0, 1], 36), 1.5, 1).map(([x, y]) => [x + 12, y - 10])),
    plain(circle(-28, 8, 4.5, 24)),
    plain(circle(-14, -22, 1.2, 12)),
    plain(circle(22, 21, 1.5, 12)),
  ],
}
const band: Field = { name: 'band of rough', boundary: plain(kidney(60, 20, 130)) }
const bentRough: Field = { name: 'dogleg of rough', boundary: plain(dogleg(80, 40, 40)) }

const ALL = ['straight', 'contour', 'concentric', 'perCell'] as const
const HEADINGS = Array.from({ length: 12 }, (_, i) => i * 15)

interface Picture {
  readonly machine: Machine
  readonly field: Field
  readonly setting: string
  readonly pattern?: readonly MowingPattern[]
  readonly change?: Partial<CoverageRequest>
  /** Share of the field that has to be mown. */
  readonly least?: number
}

const oneThroughOne: Partial<CoverageRequest> = { turnScheme: 'oneThroughOne' }
const passes = (count: number): Partial<CoverageRequest> => ({
  headland: { count, direction: 'clockwise', when: 'after' },
})

const pictures: readonly Picture[] = [
  { machine: greensMower, field: green, setting: 'straight' },
  { machine: greensMower, field: green, setting: 'one through one', change: oneThroughOne },
  { machine: greensMower, field: green, setting: 'concentric', pattern: ['concentric'] },
  { machine: greensMower, field: bentGreen, setting: 'contour', pattern: ['contour'] },
  { machine: greensMower, field: bentGreen, setting: 'per cell', pattern: ['perCell'] },
  {
    machine: greensMower,
    field: tee,
    setting: 'diagonal, one pass at the end',
    change: { headingDeg: 45, ...passes(1) },
  },
  { machine: greensMower, field: green, setting: 'clean-up pass skipped', change: passes(0), least: 0.88 },
  { machine: greensMower, field: collar, setting: 'concentric', pattern: ['concentric'] },
  { machine: steeredGreensMower, field: drawnGreen, setting: 'inside only' },
  {
    machine: steeredGreensMower,
    field: drawnGreen,
    setting: 'turns on the grass beside it',
    change: { turnGround: besideGreen },
  },
  { machine: fairwayMower, field: fairway, setting: 'straight' },
  { machine: fairwayMower, field: fairway, setting: 'one through one', change: oneThroughOne },
  { machine: fairwayMower, field: fairway, setting: 'concentric', pattern: ['concentric'] },
  { machine: fairwayMower, field: bunkers, setting: 'straight' },
  { machine: fairwayMower, field: bandBesidePond, setting: 'dead end' },
  { machine: fairwayMower, field: bentFairway, setting: 'straight' },
  { machine: fairwayMower, field: bentFairway, setting: 'contour', pattern: ['contour'] },
  { machine: fairwayMower, field: bentFairway, setting: 'per cell', pattern: ['perCell'] },
  { machine: fairwayMower, field: bunkers, setting: 'quickest of all patterns', pattern: ALL },
  { machine: roughMower, field: islands, setting: 'straight, wide turns' },
  { machine: roughMower, field: islands, setting: 'contour', pattern: ['contour'] },
  { machine: roughMower, field: islands, setting: 'concentric', pattern: ['concentric'] },
  { machine: roughMower, field: islands, setting: 'per cell', pattern: ['perCell'] },
  { machine: roughMower, field: islands, setting: 'one through one', change: oneThroughOne },
  { machine: roughMower, field: band, setting: 'contour', pattern: ['contour'] },
  { machine: roughMower, field: band, setting: 'concentric', pattern: ['concentric'] },
  { machine: roughMower, field: bentRough, setting: 'straight, rows skipped for wide turns' },
]

const requestOf = ({ machine, field, pattern, change }: Picture): CoverageRequest => {
  const { workingWidthM, minTurnRadiusM, body, speeds } = machine
  const clearanceM = rimClearanceM(body, workingWidthM, minTurnRadiusM, 0.1)
  return {
    boundary: field.boundary,
    obstacles: (field.obstacles ?? []).map(polygon => ({ polygon, clearanceM })),
    workingWidthM,
    overlapM: Math.max(0.04, 0.04 * workingWidthM),
    headingDeg: HEADINGS,
    headland: { count: 2, direction: 'clockwise', when: 'before' },
    turnScheme: 'oneInOne',
    minTurnRadiusM,
    speeds,
    body,
    bladeDelayS: 1,
    ...(pattern === undefined ? {} : { pattern }),
    ...change,
  }
}

const fileOf = ({ machine, field, setting }: Picture): string =>
  `${machine.name.split(',')[0]} ${field.name} ${setting}`.replace(/[^a-z]+/gi, '-')

describe('pictures of plans', () => {
  it.each(pictures.map(picture => [fileOf(picture), picture] as const))(
    'are as they were: %s',
    async (file, picture) => {
      const request = requestOf(picture)
      const plan = planCoverage(request)
      const { machine, field, setting, least = 0.98 } = picture
      expect(plan.stats.coverage).toBeGreaterThan(least)
      if (field.obstacles !== undefined)
        expect(sweepOf(plan.legs, machine.body, field.boundary, field.obstacles).intoObstacleM).toBe(0)
      const pattern = plan.pattern === 'straight' ? `${plan.headingDeg.toFixed(0)}°` : plan.pattern
      await expect(
        drawGallery(`${field.name}, ${setting} (${pattern}): ${machine.name}`, plan, request),
      ).toMatchFileSnapshot(`__snapshots__/${file}.svg`)
    },
  )
})
