/** Writes a Shapefile of polygons or lines with one text column, as a desktop GIS would, zipped. */
import { strToU8, zipSync } from 'fflate'

export interface ShapeRow {
  readonly name: string
  /** Rings of a polygon or parts of a line. */
  readonly parts: readonly (readonly (readonly [number, number])[])[]
}

const NAME_BYTES = 40

const shpOf = (shapeType: 3 | 5, rows: readonly ShapeRow[]): Uint8Array => {
  const records = rows.map(({ parts }) => {
    const points = parts.flat()
    const content = new DataView(new ArrayBuffer(44 + parts.length * 4 + points.length * 16))
    content.setInt32(0, shapeType, true)
    const xs = points.map(([x]) => x)
    const ys = points.map(([, y]) => y)
    for (const [i, edge] of [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)].entries())
      content.setFloat64(4 + i * 8, edge, true)
    content.setInt32(36, parts.length, true)
    content.setInt32(40, points.length, true)
    let first = 0
    for (const [i, part] of parts.entries()) {
      content.setInt32(44 + i * 4, first, true)
      first += part.length
    }
    for (const [i, [x, y]] of points.entries()) {
      content.setFloat64(44 + parts.length * 4 + i * 16, x, true)
      content.setFloat64(52 + parts.length * 4 + i * 16, y, true)
    }
    return new Uint8Array(content.buffer)
  })
  const bytes = new Uint8Array(100 + records.reduce((sum, record) => sum + 8 + record.length, 0))
  const view = new DataView(bytes.buffer)
  view.setInt32(0, 9994)
  view.setInt32(24, bytes.length / 2)
  view.setInt32(28, 1000, true)
  view.setInt32(32, shapeType, true)
  let at = 100
  for (const [i, record] of records.entries()) {
    view.setInt32(at, i + 1)
    view.setInt32(at + 4, record.length / 2)
    bytes.set(record, at + 8)
    at += 8 + record.length
  }
  return bytes
}

/** Letters of a text as bytes, where they are not UTF-8. */
export interface TableText {
  /** What the .cpg says; none without. */
  readonly cpg?: string
  /** The language driver in the header. */
  readonly driver?: number
  readonly bytesOf?: (name: string) => Uint8Array
}

const dbfOf = (rows: readonly ShapeRow[], { driver = 0, bytesOf = strToU8 }: TableText): Uint8Array => {
  const headerBytes = 32 + 32 + 1
  const recordBytes = 1 + NAME_BYTES
  const bytes = new Uint8Array(headerBytes + rows.length * recordBytes + 1).fill(0x20, headerBytes)
  const view = new DataView(bytes.buffer)
  view.setUint8(0, 3)
  view.setUint32(4, rows.length, true)
  view.setUint16(8, headerBytes, true)
  view.setUint16(10, recordBytes, true)
  view.setUint8(29, driver)
  bytes.set(strToU8('NAME'), 32)
  view.setUint8(43, 'C'.charCodeAt(0))
  view.setUint8(48, NAME_BYTES)
  view.setUint8(64, 0x0d)
  for (const [i, { name }] of rows.entries())
    bytes.set(bytesOf(name).subarray(0, NAME_BYTES), headerBytes + i * recordBytes + 1)
  view.setUint8(bytes.length - 1, 0x1a)
  return bytes
}

export const zippedShapefile = (
  layer: string,
  shapeType: 3 | 5,
  rows: readonly ShapeRow[],
  prj?: string,
  text: TableText = { cpg: 'UTF-8' },
): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    zipSync({
      [`${layer}.shp`]: shpOf(shapeType, rows),
      [`${layer}.dbf`]: dbfOf(rows, text),
      ...(text.cpg === undefined ? {} : { [`${layer}.cpg`]: strToU8(text.cpg) }),
      ...(prj === undefined ? {} : { [`${layer}.prj`]: strToU8(prj) }),
    }),
  )
