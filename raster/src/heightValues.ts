/** How the numbers of an elevation model become heights: the factor, the offset and the unit that GDAL writes beside them. */

export interface HeightValues {
  readonly scale: number
  readonly offset: number
  /** Factor from the heights to metres; undefined where the file names no unit that is known here. */
  readonly toMetres: number | undefined
}

const FOOT = 0.3048
const SURVEY_FOOT = 1200 / 3937

/** Names of units in small letters, without what is between them. */
const UNITS: ReadonlyMap<string, number> = new Map([
  ...['m', 'metre', 'metres', 'meter', 'meters'].map(name => [name, 1] as const),
  ...['ft', 'foot', 'feet', 'internationalfoot', 'internationalfeet', 'footinternational', 'ftintl'].map(
    name => [name, FOOT] as const,
  ),
  ...['ftus', 'usft', 'footus', 'usfoot', 'usfeet', 'ussurveyfoot', 'ussurveyfeet', 'footussurvey'].map(
    name => [name, SURVEY_FOOT] as const,
  ),
  ...['dm', 'decimetre', 'decimetres', 'decimeter', 'decimeters'].map(name => [name, 0.1] as const),
  ...['cm', 'centimetre', 'centimetres', 'centimeter', 'centimeters'].map(name => [name, 0.01] as const),
  ...['mm', 'millimetre', 'millimetres', 'millimeter', 'millimeters'].map(name => [name, 0.001] as const),
])

const finite = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
  return Number.isFinite(number) ? number : undefined
}

/** @param metadata what the file says of its first band, by GDAL's names; null where it says nothing */
export const readHeightValues = (metadata: Readonly<Record<string, unknown>> | null): HeightValues => {
  const { SCALE, OFFSET, UNITTYPE } = metadata ?? {}
  const unit = typeof UNITTYPE === 'string' ? UNITTYPE.toLowerCase().replace(/[^a-z]/g, '') : ''
  return { scale: finite(SCALE) || 1, offset: finite(OFFSET) ?? 0, toMetres: UNITS.get(unit) }
}
