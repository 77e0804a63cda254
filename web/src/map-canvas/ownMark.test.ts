import { expect, test } from 'vitest'
import { drawOwn } from './ownMark.ts'
import type { Plane } from './plane.ts'

const plane: Plane = {
  toPixel: () => [100, 50],
  widthPx: 390,
  heightPx: 600,
  rotationRad: 0,
  metresPerPixel: 0.5,
  unitsPerPixel: 0.5,
}

/** The circles that are drawn, by radius and colour. */
const drawn = (accuracyM: number, isOld: boolean): readonly (readonly [radiusPx: number, colour: unknown])[] => {
  const circles: [number, unknown][] = []
  const pen = {
    beginPath: () => undefined,
    arc: (_x: number, _y: number, radiusPx: number) => circles.push([radiusPx, undefined]),
    fill(this: { fillStyle: unknown }) {
      const last = circles.at(-1)
      if (last !== undefined) last[1] = this.fillStyle
    },
    stroke: () => undefined,
    fillStyle: '' as unknown,
  }
  drawOwn(pen as never, plane, { position: [8, 48], accuracyM, headingDeg: null, isOld })
  return circles
}

test('draws the accuracy to scale around the dot', () => {
  expect(drawn(40, false)).toEqual([
    [80, '#1769c2'],
    [9, '#1769c2'],
  ])
})

test('leaves out a circle that the dot would hide', () => {
  expect(drawn(3, false)).toEqual([[9, '#1769c2']])
})

test('an old position is grey', () => {
  expect(drawn(3, true)).toEqual([[9, '#5b717b']])
})
