import { boxOf } from '../polygon/measure.ts'
import type { PolygonXY, PolylineXY, XY } from '../units.ts'
import type { MowerSplit } from './split.ts'

const COLOURS = ['#2f7fd6', '#2a9d4a', '#d0342c', '#7a4fbf'] as const

/** A picture of a split for a reviewer: each part in its own colour, its start as a disc, what nobody mows dark. */
export const drawSplit = (split: MowerSplit, boundary: PolygonXY): string => {
  const box = boxOf(boundary.outer)
  const width = box.maxX - box.minX + 4
  const height = box.maxY - box.minY + 4
  const scale = 800 / Math.max(width, height)
  const at = ([x, y]: XY): string =>
    `${((x - box.minX + 2) * scale).toFixed(1)},${((box.maxY + 2 - y) * scale).toFixed(1)}`
  const line = (points: PolylineXY): string => `M${points.map(at).join('L')}`
  const shape = ({ outer, holes }: PolygonXY): string => [outer, ...holes].map(ring => `${line(ring)}Z`).join('')
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${(width * scale).toFixed(0)}" height="${(height * scale).toFixed(0)}">`,
    `<path d="${shape(boundary)}" fill="#f1f5ec" stroke="#555" fill-rule="evenodd"/>`,
    ...split.parts.flatMap(({ cell, plan }, i) => {
      const colour = COLOURS[i % COLOURS.length] ?? '#000'
      const start = plan.legs[0]?.points[0]
      return [
        `<path d="${shape(cell)}" fill="${colour}" fill-opacity="0.12" stroke="${colour}" fill-rule="evenodd"/>`,
        `<path d="${plan.legs.map(({ points }) => line(points)).join('')}" fill="none" stroke="${colour}" stroke-width="1.2"/>`,
        ...(start === undefined ? [] : [`<circle cx="${at(start).replace(',', '" cy="')}" r="5" fill="${colour}"/>`]),
      ]
    }),
    ...split.uncovered.map(patch => `<path d="${shape(patch)}" fill="#000" fill-opacity="0.55"/>`),
    '</svg>',
    '',
  ].join('\n')
}
