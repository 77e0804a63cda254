import { describe, expect, test } from 'vitest'
import { drawingOf } from './drawingOf.ts'
import { at, cornersOf, fairway, fakeCanvas, green, plane, words } from './fakeCanvas.fixture.ts'

describe('reshaping', () => {
  test('a corner is dragged, and nothing else moves', () => {
    const canvas = fakeCanvas([fairway])
    canvas.click(30, 20)
    expect(cornersOf(canvas.drag([60, 40], [65, 45]).features[0])).toEqual([
      [0, 0],
      [60, 0],
      [65, 45],
      [0, 40],
    ])
    expect(canvas.state().history.done).toHaveLength(1)
  })

  test('a drag inside of what is selected moves the map, never the thing', () => {
    const canvas = fakeCanvas([fairway])
    canvas.click(30, 20)
    expect(canvas.drag([30, 20], [40, 30]).features).toEqual([fairway])
    expect(canvas.state().drag).toBeNull()
  })

  test('the middle of an edge pulled out is a new corner, and so is one pressed', () => {
    const canvas = fakeCanvas([fairway])
    canvas.click(30, 20)
    expect(cornersOf(canvas.drag([30, 0], [30, -5]).features[0])).toContainEqual([30, -5])
    canvas.click(60, 20)
    expect(cornersOf(canvas.state().features[0])).toHaveLength(6)
    expect(canvas.state().corner).toEqual({ path: 0, index: 3 })
  })

  test('a finger on an edge moves the map, a finger on its middle pulls a corner out', () => {
    const canvas = fakeCanvas([fairway])
    canvas.click(30, 20, { touch: true })
    canvas.drag([12, 0], [12, -5], { touch: true })
    expect(cornersOf(canvas.state().features[0])).toHaveLength(4)
    canvas.drag([30, 1.5], [30, -5], { touch: true })
    expect(cornersOf(canvas.state().features[0])).toHaveLength(5)
  })

  test('a finger beside a corner moves it by as much as the finger moves, and the loupe shows the hidden position', () => {
    const canvas = fakeCanvas([fairway])
    canvas.click(30, 20, { touch: true })
    const hidden: unknown[] = []
    const finger = (type: 'down' | 'drag' | 'up', x: number, y: number): void => {
      const [pointer] = [{ metresPerPixel: 0.1, rotationDeg: 0, touch: true, shift: false, alt: false, found: [] }]
      canvas.send({ type, pointer: { ...pointer, at: at(x, y) } })
      hidden.push(drawingOf(canvas.state(), canvas.world(), words).hiddenAt)
    }
    finger('down', 61.5, 38.5)
    finger('drag', 64, 37)
    finger('drag', 66.5, 35.5)
    finger('up', 66.5, 35.5)
    expect(cornersOf(canvas.state().features[0])).toContainEqual([65, 37])
    const [before, , during, after] = hidden
    expect([before, after]).toEqual([null, null])
    expect(plane.toFlat(during as [number, number]).map(metres => Math.round(metres * 100) / 100)).toEqual([65, 37])
    canvas.drag([0.5, 0.5], [-5, 0.5])
    expect(cornersOf(canvas.state().features[0])).toContainEqual([-5, 0.5])
  })

  test('Del takes the chosen corner out, but never the third', () => {
    const canvas = fakeCanvas([fairway])
    canvas.click(30, 20)
    canvas.click(60, 40)
    expect(cornersOf(canvas.key('Delete').features[0])).toHaveLength(3)
    canvas.click(0, 0)
    const refused = canvas.key('Delete')
    expect(cornersOf(refused.features[0])).toHaveLength(3)
    expect(refused.notice?.key).toBe('threeCorners')
  })

  test('Tab goes from corner to corner, arrows nudge the chosen one in one step, typed coordinates move it there', () => {
    const canvas = fakeCanvas([fairway])
    canvas.click(30, 20)
    canvas.key('Tab')
    canvas.key('Tab')
    expect(canvas.state().corner).toEqual({ path: 0, index: 1 })
    canvas.key('ArrowRight')
    canvas.key('ArrowUp', true)
    expect(cornersOf(canvas.state().features[0])[1]).toEqual([60.1, 1])
    expect(canvas.state().history.done).toHaveLength(1)
    canvas.send({ type: 'placeCorner', ref: { path: 0, index: 1 }, to: at(61, 2) })
    expect(cornersOf(canvas.state().features[0])[1]).toEqual([61, 2])
    for (let i = 0; i < 3; i++) canvas.key('Tab')
    expect(canvas.state().corner).toBeNull()
  })

  test('a dragged corner catches the neighbour, so that both share it', () => {
    const canvas = fakeCanvas([fairway, green])
    canvas.click(30, 20)
    const [after] = canvas.drag([60, 0], [69.5, 0.3]).features
    expect(after?.geometry.type === 'Polygon' && after.geometry.coordinates[0]?.[1]).toEqual(at(70, 0))
  })

  test('the radius is dragged by its rim', () => {
    const canvas = fakeCanvas([])
    canvas.use({ kind: 'draw', feature: 'radius', zoneTypeId: null })
    canvas.drag([0, 0], [5, 0])
    canvas.use({ kind: 'select' })
    const [round] = canvas.drag([5, 0], [9, 0]).features
    expect(round?.kind === 'radius' && round.properties.radiusM).toBe(9)
  })

  test('Esc during a drag leaves everything as it was', () => {
    const canvas = fakeCanvas([fairway])
    canvas.click(30, 20)
    canvas.send({
      type: 'down',
      pointer: { at: at(0, 0), metresPerPixel: 0.1, rotationDeg: 0, touch: false, shift: false, alt: false, found: [] },
    })
    expect(canvas.state().drag).not.toBeNull()
    expect(canvas.key('Escape').drag).toBeNull()
    expect(canvas.state().features).toEqual([fairway])
  })

  test('while a corner is dragged over another edge the drawing says that it crosses, and the fault is listed after', () => {
    const canvas = fakeCanvas([fairway])
    canvas.click(30, 20)
    const state = canvas.drag([60, 40], [30, -10])
    expect(state.faults.map(({ reason }) => reason)).toEqual(['selfIntersection'])
    expect(drawingOf(state, canvas.world(), words).marks.some(({ role }) => role === 'fault')).toBe(true)
  })
})
