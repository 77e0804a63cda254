/** GeoPackage 1.3 (OGC 12-128r18): one table of features for each kind, EPSG:4326, written by the runtime's own SQLite. */
import { DatabaseSync } from 'node:sqlite'
import type { CourseFeature, FeatureKind, Position } from '@greensward/domain'
import { type Cell, type CellType, COLUMNS, type CourseNames, flatFeature } from './flatFeature.ts'

/** 'GPKG' in ASCII. */
const APPLICATION_ID = 0x47504b47
const USER_VERSION = 10_300
const SRS = 4326

const WGS84 =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4326"]]'

const SCHEMA = `
  create table gpkg_spatial_ref_sys (
    srs_name text not null, srs_id integer primary key, organization text not null,
    organization_coordsys_id integer not null, definition text not null, description text);
  create table gpkg_contents (
    table_name text not null primary key, data_type text not null, identifier text unique, description text default '',
    last_change datetime not null default (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
    min_x double, min_y double, max_x double, max_y double, srs_id integer,
    constraint fk_gc_r_srs_id foreign key (srs_id) references gpkg_spatial_ref_sys(srs_id));
  create table gpkg_geometry_columns (
    table_name text not null, column_name text not null, geometry_type_name text not null, srs_id integer not null,
    z tinyint not null, m tinyint not null,
    constraint pk_geom_cols primary key (table_name, column_name),
    constraint uk_gc_table_name unique (table_name),
    constraint fk_gc_tn foreign key (table_name) references gpkg_contents(table_name),
    constraint fk_gc_srs foreign key (srs_id) references gpkg_spatial_ref_sys (srs_id));
`

const SQL_TYPES: Readonly<Record<CellType, string>> = {
  text: 'TEXT',
  real: 'DOUBLE',
  integer: 'INTEGER',
  boolean: 'BOOLEAN',
  moment: 'DATETIME',
}

const GEOMETRY_CODES = { Point: 1, LineString: 2, Polygon: 3 } as const

const positionsOf = ({ geometry }: CourseFeature): readonly Position[] =>
  geometry.type === 'Point'
    ? [geometry.coordinates]
    : geometry.type === 'LineString'
      ? geometry.coordinates
      : geometry.coordinates.flat()

const boxOf = (positions: readonly Position[]): [minX: number, maxX: number, minY: number, maxY: number] => {
  let [minX, maxX, minY, maxY] = [180, -180, 90, -90]
  for (const [lon, lat] of positions) {
    minX = Math.min(minX, lon)
    maxX = Math.max(maxX, lon)
    minY = Math.min(minY, lat)
    maxY = Math.max(maxY, lat)
  }
  return [minX, maxX, minY, maxY]
}

/** The header with an envelope, then well-known binary, all of it little endian. */
const geometryBlob = (feature: CourseFeature): Uint8Array => {
  const { geometry } = feature
  const rings =
    geometry.type === 'Polygon' ? geometry.coordinates : geometry.type === 'LineString' ? [geometry.coordinates] : []
  const points = positionsOf(feature)
  const counts = geometry.type === 'Point' ? 0 : rings.length + (geometry.type === 'Polygon' ? 1 : 0)
  const view = new DataView(new ArrayBuffer(8 + 32 + 5 + counts * 4 + points.length * 16))
  view.setUint16(0, 0x4750)
  // Version 0; flags: little endian, an envelope of x and y.
  view.setUint8(3, 0b0000_0011)
  view.setInt32(4, SRS, true)
  for (const [i, edge] of boxOf(points).entries()) view.setFloat64(8 + i * 8, edge, true)
  view.setUint8(40, 1)
  view.setUint32(41, GEOMETRY_CODES[geometry.type], true)
  let at = 45
  const put = ([lon, lat]: Position): void => {
    view.setFloat64(at, lon, true)
    view.setFloat64(at + 8, lat, true)
    at += 16
  }
  const putCount = (count: number): void => {
    view.setUint32(at, count, true)
    at += 4
  }
  if (geometry.type === 'Point') put(geometry.coordinates)
  else {
    if (geometry.type === 'Polygon') putCount(rings.length)
    for (const ring of rings) {
      putCount(ring.length)
      for (const position of ring) put(position)
    }
  }
  return new Uint8Array(view.buffer)
}

const sqlValue = (cell: Cell | undefined): string | number | null =>
  typeof cell === 'boolean' ? Number(cell) : (cell ?? null)

const writeKind = (
  db: DatabaseSync,
  kind: FeatureKind,
  features: readonly CourseFeature[],
  names: CourseNames,
  changedAt: string,
): void => {
  const columns = COLUMNS[kind]
  const [minX, maxX, minY, maxY] = boxOf(features.flatMap(positionsOf))
  const shape = features[0]?.geometry.type ?? 'Point'
  db.exec(
    `create table "${kind}" (fid integer primary key autoincrement not null, geom ${shape.toUpperCase()}, id TEXT not null unique, ${columns.map(({ name, type }) => `"${name}" ${SQL_TYPES[type]}`).join(', ')})`,
  )
  db.prepare(
    'insert into gpkg_contents (table_name, data_type, identifier, last_change, min_x, min_y, max_x, max_y, srs_id) values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  ).run(kind, 'features', kind, changedAt, minX, minY, maxX, maxY, SRS)
  db.prepare('insert into gpkg_geometry_columns values (?, ?, ?, ?, 0, 0)').run(kind, 'geom', shape.toUpperCase(), SRS)
  const insert = db.prepare(
    `insert into "${kind}" (geom, id, ${columns.map(({ name }) => `"${name}"`).join(', ')}) values (?, ?${', ?'.repeat(columns.length)})`,
  )
  for (const feature of features) {
    const cells = flatFeature(feature, names)
    insert.run(geometryBlob(feature), feature.id, ...columns.map(({ name }) => sqlValue(cells[name])))
  }
}

/** @param changedAt ISO 8601 in UTC */
export const writeGeopackage = (
  features: readonly CourseFeature[],
  names: CourseNames,
  changedAt: string,
): Uint8Array => {
  const db = new DatabaseSync(':memory:')
  try {
    db.exec(`pragma application_id = ${APPLICATION_ID}; pragma user_version = ${USER_VERSION}; begin; ${SCHEMA}`)
    const srs = db.prepare('insert into gpkg_spatial_ref_sys values (?, ?, ?, ?, ?, ?)')
    srs.run('Undefined Cartesian SRS', -1, 'NONE', -1, 'undefined', 'undefined Cartesian coordinate reference system')
    srs.run('Undefined geographic SRS', 0, 'NONE', 0, 'undefined', 'undefined geographic coordinate reference system')
    srs.run('WGS 84 geodetic', SRS, 'EPSG', SRS, WGS84, 'longitude/latitude coordinates in decimal degrees')
    for (const kind of new Set(features.map(feature => feature.kind)))
      writeKind(
        db,
        kind,
        features.filter(feature => feature.kind === kind),
        names,
        changedAt,
      )
    db.exec('commit')
    return db.serialize()
  } finally {
    db.close()
  }
}
