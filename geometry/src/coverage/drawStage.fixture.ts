import { boxOf } from '../polygon/measure.ts'
import type { PolygonXY, PolylineXY, XY } from '../units.ts'

/** A picture of one stage of the planner: ground below, coloured lines and shapes above, small numbers where they are given. */
export interface StagePicture {
  readonly ground: PolygonXY
  readonly shapes?: readonly { readonly polygon: PolygonXY; readonly colour: string }[]
  readonly lines?: readonly { readonly points: PolylineXY; readonly colour: string }[]
  readonly marks?: readonly { readonly at: XY; readonly text: string }[]
}

const PALETTE = ['#2a9d4a', '#2f7fd6', '#e08a00', '#d0342c', '#8a4fbf', '#008c8c', '#a0522d', '#c71585'] as const

/** One of a few colours that are easy to distinguish. */
export const colourOf = (index: number): string => PALETTE[index % PALETTE.length] ?? PALETTE[0]

export const drawStage = ({ ground, shapes = [], lines = [], marks = [] }: StagePicture): string => {
  const box = boxOf(ground.outer)
  const width = box.maxX - box.minX + 4
  const height = box.maxY - box.minY + 4
  const scale = 600 / Math.max(width, height)
  const place = ([x, y]: XY): [string, string] => [
    ((x - box.minX + 2) * scale).toFixed(1),
    ((box.maxY + 2 - y) * scale).toFixed(1),
  ]
  const line = (points: PolylineXY): string => `M${points.map(point => place(point).join(',')).join('L')}`
  const shape = ({ outer, holes }: PolygonXY): string => [outer, ...holes].map(ring => `${line(ring)}Z`).join('')
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${(width * scale).toFixed(0)}" height="${(height * scale).toFixed(0)}">`,
    `<path d="${shape(ground)}" fill="#f1f5ec" stroke="#555" fill-rule="evenodd"/>`,
    ...shapes.map(
      ({ polygon, colour }) =>
        `<path d="${shape(polygon)}" fill="${colour}" fill-opacity="0.35" stroke="none" fill-rule="evenodd"/>`,
    ),
    ...lines.map(
      ({ points, colour }) => `<path d="${line(points)}" fill="none" stroke="${colour}" stroke-width="1.5"/>`,
    ),
    ...marks.map(({ at, text }) => {
      const [x, y] = place(at)
      return `<text x="${x}" y="${y}" font-size="9" text-anchor="middle">${text}</text>`
    }),
    '</svg>',
    '',
  ].join('\n')
}
