import { describe, expect, it } from 'vitest'
import { fenceOf } from '../polygon/fence.ts'
import type { PolygonXY, XY } from '../units.ts'
import { colourOf, drawStage, type StagePicture } from './drawStage.fixture.ts'
import { freeSpaceOf } from './field/freeSpace.ts'
import { headlandPassesOf } from './headland/headlandPasses.ts'
import { planCoverage } from './planCoverage.ts'
import { cellsOf, orderInCell } from './route/cells.ts'
import { quickestRoute } from './route/route.ts'
import { shortenTransits } from './route/shortenTransits.ts'
import { blob, circle } from './shapes.fixture.ts'
import { edgesOf, swathFrame, turned } from './swaths/scan.ts'
import { laySwaths } from './swaths/swaths.ts'
import { TOLERANCE_PRESETS } from './tolerancePreset.ts'
import { connectorOf } from './turns/connect.ts'
import type { Pose } from './turns/dubins.ts'

/** One field for all stages: a bay, two ponds, a bulge. */
const field: PolygonXY = {
  outer: blob(30, [0.05, 0.22, 0.1], [0.5, 0.8, 2.2]),
  holes: [circle(-8, 2, 5), circle(13, -3, 3.5)],
}
const HEADING_DEG = 70
const frame = swathFrame(HEADING_DEG)
const passes = headlandPassesOf(field, { count: 2, direction: 'clockwise', when: 'before' }, 2, 2, 1)
const swaths = laySwaths(turned(edgesOf(passes.inner), frame), turned(edgesOf([field]), frame), 2, 2)
const lineOf = (index: number): XY[] => {
  const swath = swaths[index]
  return swath === undefined ? [] : [frame.outOf([swath.fromX, swath.y]), frame.outOf([swath.toX, swath.y])]
}
const fence = fenceOf([field])
const connector = connectorOf([field], fence, 2, 1, 0.02)
const routeOf = (turnScheme: 'oneInOne' | 'oneThroughOne') =>
  quickestRoute([HEADING_DEG], {
    inner: edgesOf(passes.inner),
    field: edgesOf([field]),
    fence,
    connector,
    widthM: 2,
    keptM: 4,
    pitchM: 2,
    minTurnRadiusM: 1,
    speeds: { mowingMps: 1.5, transitMps: 2, turningMps: 1 },
    turnScheme,
    preset: TOLERANCE_PRESETS[0],
    toleranceM: 0.02,
  })
const orderPicture = (tour: readonly number[]): StagePicture => {
  const points = tour.flatMap(end => {
    const line = lineOf(end >> 1)
    return end % 2 === 0 ? line : line.toReversed()
  })
  return {
    ground: field,
    lines: [{ points, colour: '#2f7fd6' }],
    marks: tour.map((end, i) => ({ at: lineOf(end >> 1)[end % 2] ?? [0, 0], text: `${i}` })),
  }
}
const pose = (x: number, y: number, degrees: number): Pose => ({ at: [x, y], angle: (degrees * Math.PI) / 180 })
const plan = planCoverage({
  boundary: field,
  obstacles: [],
  workingWidthM: 2,
  overlapM: 0,
  headingDeg: HEADING_DEG,
  headland: { count: 2, direction: 'clockwise', when: 'before' },
  turnScheme: 'oneInOne',
  minTurnRadiusM: 1,
  speeds: { mowingMps: 1.5, transitMps: 2, turningMps: 1 },
  batteryRangeM: 700,
  start: [-20, -8],
})

const pictures: [string, () => StagePicture][] = [
  [
    'ground',
    () => {
      const obstacles = field.holes.map(outer => ({ polygon: { outer, holes: [] }, clearanceM: 1.5 }))
      const space = freeSpaceOf([{ outer: field.outer, holes: [] }], obstacles, undefined)
      return { ground: field, shapes: space === undefined ? [] : [{ polygon: space.field, colour: '#2a9d4a' }] }
    },
  ],
  [
    'laps',
    () => ({
      ground: field,
      shapes: passes.inner.map(polygon => ({ polygon, colour: '#2a9d4a' })),
      lines: passes.chains.flatMap((chain, i) =>
        chain.map(({ ring }) => ({ points: [...ring, ...ring.slice(0, 1)], colour: colourOf(i) })),
      ),
    }),
  ],
  ['swaths', () => ({ ground: field, lines: swaths.map((_, i) => ({ points: lineOf(i), colour: '#2a9d4a' })) })],
  [
    'cells',
    () => ({
      ground: field,
      lines: cellsOf(swaths).flatMap((cell, i) => cell.map(swath => ({ points: lineOf(swath), colour: colourOf(i) }))),
      marks: cellsOf(swaths).flatMap(cell =>
        orderInCell(cell, 'oneThroughOne').map((swath, i) => ({ at: lineOf(swath)[0] ?? [0, 0], text: `${i}` })),
      ),
    }),
  ],
  ['order', () => orderPicture(routeOf('oneInOne')?.tour ?? [])],
  ['order, every second', () => orderPicture(routeOf('oneThroughOne')?.tour ?? [])],
  [
    'route',
    () => {
      const route = routeOf('oneInOne')
      const rings = passes.chains[0]?.map(({ ring }) => ring) ?? []
      const order = route && shortenTransits(route, rings, fence, connector, { widthM: 2, radiusM: 1, tightTurnM: 0 })
      return orderPicture(order === undefined ? [] : [...order.main, ...order.asides.flat()])
    },
  ],
  [
    'connect',
    () => ({
      ground: field,
      lines: (
        [
          [pose(-24, -2, 90), pose(-20, -2, 270)],
          [pose(-16, 0, 0), pose(0, 4, 0)],
          [pose(-8, -6, 180), pose(20, 2, 45)],
          [pose(5, 8, 90), pose(6, 8, 270)],
        ] as const
      ).map(([from, to], i) => ({ points: connector.connect(from, to)?.points ?? [], colour: colourOf(i) })),
    }),
  ],
  [
    'turns',
    () => ({
      ground: field,
      lines: plan.legs
        .filter(({ kind }) => kind === 'turn')
        .map(({ points, bladeOn }) => ({ points, colour: bladeOn ? '#2a9d4a' : '#d0342c' })),
    }),
  ],
  ['mown', () => ({ ground: field, shapes: plan.uncovered.map(polygon => ({ polygon, colour: '#d0342c' })) })],
  [
    'parts',
    () => ({
      ground: field,
      lines: plan.chunks.flatMap(({ fromLeg, toLeg }, i) =>
        plan.legs.slice(fromLeg, toLeg).map(({ points }) => ({ points, colour: colourOf(i) })),
      ),
    }),
  ],
]

describe('pictures of each stage', () => {
  it.each(pictures)('draws %s as before', async (name, picture) => {
    const drawn = drawStage(picture())
    expect(drawn.split('<path').length).toBeGreaterThan(2)
    await expect(drawn).toMatchFileSnapshot(`__snapshots__/stage-${name.replace(/\W+/g, '-')}.svg`)
  })
})
