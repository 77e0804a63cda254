import { lengthM, type XY } from '@greensward/geometry'
import { describe, expect, test } from 'vitest'
import {
  areaOf,
  boxOf,
  bunker,
  cornersOf,
  fairway,
  fakeCanvas,
  holeLine,
  idOf,
  plane,
  ROUGH,
  restriction,
  road,
  zone,
} from './fakeCanvas.fixture.ts'
import { middleOf, smoothed } from './shaping.ts'

const select = (canvas: ReturnType<typeof fakeCanvas>, ...ids: readonly string[]) =>
  canvas.send({ type: 'select', ids, how: 'only' })

describe('copies', () => {
  test('a duplicate lies beside its original, with an id and the next free name, and is selected', () => {
    const canvas = fakeCanvas([bunker, restriction(3, boxOf(200, 0, 210, 10))])
    select(canvas, bunker.id)
    const state = canvas.send({ type: 'duplicate' })
    expect(canvas.titles()).toEqual(['Bunker 2', 'Bunker 3', 'Bunker 4'])
    expect(cornersOf(state.features[2])).toEqual(boxOf(22, 10, 32, 20))
    expect(state.selection).toEqual([state.features[2]?.id])
    expect(state.features[2]?.id).not.toBe(bunker.id)
    expect(canvas.send({ type: 'undo' }).features).toHaveLength(2)
  })

  test('what was copied is pasted at the pointer as it was then, several things together', () => {
    const canvas = fakeCanvas([bunker, fairway])
    select(canvas, bunker.id, fairway.id)
    canvas.send({ type: 'copy' })
    canvas.click(200, 200)
    const { features, selection } = canvas.send({ type: 'paste' })
    expect(selection).toEqual(features.slice(2).map(({ id }) => id))
    expect(cornersOf(features[2])).toEqual(boxOf(180, 190, 190, 200))
    expect(cornersOf(features[3])).toEqual(boxOf(170, 180, 230, 220))
    expect(fakeCanvas([]).send({ type: 'paste' }).notice?.key).toBe('copyFirst')
  })

  test('a copied zone belongs to the hole on which it is put', () => {
    const onOne = zone(1, ROUGH, boxOf(100, -10, 120, 10))
    const canvas = fakeCanvas([holeLine(11, 0), holeLine(12, 400), onOne])
    select(canvas, onOne.id)
    canvas.send({ type: 'copy' })
    canvas.click(150, 400)
    const copy = canvas.send({ type: 'paste' }).features.at(-1)
    expect(copy?.kind === 'zone' && copy.properties.holeId).toBe(idOf(12))
  })
})

describe('turning', () => {
  test('turns and scales around the middle, as one step from press to release', () => {
    const canvas = fakeCanvas([fairway])
    select(canvas, fairway.id)
    const quarter = { type: 'turn', turn: { turnDeg: 45, scale: 1 }, join: 'turn' } as const
    canvas.send(quarter)
    expect(cornersOf(canvas.send(quarter).features[0])).toEqual([
      [10, 50],
      [10, -10],
      [50, -10],
      [50, 50],
    ])
    expect(canvas.state().history.done).toHaveLength(1)
    canvas.send({ type: 'turn', turn: { turnDeg: 0, scale: 0.5 }, join: null })
    expect(areaOf(canvas.state().features[0])).toBe(600)
    expect(middleOf([fairway], plane).map(Math.round)).toEqual([30, 20])
  })
})

describe('corners', () => {
  test('simplifying leaves out what the shape does not need, and says how many are left', () => {
    const edge = Array.from({ length: 30 }, (_, i): XY => [2 * i, i % 2 === 0 ? 0 : 0.1])
    const rough = zone(7, ROUGH, [...edge, [60, 0], [60, 40], [0, 40]])
    const canvas = fakeCanvas([rough])
    select(canvas, rough.id)
    const state = canvas.send({ type: 'simplify' })
    expect(cornersOf(state.features[0])).toHaveLength(4)
    expect(state.notice).toMatchObject({ tone: 'info', key: 'simplified', values: { before: 33, after: 4 } })
    expect(canvas.send({ type: 'simplify' }).notice?.key).toBe('simplifiedNot')
  })

  test('smoothing draws a curve through all corners of an area and of a line', () => {
    const corners = boxOf(0, 0, 60, 40)
    const round = cornersOf(smoothed(fairway, plane))
    expect(round.length).toBeGreaterThan(12)
    for (const corner of corners) expect(round).toContainEqual(corner)
    const bent = road(8, [
      [0, 0],
      [40, 30],
      [80, 0],
    ])
    const line = cornersOf(smoothed(bent, plane))
    expect(line.at(0)).toEqual([0, 0])
    expect(line.at(-1)).toEqual([80, 0])
    expect(line).toContainEqual([40, 30])
    // Longer than the straight way, and without a loop.
    expect(lengthM(line)).toBeGreaterThan(100)
    expect(lengthM(line)).toBeLessThan(115)
  })
})
