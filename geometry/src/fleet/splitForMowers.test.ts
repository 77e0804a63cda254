import { describe, expect, test } from 'vitest'
import type { Leg } from '../coverage/plan.ts'
import { planCoverage } from '../coverage/planCoverage.ts'
import { blob, circle, comb, rectangle } from '../coverage/shapes.fixture.ts'
import { bufferLines, difference, intersection, offset, union } from '../polygon/clipper.ts'
import { totalAreaM2 } from '../polygon/measure.ts'
import type { PolygonXY, XY } from '../units.ts'
import { drawSplit } from './drawSplit.fixture.ts'
import type { SplitMower, SplitRequest } from './split.ts'
import { FINISH_TOGETHER, splitForMowers } from './splitForMowers.ts'

const mower = (changes: Partial<SplitMower> = {}): SplitMower => ({
  workingWidthM: 2,
  overlapM: 0.08,
  minTurnRadiusM: 0,
  speeds: { mowingMps: 1.5, transitMps: 2, turningMps: 0.8 },
  bodyWidthM: 2.2,
  ...changes,
})

const request = (outer: XY[], mowers: readonly SplitMower[], changes: Partial<SplitRequest> = {}): SplitRequest => ({
  boundary: { outer, holes: [] },
  obstacles: [],
  headingDeg: 20,
  headland: { count: 2, direction: 'clockwise', when: 'before' },
  turnScheme: 'oneInOne',
  mowers,
  ...changes,
})

const fairway = blob(48, [0.1, 0.3, 0.06], [1, 2, 3])
const pond = { polygon: { outer: circle(6, 4, 6), holes: [] }, clearanceM: 0.5 }

const FIELDS: readonly (readonly [name: string, outer: XY[], obstacles: SplitRequest['obstacles']])[] = [
  ['a rectangle', rectangle(0, 0, 90, 48), []],
  ['a fairway', fairway, []],
  ['a fairway round a pond', fairway, [pond]],
]

/** The area that the blades cut, computed by a library that the planner does not use. */
const cut = (legs: readonly Leg[], widthM: number): PolygonXY[] => {
  const lines = (laps: boolean) =>
    legs.filter(({ bladeOn, kind }) => bladeOn && (kind === 'lap') === laps).map(({ points }) => points)
  return union(bufferLines(lines(false), widthM / 2, 'flat'), bufferLines(lines(true), widthM / 2, 'round'))
}

describe.each(FIELDS)('%s', (_, outer, obstacles) => {
  test.each([2, 3])('%i equal mowers end within 3 % of each other and keep their clearance', count => {
    const split = splitForMowers(
      request(
        outer,
        Array.from({ length: count }, () => mower()),
        { obstacles },
      ),
    )
    expect(split.parts).toHaveLength(count)
    expect(split.spread).toBeLessThanOrEqual(FINISH_TOGETHER)
    expect(split.leastApartM).toBeGreaterThanOrEqual(split.clearanceM)
    expect(split.warnings.filter(({ code }) => code !== 'uncovered')).toEqual([])
  })

  test('two mowers mow what one would, but for a corner at each end of their seams, and report what they leave', () => {
    const asked = request(outer, [mower(), mower()], { obstacles })
    const one = planCoverage({ ...asked, ...mower() })
    const split = splitForMowers(asked)
    const mown = split.parts.map(({ plan }) => cut(plan.legs, 2))
    // Thinning bends a line by up to 2 cm, so slivers thinner than a hand say nothing.
    const lost = offset(difference(cut(one.legs, 2), union(...mown, split.uncovered)), -0.06)
    const field = difference(
      [asked.boundary],
      obstacles.flatMap(({ polygon, clearanceM }) => offset([polygon], clearanceM)),
    )
    expect(totalAreaM2(intersection(lost, field))).toBeLessThan(0.004 * totalAreaM2(field))
    const seamEnds = obstacles.length === 0 ? 2 : 4
    expect(totalAreaM2(split.uncovered)).toBeLessThan(totalAreaM2(one.uncovered) + seamEnds * 2)
  })
})

test('a mower that is twice as quick gets about twice the ground', () => {
  const slow = mower({ speeds: { mowingMps: 1, transitMps: 2, turningMps: 1 } })
  const quick = mower({ speeds: { mowingMps: 2, transitMps: 4, turningMps: 2 } })
  const split = splitForMowers(request(rectangle(0, 0, 120, 60), [slow, quick]))
  const [small, large] = [0, 1].map(index => totalAreaM2(split.parts.flatMap(p => (p.mower === index ? [p.cell] : []))))
  // A little less: both slow down to the same speed in corners.
  expect((large ?? 0) / (small ?? 1)).toBeGreaterThan(1.6)
  expect((large ?? 0) / (small ?? 1)).toBeLessThan(2.05)
  expect(split.spread).toBeLessThanOrEqual(FINISH_TOGETHER)
})

test('each mower gets the side it is on, and its way there keeps out of the other cell', () => {
  const west = mower({ start: [-20, 20] })
  const east = mower({ start: [110, 20] })
  const split = splitForMowers(request(rectangle(0, 0, 90, 48), [east, west], { headingDeg: 0 }))
  const cellOf = (index: number) => split.parts.find(part => part.mower === index)?.cell.outer.map(([x]) => x) ?? []
  expect(Math.min(...cellOf(0))).toBeGreaterThan(Math.max(...cellOf(1)) - 0.01)
  expect(split.warnings.map(({ code }) => code)).not.toContain('wayThroughCell')
})

test('the cut follows the swaths where both halves can be balanced so', () => {
  const split = splitForMowers(request(rectangle(0, 0, 90, 48), [mower(), mower()], { headingDeg: 90 }))
  const seam = (split.parts[0]?.cell.outer ?? []).filter(([, y]) => y > 1 && y < 47).map(([, y]) => y)
  expect(seam.length).toBeGreaterThan(1)
  expect(Math.max(...seam) - Math.min(...seam)).toBeLessThan(0.01)
})

test('what cannot be split says why', () => {
  expect(splitForMowers(request(rectangle(0, 0, 4, 4), [])).warnings).toMatchObject([{ code: 'tooSmallToSplit' }])
  const tiny = splitForMowers(request(rectangle(0, 0, 5, 3), [mower(), mower(), mower()]))
  expect(tiny.parts).toEqual([])
  expect(tiny.warnings).toMatchObject([{ code: 'tooSmallToSplit' }])
  const narrow = splitForMowers(request(rectangle(0, 0, 50, 1), [mower(), mower()]))
  expect(narrow.warnings).toMatchObject([{ code: 'tooNarrow' }])
})

test('the same question has the same answer', () => {
  const asked = request(fairway, [mower(), mower({ workingWidthM: 1.5 })])
  expect(splitForMowers(asked)).toEqual(splitForMowers(asked))
})

test.each([
  ['split-fairway', request(fairway, [mower({ start: [-60, 0] }), mower({ start: [-60, 6] })], { obstacles: [pond] })],
  ['split-comb', request(comb(4, 9, 5, 30), [mower(), mower(), mower()], { headingDeg: 90 })],
])('%s is drawn for a reviewer', async (name, asked) => {
  await expect(drawSplit(splitForMowers(asked), asked.boundary)).toMatchFileSnapshot(`__snapshots__/${name}.svg`)
})
