import { expect, test } from 'vitest'
import type { Box } from './glyphs.ts'
import { pillBox, plateBox } from './platePlaces.ts'

const PHONE: Box = { left: 0, right: 390, top: 0, bottom: 600 }
const SIZE = [120, 40] as const

test('goes to the upper right, or to the first corner that is free and in view', () => {
  expect(plateBox([100, 300], SIZE, PHONE, [], false)).toMatchObject({ left: 124, bottom: 276 })
  expect(plateBox([300, 300], SIZE, PHONE, [], false)).toMatchObject({ right: 276, bottom: 276 })
  const above: Box = { left: 0, right: 390, top: 200, bottom: 280 }
  expect(plateBox([100, 300], SIZE, PHONE, [above], false)).toMatchObject({ left: 124, top: 324 })
})

test('is left out where it would cover something, unless it is needed', () => {
  const all: Box = { left: 0, right: 390, top: 0, bottom: 310 }
  const below: Box = { left: 0, right: 390, top: 340, bottom: 600 }
  expect(plateBox([100, 300], SIZE, PHONE, [all, below], false)).toBeUndefined()
  // Below it hides 24 px of a plate's height, above all 40.
  expect(plateBox([100, 300], SIZE, PHONE, [all, below], true)).toMatchObject({ top: 324 })
})

test('a needed plate at the edge is whole', () => {
  const box = plateBox([195, 5], [380, 40], PHONE, [], true)
  expect(box).toMatchObject({ left: 10, right: 390 })
  expect(box?.top).toBeGreaterThanOrEqual(0)
})

test('a pill lies over its mark, or where that is taken above or below it', () => {
  expect(pillBox([195, 300], SIZE, PHONE, [], false)).toEqual({ left: 135, right: 255, top: 280, bottom: 320 })
  const over: Box = { left: 0, right: 390, top: 290, bottom: 310 }
  expect(pillBox([195, 300], SIZE, PHONE, [over], false)).toMatchObject({ top: 216 })
  expect(pillBox([195, 300], SIZE, PHONE, [PHONE], false)).toBeUndefined()
  expect(pillBox([195, 300], SIZE, PHONE, [PHONE], true)).toMatchObject({ top: 280 })
})

test('a pill of a mark at the edge is whole, and one of a mark beside the view is not moved to another one', () => {
  expect(pillBox([380, 10], SIZE, PHONE, [], false)).toEqual({ left: 270, right: 390, top: 0, bottom: 40 })
  expect(pillBox([420, 300], SIZE, PHONE, [], false)).toMatchObject({ left: 360, right: 480 })
})

test('a pill of a mark under the controls at the right is beside them', () => {
  const beside: Box = { ...PHONE, right: 318 }
  expect(pillBox([340, 300], SIZE, beside, [], false)).toMatchObject({ left: 280, right: 400 })
  expect(pillBox([340, 300], SIZE, beside, [], false, 72)).toMatchObject({ left: 198, right: 318 })
})
