import { boxOf } from '../polygon/measure.ts'
import type { PolygonXY, PolylineXY, XY } from '../units.ts'
import type { CoveragePlan } from './plan.ts'

const COLOURS = { lap: '#2f7fd6', swath: '#2a9d4a', turn: '#e08a00', transit: '#d0342c' } as const

/** A picture of a plan for a reviewer: headland passes blue, swaths green, turns orange, transits red, bare ground dark, obstacles grey. */
export const drawPlan = (plan: CoveragePlan, boundary: PolygonXY, obstacles: readonly PolygonXY[] = []): string => {
  const box = boxOf(boundary.outer)
  const width = box.maxX - box.minX + 4
  const height = box.maxY - box.minY + 4
  const scale = 800 / Math.max(width, height)
  const at = ([x, y]: XY): string =>
    `${((x - box.minX + 2) * scale).toFixed(1)},${((box.maxY + 2 - y) * scale).toFixed(1)}`
  const line = (points: PolylineXY): string => `M${points.map(at).join('L')}`
  const shape = ({ outer, holes }: PolygonXY): string => [outer, ...holes].map(ring => `${line(ring)}Z`).join('')
  const [first] = plan.legs
  const start = first?.points[0]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${(width * scale).toFixed(0)}" height="${(height * scale).toFixed(0)}">`,
    `<path d="${shape(boundary)}" fill="#f1f5ec" stroke="#555" fill-rule="evenodd"/>`,
    ...obstacles.map(o => `<path d="${shape(o)}" fill="#bbb" stroke="#777" fill-rule="evenodd"/>`),
    ...plan.uncovered.map(o => `<path d="${shape(o)}" fill="#000" fill-opacity="0.55"/>`),
    ...plan.legs.map(
      leg => `<path d="${line(leg.points)}" fill="none" stroke="${COLOURS[leg.kind]}" stroke-width="1.5"/>`,
    ),
    ...(start === undefined ? [] : [`<circle cx="${at(start).replace(',', '" cy="')}" r="5" fill="#000"/>`]),
    '</svg>',
    '',
  ].join('\n')
}
