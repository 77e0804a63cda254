/** GeoPackage: every layer of features, read by the runtime's own SQLite. */
import { said } from '@greensward/messages'
import { z } from 'zod'
import { type ImportElement, positionsOf } from '../../classify/importElement.ts'
import { chordErrorIn } from '../arcs.ts'
import { type DrawnFeature, drawnElements, movedElements } from '../geojson/importGeojson.ts'
import { type FileName, shapeOr, Unreadable, wrongIn } from '../importRefusal.ts'
import { withOwnTable } from '../ownTables.ts'
import { looksLikeDegrees, needsProjection, type Placement, placedByEpsg, placedByWkt } from '../projections.ts'
import { withoutDrawing } from '../taggedData.ts'
import { geometryOfBlob } from './geometryBlob.ts'
import { type Row, StoredTables } from './storedTables.ts'

const MOST_ROWS = 100_000
const MOST_LAYERS = 200
/** EPSG codes that are longitude and latitude of WGS 84 as they are. */
const DEGREES = 4326

const whole = z.union([z.bigint(), z.number()]).transform(Number)
const contentRow = z.object({ table_name: z.string(), data_type: z.string() })
const geometryRow = z.object({ table_name: z.string(), column_name: z.string(), srs_id: whole.nullable() })
const systemRow = z.object({
  srs_id: whole,
  organization: z.string().nullable(),
  organization_coordsys_id: whole.nullable(),
  definition: z.string().nullable(),
})

interface Layer {
  readonly name: string
  /** The column of its geometry. */
  readonly geometry: string
  readonly system: z.output<typeof systemRow> | undefined
}

export const isSqlite = (bytes: Uint8Array): boolean =>
  'SQLite format 3\0'.split('').every((letter, i) => bytes[i] === letter.charCodeAt(0))

/** Rows of a table of the format, those that are odd left out. */
const known = <S extends z.ZodType>(tables: StoredTables, table: string, shape: S): z.output<S>[] => {
  const rows: z.output<S>[] = []
  for (const row of tables.rows(table, MOST_ROWS)) {
    const read = shape.safeParse(row)
    if (read.success) rows.push(read.data)
  }
  return rows
}

const layersOf = (tables: StoredTables): readonly Layer[] => {
  const geometries = new Map(known(tables, 'gpkg_geometry_columns', geometryRow).map(row => [row.table_name, row]))
  const systems = new Map(known(tables, 'gpkg_spatial_ref_sys', systemRow).map(row => [row.srs_id, row]))
  const layers = new Map<string, Layer>()
  for (const { table_name: name, data_type: type } of known(tables, 'gpkg_contents', contentRow)) {
    const geometry = geometries.get(name)
    if (type !== 'features' || geometry === undefined || !tables.has(name)) continue
    const system = geometry.srs_id === null ? undefined : systems.get(geometry.srs_id)
    layers.set(name.toLowerCase(), { name, geometry: geometry.column_name, system })
  }
  return [...layers.values()].slice(0, MOST_LAYERS)
}

/** The chosen system, else the one that the layer names. */
const placementOf = ({ name, system }: Layer, epsg: number | undefined) => {
  if (epsg !== undefined) return placedByEpsg(epsg)
  if (system === undefined) return undefined
  const { organization, organization_coordsys_id: code, definition } = system
  if (organization?.toUpperCase() === 'EPSG' && code !== null)
    return code === DEGREES ? undefined : placedByEpsg(code, 'file')
  return definition?.includes('[') === true ? placedByWkt(definition, name) : undefined
}

/** `"golf"=>"green","name"=>"Green 1"`, in which GDAL keeps tags of OpenStreetMap that have no column. */
const hstoreOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/"((?:[^"\\]|\\.)*)"=>"((?:[^"\\]|\\.)*)"/g)].map(([, key = '', value = '']) => [
      key.replaceAll(/\\(.)/g, '$1'),
      value.replaceAll(/\\(.)/g, '$1'),
    ]),
  )

const propertiesOf = (row: Row, geometry: string): Record<string, unknown> => {
  const properties: Record<string, unknown> = {}
  for (const [column, value] of Object.entries(row))
    if (column !== geometry && value !== null && !(value instanceof Uint8Array))
      properties[column.toLowerCase() === 'name' ? 'name' : column] = typeof value === 'bigint' ? String(value) : value
  return { ...(typeof row.other_tags === 'string' ? hstoreOf(row.other_tags) : {}), ...properties }
}

const readLayer = (tables: StoredTables, layer: Layer, epsg: number | undefined, what: FileName) => {
  const placement = placementOf(layer, epsg)
  const chordError = chordErrorIn(placement === undefined ? null : placement.unitM)
  const elements: ImportElement[] = []
  let count = 0
  for (const row of tables.rows(layer.name, MOST_ROWS + 1)) {
    count += 1
    if (count > MOST_ROWS) throw new Unreadable('tooMany', said('jsonListTooLong', { count: MOST_ROWS }))
    const blob = row[layer.geometry]
    const shape = blob instanceof Uint8Array ? shapeOr(() => geometryOfBlob(blob, chordError)) : { geometry: null }
    const feature: DrawnFeature = { ...shape, properties: propertiesOf(row, layer.geometry), layer: layer.name }
    const drawn = drawnElements([feature], layer.name)
    const moved = placement === undefined ? drawn : movedElements(drawn, placement.to)
    for (const element of moved)
      elements.push(...withOwnTable({ ...element, id: `${layer.name}/${String(row.fid ?? count)}` }, layer.name, row))
  }
  // A layer without rows says nothing of where anything is.
  const placements = placement === undefined || elements.length === 0 ? [] : [placement]
  if (
    placement === undefined &&
    layer.system?.srs_id !== DEGREES &&
    !looksLikeDegrees(elements.flatMap(({ geometry }) => positionsOf(geometry)))
  )
    throw needsProjection(what)
  return { elements: withoutDrawing(elements), placements }
}

const HEADER_BYTES = 100

/**
 * A file that was cut within its last page: SQLite reads zeros there, and rows would be missing without a word. The count of
 * pages in its header holds where the two versions beside it agree.
 */
const isCutShort = (bytes: Uint8Array): boolean => {
  if (bytes.length < HEADER_BYTES) return true
  const header = new DataView(bytes.buffer, bytes.byteOffset, HEADER_BYTES)
  // A page of 65,536 bytes is written as 1.
  const pageBytes = header.getUint16(16) === 1 ? 65_536 : header.getUint16(16)
  return header.getUint32(24) === header.getUint32(92) && bytes.length < header.getUint32(28) * pageBytes
}

/** @throws Unreadable for a database that is damaged or is not a GeoPackage */
export const readGeopackage = (
  bytes: Uint8Array,
  epsg: number | undefined,
  what: FileName,
): { readonly elements: readonly ImportElement[]; readonly placements: readonly Placement[] } => {
  if (isCutShort(bytes)) throw new Unreadable('gpkg', said('badGpkg', { why: said('endsTooEarly') }))
  let tables: StoredTables | undefined
  try {
    tables = new StoredTables(bytes)
    const layers: ReturnType<typeof readLayer>[] = []
    for (const layer of layersOf(tables)) layers.push(readLayer(tables, layer, epsg, what))
    if (layers.length === 0) throw new Unreadable('empty', said('gpkgEmpty'))
    return {
      elements: layers.flatMap(({ elements }) => elements),
      placements: layers.flatMap(({ placements }) => placements),
    }
  } catch (error) {
    if (error instanceof Unreadable) throw error
    throw new Unreadable('gpkg', said('badGpkg', { why: wrongIn(error) }))
  } finally {
    tables?.close()
  }
}
