/** Zipped Shapefiles (ESRI white paper, 1998): one for each kind, in longitude and latitude, with its table (dBASE III). */
import type { CourseFeature, FeatureKind, Position } from '@greensward/domain'
import { strToU8, zipSync } from 'fflate'
import { type Cell, type CellType, COLUMNS, type CourseNames, flatFeature } from './flatFeature.ts'
import { WGS84_ESRI } from './prj.ts'
import { signedArea } from './winding.ts'

const SHAPE_TYPES = { Point: 1, LineString: 3, Polygon: 5 } as const
const HEADER_BYTES = 100
/** A name of a column has ten letters in this format, a text 254 bytes. */
const NAME_CHARS = 10
const MOST_TEXT_BYTES = 254

/** Outer rings run clockwise here and holes the other way, against GeoJSON. */
const partsOf = ({ geometry }: CourseFeature): readonly (readonly Position[])[] => {
  switch (geometry.type) {
    case 'Point':
      return [[geometry.coordinates]]
    case 'LineString':
      return [geometry.coordinates]
    case 'Polygon':
      return geometry.coordinates.map((ring, i) => (signedArea(ring) > 0 === (i === 0) ? ring.toReversed() : ring))
  }
}

const putBox = (view: DataView, at: number, points: readonly Position[]): void => {
  const [lons, lats] = [points.map(([lon]) => lon), points.map(([, lat]) => lat)]
  const least = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
  const most = (values: readonly number[]): number => values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  for (const [i, edge] of [least(lons), least(lats), most(lons), most(lats)].entries())
    view.setFloat64(at + i * 8, edge, true)
}

const contentOf = (feature: CourseFeature): DataView => {
  const parts = partsOf(feature)
  const points = parts.flat()
  const isPoint = feature.geometry.type === 'Point'
  const start = isPoint ? 4 : 44 + parts.length * 4
  const view = new DataView(new ArrayBuffer(start + points.length * 16))
  view.setInt32(0, SHAPE_TYPES[feature.geometry.type], true)
  if (!isPoint) {
    putBox(view, 4, points)
    view.setInt32(36, parts.length, true)
    view.setInt32(40, points.length, true)
    let first = 0
    for (const [i, part] of parts.entries()) {
      view.setInt32(44 + i * 4, first, true)
      first += part.length
    }
  }
  for (const [i, [lon, lat]] of points.entries()) {
    view.setFloat64(start + i * 16, lon, true)
    view.setFloat64(start + i * 16 + 8, lat, true)
  }
  return view
}

/** @param words length of the file in words of two bytes */
const putHeader = (view: DataView, words: number, features: readonly CourseFeature[]): void => {
  view.setInt32(0, 9_994)
  view.setInt32(24, words)
  view.setInt32(28, 1_000, true)
  view.setInt32(32, SHAPE_TYPES[features[0]?.geometry.type ?? 'Point'], true)
  putBox(
    view,
    36,
    features.flatMap(feature => partsOf(feature).flat()),
  )
}

const shapesOf = (features: readonly CourseFeature[]): { readonly shp: Uint8Array; readonly shx: Uint8Array } => {
  const contents = features.map(contentOf)
  const shp = new Uint8Array(HEADER_BYTES + contents.reduce((sum, { byteLength }) => sum + 8 + byteLength, 0))
  const shx = new Uint8Array(HEADER_BYTES + contents.length * 8)
  const [shape, index] = [new DataView(shp.buffer), new DataView(shx.buffer)]
  putHeader(shape, shp.length / 2, features)
  putHeader(index, shx.length / 2, features)
  let at = HEADER_BYTES
  for (const [i, content] of contents.entries()) {
    index.setInt32(HEADER_BYTES + i * 8, at / 2)
    index.setInt32(HEADER_BYTES + i * 8 + 4, content.byteLength / 2)
    shape.setInt32(at, i + 1)
    shape.setInt32(at + 4, content.byteLength / 2)
    shp.set(new Uint8Array(content.buffer), at + 8)
    at += 8 + content.byteLength
  }
  return { shp, shx }
}

interface Field {
  readonly name: string
  readonly type: CellType
  readonly letter: 'C' | 'N' | 'L'
  readonly bytes: number
  readonly decimals: number
}

const NUMBER_BYTES = 18
const DECIMALS = 8

const textOf = (cell: Cell | undefined): string => (cell === null || cell === undefined ? '' : String(cell))

/** Text cut at a whole letter. */
const cut = (text: string, most: number): Uint8Array => {
  let short = text
  while (strToU8(short).length > most) short = [...short].slice(0, -1).join('')
  return strToU8(short)
}

const fieldOf = (name: string, type: CellType, cells: readonly (Cell | undefined)[]): Field => {
  const head = { name: name.slice(0, NAME_CHARS), type }
  if (type === 'boolean') return { ...head, letter: 'L', bytes: 1, decimals: 0 }
  if (type === 'real') return { ...head, letter: 'N', bytes: NUMBER_BYTES, decimals: DECIMALS }
  if (type === 'integer') return { ...head, letter: 'N', bytes: 10, decimals: 0 }
  const longest = cells.reduce<number>((most, cell) => Math.max(most, strToU8(textOf(cell)).length), 1)
  return { ...head, letter: 'C', bytes: Math.min(MOST_TEXT_BYTES, longest), decimals: 0 }
}

const cellBytes = ({ letter, bytes, decimals }: Field, cell: Cell | undefined): Uint8Array => {
  if (letter === 'L') return strToU8(cell === true ? 'T' : cell === false ? 'F' : '?')
  if (letter === 'C') return cut(textOf(cell), bytes)
  return strToU8(typeof cell === 'number' ? cell.toFixed(decimals).slice(0, bytes).padStart(bytes) : '')
}

/** @param changedAt ISO 8601 */
const tableOf = (
  kind: FeatureKind,
  features: readonly CourseFeature[],
  names: CourseNames,
  changedAt: string,
): Uint8Array => {
  const rows = features.map((feature): Record<string, Cell> => ({ id: feature.id, ...flatFeature(feature, names) }))
  const columns = [{ name: 'id', type: 'text' as const }, ...COLUMNS[kind]]
  const fields = columns.map(({ name, type }) =>
    fieldOf(
      name,
      type,
      rows.map(row => row[name]),
    ),
  )
  const headerBytes = 32 + fields.length * 32 + 1
  const recordBytes = 1 + fields.reduce((sum, { bytes }) => sum + bytes, 0)
  const table = new Uint8Array(headerBytes + rows.length * recordBytes + 1).fill(0x20, headerBytes)
  const view = new DataView(table.buffer)
  const changed = new Date(changedAt)
  for (const [i, value] of [
    3,
    changed.getUTCFullYear() - 1900,
    changed.getUTCMonth() + 1,
    changed.getUTCDate(),
  ].entries())
    view.setUint8(i, value)
  view.setUint32(4, rows.length, true)
  view.setUint16(8, headerBytes, true)
  view.setUint16(10, recordBytes, true)
  for (const [i, { name, letter, bytes, decimals }] of fields.entries()) {
    const at = 32 + i * 32
    table.set(strToU8(name), at)
    view.setUint8(at + 11, letter.charCodeAt(0))
    view.setUint8(at + 16, bytes)
    view.setUint8(at + 17, decimals)
  }
  view.setUint8(headerBytes - 1, 0x0d)
  for (const [n, row] of rows.entries()) {
    let at = headerBytes + n * recordBytes + 1
    for (const [i, field] of fields.entries()) {
      table.set(cellBytes(field, row[columns[i]?.name ?? '']), at)
      at += field.bytes
    }
  }
  view.setUint8(table.length - 1, 0x1a)
  return table
}

export const writeShapefile = (
  features: readonly CourseFeature[],
  names: CourseNames,
  changedAt: string,
): Uint8Array => {
  const files: Record<string, Uint8Array> = {}
  for (const kind of new Set(features.map(feature => feature.kind))) {
    const own = features.filter(feature => feature.kind === kind)
    const { shp, shx } = shapesOf(own)
    files[`${kind}.shp`] = shp
    files[`${kind}.shx`] = shx
    files[`${kind}.dbf`] = tableOf(kind, own, names, changedAt)
    files[`${kind}.prj`] = strToU8(WGS84_ESRI)
    files[`${kind}.cpg`] = strToU8('UTF-8')
  }
  return zipSync(files, { mtime: changedAt })
}
