import { describe, expect, it } from 'vitest'
import { fenceOf } from '../../polygon/fence.ts'
import { distanceM, lengthM, withoutRepeats } from '../../polyline.ts'
import type { XY } from '../../units.ts'
import { rectangle } from '../shapes.fixture.ts'
import { edgesOf, swathFrame, turned } from '../swaths/scan.ts'
import { laySwaths } from '../swaths/swaths.ts'
import { TOLERANCE_PRESETS } from '../tolerancePreset.ts'
import { halfTurnM } from './halfTurn.ts'
import { roundTurn, type TurnContext } from './roundTurn.ts'
import { tightestBend } from './tightestBend.fixture.ts'

const frame = swathFrame(90)
const inner = [{ outer: rectangle(0, 0, 40, 3.84), holes: [] }]
const [a, b] = laySwaths(turned(edgesOf(inner), frame), undefined, 2, 1.92)
const context = (radiusM: number, roomM: number): TurnContext => ({
  frame,
  fence: fenceOf([{ outer: rectangle(-roomM, -roomM, 40 + 2 * roomM, 3.84 + 2 * roomM), holes: [] }]),
  widthM: 2,
  radiusM,
  toleranceM: 1e-4,
  preset: TOLERANCE_PRESETS[0],
})
const turnOf = (radiusM: number, roomM: number) =>
  a === undefined || b === undefined ? undefined : roundTurn(a, b, 1, context(radiusM, roomM))
const xOf = ([x]: XY): number => x

describe('roundTurn', () => {
  it('bulges past a half circle between rows closer than two radii, with its blade on', () => {
    const turn = turnOf(1, 3)
    expect(turn?.pieces.map(({ bladeOn }) => bladeOn)).toEqual([true])
    const points = withoutRepeats(turn?.pieces[0]?.points ?? [], 1e-6)
    const across = points.map(([, y]) => y)
    expect(Math.max(...across) - Math.min(...across)).toBeCloseTo(2, 3)
    expect(lengthM(points)).toBeCloseTo(halfTurnM(1.92, 0, 1), 2)
    expect(tightestBend(points)).toBeLessThan(1.03)
  })

  it('leaves one row and enters the next along them', () => {
    const turn = turnOf(1, 3)
    const points = withoutRepeats(turn?.pieces[0]?.points ?? [], 1e-6)
    expect(points[0]).toEqual(turn?.exit)
    expect(points.at(-1)).toEqual(turn?.entry)
    const along = (from: XY | undefined, to: XY | undefined): number =>
      from && to ? (xOf(to) - xOf(from)) / distanceM(from, to) : 0
    expect(along(points[0], points[1])).toBeGreaterThan(0.999)
    expect(along(points.at(-2), points.at(-1))).toBeLessThan(-0.999)
  })

  it('lets both rows end before the ground that the turn cuts', () => {
    const turn = turnOf(1, 3)
    expect(xOf(turn?.exit ?? [40, 0])).toBeLessThan(39)
    expect(xOf(turn?.entry ?? [40, 0])).toBeLessThan(39)
  })

  it('leaves it to the connector where the blade would leave its ground', () => {
    expect(turnOf(1, 0.02)).toBeUndefined()
    expect(turnOf(1, 0.5)).toBeDefined()
  })

  it('does not mow a wide turn that would leave a hollow in its middle', () => {
    expect(turnOf(1.05, 9)).toBeDefined()
    expect(turnOf(2, 9)).toBeUndefined()
  })
})
