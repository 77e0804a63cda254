import { describe, expect, it } from 'vitest'
import { lengthM } from '../../polyline.ts'
import type { PolygonXY, XY } from '../../units.ts'
import { bodyConnectorOf, bodyFieldOf } from '../field/body.ts'
import { rectangle } from '../shapes.fixture.ts'
import { connectLegs } from './connectLegs.ts'
import { otherDrives } from './partialSwaths.ts'
import type { PathRequest, SwathPath } from './pathRequest.ts'

const swath = (from: XY, to: XY): SwathPath => {
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0])
  return { entry: { at: from, angle }, exit: { at: to, angle }, bends: [] }
}
const lineOf = ({ entry, bends, exit }: SwathPath): XY[] => [entry.at, ...bends, exit.at]

describe('otherDrives', () => {
  const bent: SwathPath = { ...swath([0, 0], [10, 0]), exit: { at: [10, 10], angle: Math.PI / 2 }, bends: [[10, 0]] }

  it('tries the whole swath first, and then ever less of it, from either end', () => {
    const drives = otherDrives(bent, 4, false)
    expect(drives.map(drive => lengthM(lineOf(drive)))).toEqual([20, 20, 18.5, 18.5, 17, 17, 14, 14, 8, 8])
    expect(drives[1]?.entry).toMatchObject({ at: [10, 10], angle: (3 * Math.PI) / 2 })
    expect(drives.at(-2)?.exit).toEqual({ at: [8, 0], angle: 0 })
    expect(drives.at(-1)?.exit).toEqual({ at: [10, 2], angle: -Math.PI / 2 })
  })

  it('does not turn round where the drive is on the swath already', () => {
    expect(otherDrives(bent, 4, true).every(({ entry }) => entry === bent.entry)).toBe(true)
  })
})

describe('a swath that ends where the mower cannot turn', () => {
  const width = { workingWidthM: 2, minTurnRadiusM: 1 }
  /** A field of 60 by 40 m, and a lane of 3 m between obstacles that is closed at its east end. */
  const field: PolygonXY = { outer: rectangle(0, 0, 60, 40), holes: [] }
  const walls = [rectangle(30, 12, 30, 6.5), rectangle(30, 21.5, 30, 6.5), rectangle(57, 18, 3, 4)]
  const ground = bodyFieldOf(
    [field],
    walls.map(outer => ({ polygons: [{ outer, holes: [] }], clearanceM: 0.3 })),
    width,
    { widthM: 2.2, lengthM: 2.6, marginM: 0.35 },
  )
  const requestOf = (swaths: readonly SwathPath[]): PathRequest => ({
    swaths,
    asides: [],
    chains: [],
    when: 'before',
    connector: bodyConnectorOf(ground, width, 0.02),
    minTurnRadiusM: width.minTurnRadiusM,
    widthM: width.workingWidthM,
    pitchM: width.workingWidthM,
    pastTips: false,
    speeds: { mowingMps: 1.5, transitMps: 2, turningMps: 0.8 },
    leadInM: 0,
  })

  it('ends earlier, and the swaths that follow are mown', () => {
    const { legs, drivenSwaths } = connectLegs(
      requestOf([swath([5, 6], [25, 6]), swath([15, 20], [50, 20]), swath([5, 34], [25, 34])]),
    )
    expect(drivenSwaths).toEqual([true, true, true])
    const [, intoLane, last] = legs.filter(({ kind }) => kind === 'swath')
    expect(intoLane?.points.at(-1)?.[0]).toBeLessThan(30)
    expect(intoLane?.points.at(-1)?.[0]).toBeGreaterThan(20)
    expect(last?.points).toEqual([
      [5, 34],
      [25, 34],
    ])
  })

  it('is left out where nothing of it leads on', () => {
    const { drivenSwaths } = connectLegs(
      requestOf([swath([5, 6], [25, 6]), swath([46, 20], [50, 20]), swath([5, 34], [25, 34])]),
    )
    expect(drivenSwaths).toEqual([true, false, true])
  })

  it('is driven from that end where the drive gets there', () => {
    const [first] = connectLegs(requestOf([swath([50, 20], [15, 20]), swath([5, 34], [25, 34])])).legs
    expect(first?.points).toEqual([
      [50, 20],
      [15, 20],
    ])
  })
})
