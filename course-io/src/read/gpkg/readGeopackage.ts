/** GeoPackage: every layer of features, read by the runtime's own SQLite. Tables only: views and triggers of strangers stay unused. */
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { said } from '@greensward/messages'
import { z } from 'zod'
import { type ImportElement, type ImportGeometry, positionsOf } from '../../classify/importElement.ts'
import { ownOfRow } from '../../write/flatFeature.ts'
import { type DrawnFeature, drawnElements, movedElements } from '../geojson/importGeojson.ts'
import { type FileName, Unreadable, wrongIn } from '../importRefusal.ts'
import { looksLikeDegrees, needsProjection, type Placement, placedByEpsg, placedByWkt } from '../projections.ts'
import { geometryOfBlob } from './geometryBlob.ts'

const MOST_ROWS = 100_000
const MOST_LAYERS = 200
/** EPSG codes that are longitude and latitude of WGS 84 as they are. */
const DEGREES = 4326

const layerRow = z.object({
  name: z.string(),
  geometry: z.string(),
  organization: z.string().nullable(),
  code: z.number().nullable(),
  definition: z.string().nullable(),
})
type Layer = z.infer<typeof layerRow>
type Row = Readonly<Record<string, SQLOutputValue>>

export const isSqlite = (bytes: Uint8Array): boolean =>
  'SQLite format 3\0'.split('').every((letter, i) => bytes[i] === letter.charCodeAt(0))

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

const layersOf = (db: DatabaseSync): readonly Layer[] =>
  db
    .prepare(
      `select c.table_name as name, g.column_name as geometry, s.organization, s.organization_coordsys_id as code, s.definition
      from gpkg_contents c join gpkg_geometry_columns g on g.table_name = c.table_name
      join sqlite_master m on lower(m.name) = lower(c.table_name) and m.type = 'table' and m.rootpage > 0
      left join gpkg_spatial_ref_sys s on s.srs_id = g.srs_id
      where c.data_type = 'features' limit ${MOST_LAYERS}`,
    )
    .all()
    .flatMap(row => {
      const layer = layerRow.safeParse(row)
      return layer.success ? [layer.data] : []
    })

/** The chosen system, else the one that the layer names. */
const placementOf = ({ name, organization, code, definition }: Layer, epsg: number | undefined) => {
  if (epsg !== undefined) return placedByEpsg(epsg)
  if (organization?.toUpperCase() === 'EPSG' && code !== null)
    return code === DEGREES ? undefined : placedByEpsg(code, 'file')
  return definition === null || !definition.includes('[') ? undefined : placedByWkt(definition, name)
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

/** Desktop programs save every area as a collection of one. */
const unwrapped = (geometry: ImportGeometry | null): ImportGeometry | null => {
  const [only] = geometry?.type === 'MultiPolygon' ? geometry.coordinates : []
  return geometry?.type === 'MultiPolygon' && geometry.coordinates.length === 1 && only !== undefined
    ? { type: 'Polygon', coordinates: only }
    : geometry
}

const readLayer = (db: DatabaseSync, layer: Layer, epsg: number | undefined, what: FileName) => {
  const query = db.prepare(`select * from ${quoted(layer.name)} limit ${MOST_ROWS + 1}`)
  query.setReadBigInts(true)
  const rows: readonly Row[] = query.all()
  if (rows.length > MOST_ROWS) throw new Unreadable('tooMany', said('jsonListTooLong', { count: MOST_ROWS }))
  const placement = placementOf(layer, epsg)
  const elements = rows.flatMap((row, i): ImportElement[] => {
    const blob = row[layer.geometry]
    const geometry = blob instanceof Uint8Array ? geometryOfBlob(blob) : null
    const feature: DrawnFeature = { geometry, properties: propertiesOf(row, layer.geometry), layer: layer.name }
    const drawn = drawnElements([feature], layer.name)
    const moved = placement === undefined ? drawn : movedElements(drawn, placement.to)
    return moved.map(element => ({
      ...element,
      id: `${layer.name}/${String(row.fid ?? i + 1)}`,
      ...ownOfRow(layer.name, row, unwrapped(element.geometry)),
    }))
  })
  const placements = placement === undefined ? [] : [placement]
  if (placement === undefined && !looksLikeDegrees(elements.flatMap(({ geometry }) => positionsOf(geometry))))
    throw needsProjection(what)
  return { elements, placements }
}

/** @throws Unreadable for a database that is damaged or is not a GeoPackage */
export const readGeopackage = (
  bytes: Uint8Array,
  epsg: number | undefined,
  what: FileName,
): { readonly elements: readonly ImportElement[]; readonly placements: readonly Placement[] } => {
  const db = new DatabaseSync(':memory:')
  try {
    db.deserialize(bytes)
    db.exec('pragma trusted_schema = off; pragma query_only = on')
    const layers = layersOf(db).map(layer => readLayer(db, layer, epsg, what))
    if (layers.length === 0) throw new Unreadable('empty', said('gpkgEmpty'))
    return {
      elements: layers.flatMap(({ elements }) => elements),
      placements: layers.flatMap(({ placements }) => placements),
    }
  } catch (error) {
    if (error instanceof Unreadable) throw error
    throw new Unreadable('gpkg', said('badGpkg', { why: wrongIn(error) }))
  } finally {
    db.close()
  }
}
