/** A feature as another program sends it becomes one of the map, or is refused with what is wrong in which column. */

import {
  type Cell,
  COLUMNS,
  type Column,
  type CourseNames,
  DERIVED,
  flatFeature,
  propertiesOfRow,
} from '@greensward/course-io/columns'
import {
  baseAngleAfter,
  type CourseFeature,
  courseFeature,
  drawnHole,
  type FeatureKind,
  holeNumber,
  type Position,
  paceMinutes,
  position,
} from '@greensward/domain'
import { type Said, said } from '@greensward/messages'
import { z } from 'zod'
import { acceptable } from '../../platform/http/acceptable.ts'
import { refuseFields } from '../../platform/http/refusal.ts'

type Cells = Readonly<Record<string, unknown>>

/** The author of a note and its time are the server's to set. */
export interface Signature {
  readonly author: string
  readonly time: string
}

const inColumn = (name: string): string => `body.properties.${name}`
const refuseColumn = (name: string, fault: Said): never => refuseFields({ [inColumn(name)]: fault })

const isText = (value: unknown): boolean => typeof value === 'string'
const isJsonColumn = ({ name }: Column): boolean => name === 'timetable' || name === 'closedTimes'

/** Programs that know no booleans send 0 and 1. */
const isYesOrNo = (value: unknown): boolean => typeof value === 'boolean' || value === 0 || value === 1

const cellFault = (column: Column, value: unknown): Said | undefined => {
  if (value === null || (isJsonColumn(column) && Array.isArray(value))) return undefined
  switch (column.type) {
    case 'boolean':
      return isYesOrNo(value) ? undefined : said('notYesOrNo')
    case 'real':
    case 'integer':
      return typeof value === 'number' ? undefined : said('notANumber')
    default:
      return isText(value) ? undefined : said('notAText')
  }
}

const refuseWrongCells = (kind: FeatureKind, sent: Cells): void => {
  const faults: Record<string, Said> = {}
  for (const [name, value] of Object.entries(sent)) {
    const column = COLUMNS[kind].find(known => known.name === name)
    const fault = column === undefined ? said('unknownKey') : cellFault(column, value)
    if (fault !== undefined) faults[inColumn(name)] = fault
  }
  if (Object.keys(faults).length > 0) refuseFields(faults)
}

/** Whether a column only shows what follows from others, or what the server sets. */
export const isComputed = (kind: FeatureKind, name: string): boolean =>
  (DERIVED.has(name) && name !== 'zoneType' && name !== 'hole') ||
  (kind === 'note' && (name === 'author' || name === 'time'))

/** The id that a name stands for, unless the id itself is given; nothing where neither is. */
const idOf = (
  sent: Cells,
  [nameColumn, idColumn]: readonly [string, string],
  idsOfName: (name: string) => readonly string[],
  unknownName: Said,
): unknown => {
  const [name, id] = [sent[nameColumn], sent[idColumn]]
  // An empty name means no hole only where nothing is said by the id.
  if (typeof name !== 'string') return id === undefined ? name : id
  const ids = idsOfName(name)
  const [only] = ids
  if (only === undefined) return refuseColumn(nameColumn, unknownName)
  if (id === undefined || id === null)
    return ids.length === 1 ? only : refuseColumn(nameColumn, said('severalHaveName'))
  return ids.includes(String(id)) ? id : refuseColumn(nameColumn, said('nameAndIdDiffer'))
}

const namedIds = (sent: Cells, { zoneTypes, holes }: CourseNames): Cells => {
  const zoneTypeId = idOf(
    sent,
    ['zoneType', 'zoneTypeId'],
    name => [...zoneTypes.values()].flatMap(type => (type.name === name ? [type.id] : [])),
    said('noSuchZoneType'),
  )
  const holeId = idOf(
    sent,
    ['hole', 'holeId'],
    name => [...holes].flatMap(([id, hole]) => (hole === name ? [id] : [])),
    said('noSuchHole'),
  )
  return { ...(zoneTypeId === undefined ? {} : { zoneTypeId }), ...(holeId === undefined ? {} : { holeId }) }
}

/** Where a program sends nothing: as the editor of the map draws it. */
const DEFAULTS: { readonly [K in FeatureKind]?: Readonly<Record<string, Cell>> } = {
  zone: { hiddenForMower: false, hiddenForBuggy: false, rainModeRestricted: false },
  restriction: { appliesTo: 'both' },
  radius: { appliesTo: 'both' },
}

const isGiven = (cells: Cells, name: string): boolean => (cells[name] ?? null) !== null

const withDefaults = (cells: Cells, defaults: Readonly<Record<string, unknown>>): Cells => ({
  ...cells,
  ...Object.fromEntries(Object.entries(defaults).filter(([name]) => !isGiven(cells, name))),
})

/** The order of a hole whose name has no number: behind those that have one. */
const LAST = 1_000

/** What of a hole follows from its line, its par and its name, and not from other holes: sent twice, it is the same. */
const holeDefaults = ({ name, par }: Cells, line: readonly Position[]): Cells => {
  const { baseAngle, rating, isActive, ...drawn } = drawnHole(line, [])
  const known = typeof par === 'number' ? par : drawn.par
  const number = typeof name === 'string' ? holeNumber(name) : null
  return { baseAngle, rating, isActive, par: known, pass: paceMinutes(known), sort: number ?? LAST }
}

const linePositions = z.object({ coordinates: z.array(position) })

const defaultsOf = (kind: FeatureKind, cells: Cells, geometry: unknown): Cells => {
  if (kind !== 'hole') return DEFAULTS[kind] ?? {}
  const line = linePositions.safeParse(geometry)
  return line.success ? holeDefaults(cells, line.data.coordinates) : {}
}

const shapeOf = (kind: FeatureKind) => {
  const found = courseFeature.options.find(option => option.shape.kind.value === kind)
  if (found === undefined) throw new Error(`No schema for ${kind}`)
  return found.shape
}

/** Required, and not of a wrong type, is what an empty cell is; except where nothing is a value. */
const withoutEmpty = (kind: FeatureKind, properties: Cells): Cells => {
  const schemas: Readonly<Record<string, { safeParse(value: unknown): { readonly success: boolean } }>> =
    shapeOf(kind).properties.shape
  return Object.fromEntries(
    Object.entries(properties).filter(
      ([name, value]) => value !== null || schemas[name]?.safeParse(null).success === true,
    ),
  )
}

const MOMENT_WITH_ZONE = /T.*(Z|[+-]\d{2}:\d{2})$/i

/** The map keeps moments in UTC. */
const inUtc = (kind: FeatureKind, cells: Cells): Cells =>
  Object.fromEntries(
    Object.entries(cells).map(([name, value]) => {
      const isMoment = COLUMNS[kind].some(column => column.name === name && column.type === 'moment')
      const at = isMoment && MOMENT_WITH_ZONE.test(String(value)) ? Date.parse(String(value)) : Number.NaN
      return [name, Number.isNaN(at) ? value : new Date(at).toISOString()]
    }),
  )

/** The map has no heights. */
const withoutHeights = (coordinates: unknown): unknown => {
  if (!Array.isArray(coordinates)) return coordinates
  return typeof coordinates[0] === 'number' ? coordinates.slice(0, 2) : coordinates.map(withoutHeights)
}

/** Some programs make every layer one of several parts. */
const onePart = (shape: string, { type, coordinates }: Cells): unknown => {
  if (type !== `Multi${shape}`) return coordinates
  return Array.isArray(coordinates) && coordinates.length === 1
    ? coordinates[0]
    : refuseFields({ 'body.geometry': said('onePartOnly') })
}

const geometryFor = (kind: FeatureKind, sent: unknown): unknown => {
  const shape = shapeOf(kind).geometry.shape.type.value
  if (sent === null || sent === undefined) return refuseFields({ 'body.geometry': said('required') })
  if (typeof sent !== 'object' || Array.isArray(sent)) return refuseFields({ 'body.geometry': said('notAnObject') })
  const geometry = sent as Cells
  if (geometry.type !== shape && geometry.type !== `Multi${shape}`)
    return refuseFields({ 'body.geometry.type': said('otherShape', { shape }) })
  return { type: shape, coordinates: withoutHeights(onePart(shape, geometry)) }
}

const refuseHalfView = (kind: FeatureKind, row: Cells): void => {
  if (
    kind === 'hole' &&
    !isGiven(row, 'viewAngle') &&
    ['viewZoom', 'viewLon', 'viewLat'].some(name => isGiven(row, name))
  )
    refuseColumn('viewAngle', said('required'))
}

const checked = (
  kind: FeatureKind,
  { id, geometry, row, signature }: { id: string; geometry: unknown; row: Cells; signature: Signature },
): CourseFeature => {
  const cells = kind === 'note' ? { ...row, ...signature } : row
  const full = withDefaults(cells, defaultsOf(kind, cells, geometry))
  refuseHalfView(kind, full)
  const properties = withoutEmpty(kind, propertiesOfRow(kind, inUtc(kind, full)))
  return acceptable(courseFeature, { type: 'Feature', id, kind, geometry, properties }, 'body') as CourseFeature
}

export interface SentFeature {
  readonly geometry?: unknown
  readonly properties?: Cells | undefined
}

/** @throws Refusal invalid, with each fault by its column */
export const newFeature = (
  kind: FeatureKind,
  sent: SentFeature,
  rest: { readonly id: string; readonly names: CourseNames; readonly signature: Signature },
): CourseFeature => {
  const cells = sent.properties ?? {}
  refuseWrongCells(kind, cells)
  return checked(kind, {
    ...rest,
    geometry: geometryFor(kind, sent.geometry),
    row: { ...cells, ...namedIds(cells, rest.names) },
  })
}

/**
 * A hole whose line was changed, but not its base angle: as in the editor of the map, an angle that followed the line still follows
 * it. Programs that replace a feature send its angle as they read it.
 */
const turnedWithLine = (before: CourseFeature, after: CourseFeature): CourseFeature => {
  if (before.kind !== 'hole' || after.kind !== 'hole') return after
  const { baseAngle } = before.properties
  const [was, is] = [before.geometry.coordinates, after.geometry.coordinates]
  if (after.properties.baseAngle !== baseAngle || JSON.stringify(was) === JSON.stringify(is)) return after
  return { ...after, properties: { ...after.properties, baseAngle: baseAngleAfter(baseAngle, was, is) } }
}

/** @throws Refusal invalid, with each fault by its column */
export const replacedFeature = (
  before: CourseFeature,
  sent: SentFeature,
  rest: { readonly names: CourseNames; readonly signature: Signature },
): CourseFeature => turnedWithLine(before, newFeature(before.kind, sent, { ...rest, id: before.id }))

/** The feature with what a merge patch changes. */
export const patchedFeature = (
  before: CourseFeature,
  sent: SentFeature,
  rest: { readonly names: CourseNames; readonly signature: Signature },
): CourseFeature => {
  const { kind, id } = before
  const cells = sent.properties ?? {}
  refuseWrongCells(kind, cells)
  const today = flatFeature(before, rest.names)
  for (const [name, value] of Object.entries(cells))
    if (isComputed(kind, name) && value !== (today[name] ?? null)) refuseColumn(name, said('computed'))
  const after = checked(kind, {
    id,
    signature: rest.signature,
    geometry: sent.geometry === undefined ? before.geometry : geometryFor(kind, sent.geometry),
    row: { ...today, ...cells, ...namedIds(cells, rest.names) },
  })
  return turnedWithLine(before, after)
}
