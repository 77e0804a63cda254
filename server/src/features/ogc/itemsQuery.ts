/** The query of a collection's items: a box, a time, a page. What is wrong with it is a 400, as the standard asks. */

import { COLUMNS, type CourseNames, flatFeature } from '@greensward/course-io/columns'
import type { CourseFeature, FeatureKind, Position } from '@greensward/domain'
import { type Said, said } from '@greensward/messages'
import { refuse } from '../../platform/http/refusal.ts'
import { createBreather } from '../../platform/threads/breather.ts'
import { boxesTouch, boxOfFeature, type LonLatBox } from '../../shared/course/featureBox.ts'
import { type Crs, crsNamed, geometryIn, projectAhead } from './crs.ts'
import { readCql2Json } from './filter/cql2Json.ts'
import { readCql2Text } from './filter/cql2Text.ts'
import { filterTest } from './filter/filterTest.ts'
import { meetsBox } from './meetsBox.ts'

export const DEFAULT_LIMIT = 1_000
export const MOST_LIMIT = 10_000

const wrong = (name: string, what: Said): never =>
  refuse('wrongParameter', { name, why: what }, { fields: { [`query.${name}`]: what } })

const numbersOf = (text: string): readonly [Position, Position] => {
  const numbers = text.split(',').map(part => (part.trim() === '' ? Number.NaN : Number(part)))
  if (!(numbers.length === 4 || numbers.length === 6) || !numbers.every(Number.isFinite))
    return wrong('bbox', said('boxNumbers'))
  const isFlat = numbers.length === 4
  const [x = 0, y = 0] = numbers
  const [toX = 0, toY = 0] = isFlat ? numbers.slice(2) : numbers.slice(3)
  return [
    [x, y],
    [toX, toY],
  ]
}

/** In degrees, one box, or two where it crosses the antimeridian. */
const degreeBoxes = ([west, south]: Position, [east, north]: Position): readonly LonLatBox[] => {
  if (south > north) return wrong('bbox', said('boxOrder'))
  if (Math.abs(west) > 180 || Math.abs(east) > 180 || Math.abs(south) > 90 || Math.abs(north) > 90)
    return wrong('bbox', said('boxDegrees'))
  return west <= east
    ? [[west, south, east, north]]
    : [
        [west, south, 180, north],
        [-180, south, east, north],
      ]
}

type Test = (feature: CourseFeature) => boolean

/** @throws Refusal wrongParameter */
const boxTest = (text: string, crs: Crs): Test => {
  const [from, to] = numbersOf(text)
  if (crs.isDegrees) {
    const boxes = degreeBoxes(crs.toLonLat(from), crs.toLonLat(to))
    return feature => {
      const around = boxOfFeature(feature)
      return boxes.some(box => boxesTouch(around, box) && meetsBox(feature.geometry, box))
    }
  }
  if (from[0] > to[0] || from[1] > to[1]) return wrong('bbox', said('boxOrder'))
  const box: LonLatBox = [...from, ...to]
  return feature => meetsBox(geometryIn(feature.geometry, crs), box)
}

const INSTANT = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2}))?$/

/** From and to in milliseconds since 1970; a whole day for a date alone. */
export const timesOf = (text: string): readonly [from: number, to: number] => {
  const momentOf = (part: string, isEnd: boolean): number => {
    if (part === '' || part === '..') return isEnd ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY
    const at = INSTANT.test(part) ? Date.parse(part) : Number.NaN
    if (Number.isNaN(at)) return wrong('datetime', said('momentOrTwo'))
    return isEnd && part.length === 10 ? at + 86_399_999 : at
  }
  const parts = text.split('/')
  const [first = '', second = first] = parts
  if (parts.length > 2 || (parts.length === 1 && (first === '' || first === '..')))
    return wrong('datetime', said('momentOrTwo'))
  const [from, to] = [momentOf(first, false), momentOf(second, true)]
  if (from > to) return wrong('datetime', said('endsBeforeStart'))
  return [from, to]
}

export interface ItemsQuery {
  readonly bbox?: string | undefined
  readonly 'bbox-crs'?: string | undefined
  readonly datetime?: string | undefined
  readonly filter?: string | undefined
  readonly 'filter-lang'?: 'cql2-text' | 'cql2-json' | undefined
  readonly 'filter-crs'?: string | undefined
}

/** Only notes know a time; what knows none is there at any time. */
const isAt = (feature: CourseFeature, [from, to]: readonly [number, number]): boolean => {
  if (feature.kind !== 'note') return true
  const at = Date.parse(feature.properties.time)
  return at >= from && at <= to
}

const KNOWN: ReadonlySet<string> = new Set([
  'f',
  'bbox',
  'limit',
  'offset',
  'datetime',
  'crs',
  'bbox-crs',
  'filter',
  'filter-lang',
  'filter-crs',
])

/** The columns that must have a value, by the recommendation /rec/core/fc-filters of the standard. */
export const filtersOf = (kind: FeatureKind, query: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> => {
  const filters = new Map<string, string>()
  for (const [name, value] of Object.entries(query)) {
    if (KNOWN.has(name) || value === undefined) continue
    if (!COLUMNS[kind].some(column => column.name === name)) return wrong(name, said('notAcceptable'))
    filters.set(name, String(value))
  }
  return filters
}

/** Numbers are compared as numbers, yes and no also as 1 and 0, which GDAL sends; nothing is equal to an empty cell. */
const hasValue = (cell: string | number | boolean | null | undefined, wanted: string): boolean => {
  switch (typeof cell) {
    case 'number':
      return cell === Number(wanted)
    case 'boolean':
      return wanted === String(cell) || wanted === String(Number(cell))
    default:
      return cell === wanted
  }
}

interface Matching {
  readonly kind: FeatureKind
  readonly filters: ReadonlyMap<string, string>
  readonly names: CourseNames
  readonly offered: readonly Crs[]
}

/** @throws Refusal wrongParameter, otherCrs */
export const matching = async (
  features: readonly CourseFeature[],
  query: ItemsQuery,
  { kind, filters, names, offered }: Matching,
): Promise<CourseFeature[]> => {
  const { bbox, datetime } = query
  const boxCrs = crsNamed(query['bbox-crs'], offered, 'bbox-crs')
  const filterCrs = crsNamed(query['filter-crs'], offered, 'filter-crs')
  const tests: Test[] = []
  if (datetime !== undefined) {
    const times = timesOf(datetime)
    tests.push(feature => isAt(feature, times))
  }
  if (bbox !== undefined) tests.push(boxTest(bbox, boxCrs))
  if (filters.size > 0)
    tests.push(feature => {
      const cells = flatFeature(feature, names)
      return [...filters].every(([name, wanted]) => hasValue(cells[name], wanted))
    })
  if (query.filter !== undefined) {
    const read = query['filter-lang'] === 'cql2-json' ? readCql2Json : readCql2Text
    tests.push(filterTest(read(query.filter), { kind, crs: filterCrs, names }))
  }
  if (tests.length === 0) return [...features]
  const found: CourseFeature[] = []
  const breathe = createBreather()
  const used = [...(bbox === undefined ? [] : [boxCrs]), ...(query.filter === undefined ? [] : [filterCrs])]
  for (const feature of features) {
    for (const crs of used) await projectAhead(feature.geometry, crs, breathe)
    if (tests.every(test => test(feature))) found.push(feature)
    await breathe()
  }
  return found
}
