import { describe, expect, it } from 'vitest'
import { fenceOf } from '../../polygon/fence.ts'
import type { PolygonXY, XY } from '../../units.ts'
import type { PassChain } from '../headland/headlandPasses.ts'
import { circle, rectangle } from '../shapes.fixture.ts'
import { connectorOf } from '../turns/connect.ts'
import { connectLegs } from './connectLegs.ts'
import type { PathRequest, SwathPath } from './pathRequest.ts'
import { whenToVisit } from './visits.ts'
import { visitsInPassing } from './visitsInPassing.ts'

const RADIUS_M = 1
const WIDTH_M = 2

const swath = (from: XY, to: XY): SwathPath => {
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0])
  return { entry: { at: from, angle }, exit: { at: to, angle }, bends: [] }
}

const around = (ring: readonly XY[]): PassChain => [{ level: 0, ring: [...ring].reverse(), tightBends: [] }]

/** A field of 160 by 60 m with one headland pass along its edge and one round each island. */
const requestOf = (swaths: readonly SwathPath[], islands: readonly XY[], when: PathRequest['when']): PathRequest => {
  const ring = (at: XY, radiusM: number): readonly XY[] => circle(at[0], at[1], radiusM, 24)
  const field: PolygonXY = {
    outer: rectangle(-20, -30, 160, 60),
    holes: islands.map(at => [...ring(at, 2)].reverse()),
  }
  return {
    swaths,
    asides: [],
    chains: [around(rectangle(-19, -29, 158, 58)), ...islands.map(at => around(ring(at, 4)))],
    when,
    connector: connectorOf([field], fenceOf([field]), WIDTH_M, RADIUS_M, 0.02),
    minTurnRadiusM: RADIUS_M,
    widthM: WIDTH_M,
    pitchM: WIDTH_M,
    pastTips: false,
    speeds: { mowingMps: 1.5, transitMps: 2, turningMps: 0.8 },
    leadInM: 0,
  }
}

const twoFarApart = [swath([0, 0], [10, 0]), swath([100, 0], [110, 0])]

describe('visitsInPassing', () => {
  it.each(['before', 'after'] as const)(
    'drives round an island on the way from one swath to another, laps %s',
    when => {
      const request = requestOf(twoFarApart, [[55, 3]], when)
      const usual = whenToVisit(request, [twoFarApart])
      expect(usual.trips).toHaveLength(1)
      expect(visitsInPassing(request, [twoFarApart], usual)).toEqual({
        visits: [when === 'before' ? [[0], [1], []] : [[], [1], [0]]],
        trips: [],
      })
    },
  )

  it('drives round an island on the way from one swath to another, though an earlier one ends there', () => {
    const swaths = [swath([0, 0], [49, 0]), swath([49, 2], [0, 2]), swath([110, -4], [61, -4])]
    const request = requestOf(swaths, [[55, 0]], 'before')
    const usual = whenToVisit(request, [swaths])
    expect(usual.visits).toEqual([[[0], [1], [], []]])
    expect(visitsInPassing(request, [swaths], usual)?.visits).toEqual([[[0], [], [1], []]])
  })

  it('leaves an island where it is when no other place is nearer', () => {
    const swaths = [swath([0, 0], [10, 0])]
    const request = requestOf(swaths, [[128, -22]], 'before')
    expect(visitsInPassing(request, [swaths], whenToVisit(request, [swaths]))).toBeUndefined()
  })

  it('keeps the outer passes first, and drives each island once', () => {
    const swaths = [...twoFarApart, swath([110, 20], [10, 20])]
    const islands: XY[] = [
      [55, 3],
      [118, 10],
    ]
    const request = requestOf(swaths, islands, 'before')
    const { legs, drivenChains } = connectLegs(request)
    expect(drivenChains).toEqual([true, true, true])
    const mown = legs.filter(({ bladeOn }) => bladeOn).map(({ kind }) => kind)
    expect(mown).toEqual(['lap', 'swath', 'lap', 'swath', 'lap', 'swath'])
  })
})
