/** A feature as one row of a table, for programs that know columns and no nesting: names beside ids, sizes in metres. */
import {
  type CourseFeature,
  FEATURE_KINDS,
  type FeatureKind,
  type FeatureOf,
  frameAround,
  type Position,
  polygonXY,
  type ZoneType,
} from '@greensward/domain'
import { areaM2, lengthM } from '@greensward/geometry'

export type CellType = 'text' | 'real' | 'integer' | 'boolean' | 'moment'
export type Cell = string | number | boolean | null

export interface Column {
  readonly name: string
  readonly type: CellType
  readonly title: string
}

/** Names for the ids in a feature. */
export interface CourseNames {
  readonly zoneTypes: ReadonlyMap<string, ZoneType>
  readonly holes: ReadonlyMap<string, string>
}

export const courseNames = (features: readonly CourseFeature[], zoneTypes: readonly ZoneType[]): CourseNames => ({
  zoneTypes: new Map(zoneTypes.map(type => [type.id, type])),
  holes: new Map(
    features.flatMap(feature => (feature.kind === 'hole' ? [[feature.id, feature.properties.name] as const] : [])),
  ),
})

const text = (name: string, title: string): Column => ({ name, type: 'text', title })
const real = (name: string, title: string): Column => ({ name, type: 'real', title })
const whole = (name: string, title: string): Column => ({ name, type: 'integer', title })
const yesNo = (name: string, title: string): Column => ({ name, type: 'boolean', title })
const moment = (name: string, title: string): Column => ({ name, type: 'moment', title })

const TITLE = text('title', 'Title')
const AREA = real('areaM2', 'Area in square metres')
const LENGTH = real('lengthM', 'Length in metres')
const HOLE = [text('holeId', 'Id of the hole'), text('hole', 'Hole')]
const APPLIES = text('appliesTo', 'Who has to keep out: mowers, carts or both')

export const COLUMNS: Readonly<Record<FeatureKind, readonly Column[]>> = {
  zone: [
    TITLE,
    text('zoneTypeId', 'Id of the zone type'),
    text('zoneType', 'Zone type'),
    text('color', 'Colour of the zone type'),
    ...HOLE,
    yesNo('hiddenForMower', 'Hidden for mowers'),
    yesNo('hiddenForBuggy', 'Hidden for carts'),
    yesNo('rainModeRestricted', 'Not mown in rain mode'),
    AREA,
  ],
  restriction: [TITLE, APPLIES, text('timetable', 'When it holds, as JSON; always when empty'), AREA],
  missionArea: [TITLE, ...HOLE, AREA],
  area: [TITLE, AREA],
  markedArea: [TITLE, text('colour', 'Colour'), moment('until', 'Marked until'), AREA],
  radius: [TITLE, APPLIES, real('radiusM', 'Radius in metres')],
  road: [TITLE, text('type', 'Type'), LENGTH],
  hole: [
    text('name', 'Name'),
    real('baseAngle', 'Direction of play, degrees clockwise from north'),
    whole('par', 'Par'),
    real('rating', 'Rating'),
    whole('pass', 'Pace in minutes'),
    whole('sort', 'Order'),
    yesNo('isActive', 'In play'),
    text('closedTimes', 'When it is closed, as JSON'),
    real('viewAngle', 'Rotation of its view in degrees'),
    real('viewZoom', 'Zoom of its view'),
    real('viewLon', 'Longitude of its view'),
    real('viewLat', 'Latitude of its view'),
    LENGTH,
  ],
  garage: [TITLE],
  wc: [TITLE],
  note: [text('label', 'Text'), text('author', 'Author'), moment('time', 'Written at')],
}

const rounded = (value: number): number => Math.round(value * 100) / 100

const areaOf = (feature: Extract<CourseFeature, { geometry: { type: 'Polygon' } }>): number =>
  rounded(areaM2(polygonXY(frameAround(feature.geometry.coordinates.flat()), feature.geometry)))

const lengthOf = ({ geometry }: FeatureOf<'road'> | FeatureOf<'hole'>): number => {
  const frame = frameAround(geometry.coordinates)
  return rounded(lengthM(geometry.coordinates.map((position: Position) => frame.toLocal(position))))
}

const holeCells = (holeId: string | null, { holes }: CourseNames) => ({
  holeId,
  hole: holeId === null ? null : (holes.get(holeId) ?? null),
})

/** A timetable does not fit a cell; it is written as JSON. */
const cellsOf = (properties: Readonly<Record<string, unknown>>): Record<string, Cell> =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, value]): [string, Cell][] => {
      if (value === undefined) return []
      const isCell = value === null || ['string', 'number', 'boolean'].includes(typeof value)
      return [[name, isCell ? (value as Cell) : JSON.stringify(value)]]
    }),
  )

/** The cells of a feature by the names of its kind's columns. */
export const flatFeature = (feature: CourseFeature, names: CourseNames): Record<string, Cell> => {
  switch (feature.kind) {
    case 'zone': {
      const { holeId, zoneTypeId, ...rest } = feature.properties
      const type = names.zoneTypes.get(zoneTypeId)
      return {
        ...cellsOf(rest),
        zoneTypeId,
        zoneType: type?.name ?? null,
        color: type?.color ?? null,
        ...holeCells(holeId, names),
        areaM2: areaOf(feature),
      }
    }
    case 'missionArea':
      return {
        title: feature.properties.title,
        ...holeCells(feature.properties.holeId, names),
        areaM2: areaOf(feature),
      }
    case 'restriction':
    case 'area':
    case 'markedArea':
      return { ...cellsOf(feature.properties), areaM2: areaOf(feature) }
    case 'road':
      return { ...cellsOf(feature.properties), lengthM: lengthOf(feature) }
    case 'hole': {
      const { view, ...rest } = feature.properties
      return {
        ...cellsOf(rest),
        viewAngle: view?.angle ?? null,
        viewZoom: view?.zoom ?? null,
        viewLon: view?.center[0] ?? null,
        viewLat: view?.center[1] ?? null,
        lengthM: lengthOf(feature),
      }
    }
    default:
      return cellsOf(feature.properties)
  }
}

/** Columns that repeat what another one says, or are measured. */
export const DERIVED: ReadonlySet<string> = new Set(['zoneType', 'color', 'hole', 'areaM2', 'lengthM'])
const VIEW = ['viewAngle', 'viewZoom', 'viewLon', 'viewLat'] as const

/** As programs write them; a text of 'false' is not true. */
const isYes = (cell: unknown): boolean => /^(?:true|t|yes|y|[1-9]\d*)$/i.test(String(cell))

/** Programs without time zones write moments in UTC, with a space before the time, or a day alone. */
const momentOfCell = (cell: unknown): unknown => {
  const [, year, month, day, time = '00:00:00', zone = 'Z'] =
    /^(\d{4})[-/](\d\d)[-/](\d\d)(?:[T ](\d\d:\d\d:\d\d(?:\.\d+)?))?\s*(Z|[+-]\d\d(?::?\d\d)?)?$/.exec(String(cell)) ??
    []
  const at = new Date(`${year}-${month}-${day}T${time}${/^[+-]\d\d$/.test(zone) ? `${zone}:00` : zone}`)
  return Number.isNaN(at.getTime()) ? cell : at.toISOString()
}

/** A table of dBASE knows no empty cells: they are texts without letters, and no numbers. */
const isEmpty = (cell: unknown): boolean =>
  cell === null || cell === undefined || cell === '' || (typeof cell === 'number' && Number.isNaN(cell))

const valueOfCell = ({ name, type }: Column, cell: unknown): unknown => {
  if (isEmpty(cell)) return null
  if (type === 'boolean') return isYes(cell)
  if (type === 'moment') return momentOfCell(cell)
  if (name === 'timetable' || name === 'closedTimes') return JSON.parse(String(cell)) as unknown
  return type === 'real' || type === 'integer' ? Number(cell) : cell
}

/**
 * The properties of a row, still to be checked, for its program may have left cells out. A timetable that is not JSON is left
 * to the check of its property.
 */
export const propertiesOfRow = (kind: FeatureKind, row: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const properties: Record<string, unknown> = {}
  for (const column of COLUMNS[kind]) {
    if (DERIVED.has(column.name)) continue
    let value: unknown
    try {
      value = valueOfCell(column, row[column.name])
    } catch {
      value = row[column.name]
    }
    const isOptional = column.name === 'timetable' || column.name === 'closedTimes'
    if (!(value === null && isOptional)) properties[column.name] = value
  }
  if (kind === 'hole') {
    const [angle, zoom, lon, lat] = VIEW.map(name => properties[name])
    for (const name of VIEW) delete properties[name]
    properties.view = angle === null ? null : { angle, zoom, center: [lon, lat] }
  }
  return properties
}

/** Columns that may be empty; some formats leave empty ones out. */
const MAY_BE_EMPTY: ReadonlySet<string> = new Set([
  ...['zoneType', 'color', 'holeId', 'hole', 'timetable', 'closedTimes', 'until'],
  ...VIEW,
])
/** A column of a Shapefile has a name of ten letters. */
const SHORT_NAME = 10
const IS_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * The way back from `flatFeature`: the feature of a row of our own export, still to be checked; nothing for other tables. The
 * row may have been through another program, and may have further columns.
 */
export const ownOfRow = (
  /** Of its layer, or as the row says it. */
  kindName: string,
  row: Readonly<Record<string, unknown>>,
  geometry: unknown,
): { readonly own: unknown; readonly ownType?: string } | undefined => {
  const kind = FEATURE_KINDS.find(known => known.toLowerCase() === kindName.toLowerCase())
  if (kind === undefined || typeof row.id !== 'string' || !IS_ID.test(row.id)) return undefined
  const cells: Record<string, unknown> = {}
  for (const { name } of COLUMNS[kind]) {
    const cell = row[name] ?? row[name.slice(0, SHORT_NAME)]
    if (cell === undefined && !MAY_BE_EMPTY.has(name)) return undefined
    cells[name] = cell
  }
  const own = { type: 'Feature', id: row.id, kind, geometry, properties: propertiesOfRow(kind, cells) }
  return isEmpty(cells.zoneType) ? { own } : { own, ownType: String(cells.zoneType) }
}
