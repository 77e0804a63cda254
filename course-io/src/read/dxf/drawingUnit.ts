/** The unit of a drawing: chosen by the person, named in its header, or else that of its coordinate system. */
import type { ImportPreview } from '@greensward/contract'
import type { DrawingUnit } from '@greensward/domain'
import { said } from '@greensward/messages'
import { type FileName, Unreadable } from '../importRefusal.ts'

export type UnitUsed = NonNullable<ImportPreview['drawingUnit']>

const US_FOOT_M = 1200 / 3937

/** Each unit in metres, and its number in `$INSUNITS` of a DXF. */
const UNITS: Readonly<Record<DrawingUnit, { readonly insunits: number; readonly metres: number }>> = {
  inches: { insunits: 1, metres: 0.0254 },
  feet: { insunits: 2, metres: 0.3048 },
  miles: { insunits: 3, metres: 1609.344 },
  millimetres: { insunits: 4, metres: 0.001 },
  centimetres: { insunits: 5, metres: 0.01 },
  metres: { insunits: 6, metres: 1 },
  kilometres: { insunits: 7, metres: 1_000 },
  yards: { insunits: 10, metres: 0.9144 },
  decimetres: { insunits: 14, metres: 0.1 },
  usSurveyFeet: { insunits: 21, metres: US_FOOT_M },
}
const NAMED = Object.entries(UNITS) as [DrawingUnit, (typeof UNITS)[DrawingUnit]][]

const UNITLESS = 0
/** Kinds of feet differ by two millionths, different units by far more. */
const SAME_FOOT = 1e-5
const SAME_UNIT = 1e-7

const areNear = (a: number, b: number, share: number): boolean => Math.abs(a / b - 1) < share

const assumedUnit = (unitM: number): UnitUsed => ({
  name: NAMED.find(([, { metres }]) => areNear(metres, unitM, SAME_UNIT))?.[0] ?? 'ofSystem',
  source: 'assumed',
})

/**
 * "Feet" are those of the system: drawings on grids in US survey feet mostly say feet, and at two million feet from the
 * origin of the grid the other foot is more than a metre away.
 */
const metresOf = (name: DrawingUnit, unitM: number): number => {
  const { metres } = UNITS[name]
  return name === 'feet' && areNear(metres, unitM, SAME_FOOT) ? unitM : metres
}

/** Those that CAD programs and GDAL write into the header of a drawing that is in metres. */
const OFTEN_LEFT_AS_IT_IS: ReadonlySet<DrawingUnit> = new Set(['inches', 'centimetres', 'millimetres'])
/** The diagonal of what a drawing of a course shows, metres. */
const SMALLEST_M = 100
const LARGEST_M = 20_000
/** No coordinate of a system is farther from its origin, metres. */
const FARTHEST_M = 10_000_000

/** In units of the drawing. */
export interface Extent {
  readonly diagonal: number
  /** Of its corners from 0, along one axis. */
  readonly farthest: number
}

/** Whether a course would be as small as a green in the unit of the header, and of its size in that of the system. */
const isLeftAsItWas = (name: DrawingUnit, unitM: number, { diagonal, farthest }: Extent): boolean =>
  OFTEN_LEFT_AS_IT_IS.has(name) &&
  diagonal * UNITS[name].metres < SMALLEST_M &&
  diagonal * unitM >= SMALLEST_M &&
  diagonal * unitM <= LARGEST_M &&
  farthest * unitM < FARTHEST_M

export interface Scale {
  /** What coordinates of the drawing are multiplied with, to be those of the coordinate system. */
  readonly factor: number
  readonly unit: UnitUsed | null
}

/**
 * @param insunits `$INSUNITS` of the header; absent in drawings of release 12 and others
 * @param unitM metres of one unit of the coordinate system; null for degrees, which no unit of a drawing describes
 * @throws Unreadable needsUnit for a unit that is not known here
 */
export const drawingScale = (
  insunits: unknown,
  {
    chosen,
    unitM,
    what,
    extent,
  }: { chosen: DrawingUnit | undefined; unitM: number | null; what: FileName; extent: Extent },
): Scale => {
  if (unitM === null) return { factor: 1, unit: null }
  if (chosen !== undefined) return { factor: metresOf(chosen, unitM) / unitM, unit: { name: chosen, source: 'chosen' } }
  if (insunits === undefined || insunits === UNITLESS) return { factor: 1, unit: assumedUnit(unitM) }
  const found = NAMED.find(([, unit]) => unit.insunits === insunits)?.[0]
  if (found === undefined)
    throw new Unreadable('needsUnit', said('unknownDxfUnit', { what, code: String(insunits).slice(0, 20) }))
  if (isLeftAsItWas(found, unitM, extent)) return { factor: 1, unit: assumedUnit(unitM) }
  return { factor: metresOf(found, unitM) / unitM, unit: { name: found, source: 'file' } }
}
