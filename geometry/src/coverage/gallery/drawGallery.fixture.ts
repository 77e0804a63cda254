import { boxOf, totalAreaM2 } from '../../polygon/measure.ts'
import { distanceM, lengthM } from '../../polyline.ts'
import { headingOfDeg, type PolygonXY, type PolylineXY, type XY } from '../../units.ts'
import type { CoveragePlan, Leg } from '../plan.ts'
import type { CoverageRequest } from '../request.ts'

/** Everything is drawn in whole centimetres. */
const CM = 100
const MARGIN_M = 2
/** Pixels of the longer side of the field. */
const SIZE_PX = 900
/** Of the lines of text, in pixels. */
const TEXT_PX = 15
const LINE_PX = 20

const GROUND = '#dfe8d0'
const COLOURS = { lap: '#8ec7b4', away: '#a9cf7f', back: '#7fae57', turn: '#c3d68c' } as const
const BLADE_OFF = '#c2410c'
const UNCUT = '#d4006a'

/** Relative to each other the places of a path are small numbers, which keeps the file small. */
const pathOf = (lines: readonly PolylineXY[], at: (p: XY) => XY, isClosed = false): string => {
  let [x, y] = [0, 0]
  const step = (p: XY): string => {
    const [toX, toY] = at(p).map(Math.round) as [number, number]
    const by = `${toX - x} ${toY - y}`
    x = toX
    y = toY
    return by.replace(' -', '-')
  }
  return lines
    .filter(line => line.length > 1)
    .map(line => {
      const start = line[0] ?? [0, 0]
      const move = `m${step(start)}l`
      const rest = line.slice(1).map(step).join(' ').replaceAll(' -', '-')
      // After `z` the pen is back at the start of the ring.
      if (isClosed) [x, y] = at(start).map(Math.round) as [number, number]
      return `${move}${rest}${isClosed ? 'z' : ''}`
    })
    .join('')
}

/** Swaths that lead away from the viewer are light, those that come back dark, as on grass. */
const isAway = ({ points }: Leg): boolean => {
  const [first] = points
  const last = points[points.length - 1]
  return first === undefined || last === undefined || (headingOfDeg(first, last) + 367) % 360 < 180
}

const minutes = (seconds: number): string => {
  const whole = Math.round(seconds / 60)
  return whole < 60 ? `${whole} min` : `${Math.floor(whole / 60)} h ${String(whole % 60).padStart(2, '0')} min`
}

const figuresOf = (plan: CoveragePlan): string[] => {
  const { stats, legs, warnings } = plan
  const offM = legs.reduce((sum, { bladeOn, points }) => sum + (bladeOn ? 0 : lengthM(points)), 0)
  const codes = warnings.map(({ code }) => code).join(', ')
  return [
    `${stats.areaM2.toFixed(0)} m², mown ${(100 * stats.coverage).toFixed(2)} %, uncut ${totalAreaM2(plan.uncovered).toFixed(1)} m², cut twice ${(100 * stats.overlap).toFixed(1)} %`,
    `${minutes(stats.durationS)}, ${stats.lengthM.toFixed(0)} m driven, ${((100 * offM) / stats.lengthM).toFixed(1)} % with the blade off, ${stats.swaths} swaths, ${stats.turns} turns`,
    ...(codes === '' ? [] : [`Warnings: ${codes}`]),
  ]
}

/**
 * A picture of a plan as a greenkeeper would judge it: what is cut in the width of the blade, striped by direction, the line that the
 * machine drives, where its blade is off, and what stays uncut.
 */
export const drawGallery = (
  title: string,
  plan: CoveragePlan,
  { boundary, obstacles, workingWidthM }: CoverageRequest,
): string => {
  const box = boxOf(boundary.outer)
  const [widthM, heightM] = [box.maxX - box.minX + 2 * MARGIN_M, box.maxY - box.minY + 2 * MARGIN_M]
  const pxPerM = SIZE_PX / Math.max(widthM, heightM)
  const px = (pixels: number): number => Math.round((pixels * CM) / pxPerM)
  const text = [title, ...figuresOf(plan), 'Wide: cut; thin: blade on; dashed: blade off; pink: uncut; ▶ start, ■ end']
  const headPx = LINE_PX * (text.length + 0.5)
  const leastPx = Math.max(...text.map(line => line.length)) * TEXT_PX * 0.6
  const viewWidth = Math.max(Math.round(widthM * CM), px(leastPx))
  const viewHeight = Math.round(heightM * CM) + px(headPx)
  const at = ([x, y]: XY): XY => [(x - box.minX + MARGIN_M) * CM, (box.maxY + MARGIN_M - y) * CM + px(headPx)]
  const rings = (polygons: readonly PolygonXY[]): string =>
    pathOf(
      polygons.flatMap(({ outer, holes }) => [outer, ...holes]),
      at,
      true,
    )
  const of = (wanted: (leg: Leg) => boolean): PolylineXY[] => plan.legs.filter(wanted).map(({ points }) => points)
  const lines = (drawn: readonly PolylineXY[], style: string): string[] =>
    drawn.length === 0 ? [] : [`<path d="${pathOf(drawn, at)}" fill="none" ${style}/>`]
  const cut = (drawn: readonly PolylineXY[], colour: string, cap: 'butt' | 'round'): string[] =>
    lines(drawn, `stroke="${colour}" stroke-width="${workingWidthM * CM}" stroke-linecap="${cap}"`)
  const areas = (polygons: readonly PolygonXY[], style: string): string[] =>
    polygons.length === 0 ? [] : [`<path d="${rings(polygons)}" fill-rule="evenodd" ${style}/>`]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.round((viewWidth * pxPerM) / CM)}" height="${Math.round((viewHeight * pxPerM) / CM)}" viewBox="0 0 ${viewWidth} ${viewHeight}" stroke-linejoin="round" font-family="sans-serif">`,
    '<rect width="100%" height="100%" fill="#fff"/>',
    ...text.map(
      (line, i) =>
        `<text x="${px(8)}" y="${px(LINE_PX * (i + 1))}" font-size="${px(i === 0 ? TEXT_PX + 2 : TEXT_PX - 1)}"${i === 0 ? ' font-weight="bold"' : ''}>${line}</text>`,
    ),
    ...areas([boundary], `fill="${GROUND}"`),
    ...cut(
      of(({ kind, bladeOn }) => bladeOn && kind === 'lap'),
      COLOURS.lap,
      'round',
    ),
    ...cut(
      of(({ kind, bladeOn }) => bladeOn && kind === 'turn'),
      COLOURS.turn,
      'round',
    ),
    ...cut(
      of(leg => leg.kind === 'swath' && isAway(leg)),
      COLOURS.away,
      'butt',
    ),
    ...cut(
      of(leg => leg.kind === 'swath' && !isAway(leg)),
      COLOURS.back,
      'butt',
    ),
    ...areas(plan.uncovered, `fill="${UNCUT}"`),
    ...areas(
      obstacles.map(({ polygon }) => polygon),
      `fill="#e9d8a6" stroke="#8a7a4a" stroke-width="${px(1)}"`,
    ),
    ...areas([boundary], `fill="none" stroke="#333" stroke-width="${px(1.5)}"`),
    ...lines(
      of(({ bladeOn }) => bladeOn),
      `stroke="#1f4d2b" stroke-width="${px(0.8)}"`,
    ),
    ...lines(
      of(({ bladeOn }) => !bladeOn),
      `stroke="${BLADE_OFF}" stroke-width="${px(1.8)}" stroke-dasharray="${px(6)} ${px(3)}"`,
    ),
    ...endsOf(plan, at, px(9)),
    '</svg>',
    '',
  ].join('\n')
}

const endsOf = ({ legs }: CoveragePlan, at: (p: XY) => XY, size: number): string[] => {
  const [first] = legs
  const start = first?.points[0]
  const next = first?.points.find(point => start !== undefined && distanceM(point, start) > 0.2)
  const end = legs[legs.length - 1]?.points.at(-1)
  if (start === undefined || next === undefined || end === undefined) return []
  const [x, y] = at(start).map(Math.round)
  const [endX, endY] = at(end).map(Math.round) as [number, number]
  return [
    `<rect x="${endX - Math.round(size * 0.8)}" y="${endY - Math.round(size * 0.8)}" width="${Math.round(size * 1.6)}" height="${Math.round(size * 1.6)}" fill="#111" stroke="#fff" stroke-width="${Math.round(size / 6)}"/>`,
    `<path d="M${size * 2} 0L${-size} ${size}V${-size}z" transform="translate(${x} ${y}) rotate(${Math.round(headingOfDeg(start, next)) - 90})" fill="#1d4ed8" stroke="#fff" stroke-width="${Math.round(size / 6)}"/>`,
  ]
}
