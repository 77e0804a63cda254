import Polygon from 'ol/geom/Polygon.js'
import View from 'ol/View.js'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { CourseShape } from './courseSource.ts'
import { makeViewMoves } from './viewMoves.ts'

// A frame is a timer, and the clock of a test holds both: no frame comes after its test.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'performance'] }))
beforeAll(() => {
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 16))
  vi.stubGlobal('cancelAnimationFrame', (frame: number) => clearTimeout(frame))
})

afterEach(() => void vi.useRealTimers())
afterAll(() => void vi.unstubAllGlobals())

const ring = [
  [0, 0],
  [400, 0],
  [400, 200],
  [0, 200],
  [0, 0],
]

/** A map of 1000 by 600 pixels that shows all of a field. */
const fitted = () => {
  const view = new View({ center: [0, 0], zoom: 17 })
  view.setViewportSize([1_000, 600])
  const shape = { shape: new Polygon([ring]) } as unknown as CourseShape
  const element = { addEventListener: () => undefined, removeEventListener: () => undefined }
  const moves = makeViewMoves({ on: () => undefined } as never, view, element as never, true)
  moves.fitShapes([shape], false)
  const open = (rightPx: number): void => {
    view.padding = [0, rightPx, 0, 0]
    moves.fitAgain()
  }
  return { view, moves, open }
}

/** What is in the middle of the whole map, also of its part behind panels. */
const middleOf = (view: View): readonly number[] => view.getState().center.map(Math.round)

test('a view that nobody touched is fitted again into what a panel leaves of it', () => {
  const { view, open } = fitted()
  const before = view.getResolution() ?? 0
  open(600)
  expect(view.getResolution()).toBeGreaterThan(before)
})

test('after a press a panel moves nothing: what was pressed stays below the pointer', () => {
  const { view, moves, open } = fitted()
  const [before, middle] = [view.getResolution(), middleOf(view)]
  moves.touch()
  open(600)
  expect(view.getResolution()).toBe(before)
  expect(middleOf(view)).toEqual(middle)
})

test('a flight that says nothing about the zoom does not end the zoom of the one before it', () => {
  const view = new View({ center: [0, 0], zoom: 14 })
  view.setViewportSize([1_000, 600])
  const element = { addEventListener: () => undefined, removeEventListener: () => undefined }
  const moves = makeViewMoves({ on: () => undefined } as never, view, element as never, false)
  moves.fly({ zoom: 16, rotation: 1 })
  vi.advanceTimersByTime(100)
  moves.fly({ center: [100, 50] })
  vi.advanceTimersByTime(1_000)
  expect([view.getZoom(), view.getRotation(), view.getCenter()]).toEqual([16, 1, [100, 50]])
  // A flight that has arrived is not wanted again.
  view.setZoom(15)
  moves.fly({ center: [0, 0] })
  vi.advanceTimersByTime(1_000)
  expect(view.getZoom()).toBe(15)
})

test('a person who moves the map ends what a flight wanted', () => {
  const view = new View({ center: [0, 0], zoom: 14 })
  view.setViewportSize([1_000, 600])
  const element = { addEventListener: () => undefined, removeEventListener: () => undefined }
  const moves = makeViewMoves({ on: () => undefined } as never, view, element as never, false)
  moves.fly({ zoom: 16 })
  moves.touch()
  view.cancelAnimations()
  moves.fly({ center: [100, 50] })
  vi.advanceTimersByTime(1_000)
  expect(view.getZoom()).toBe(14)
})
