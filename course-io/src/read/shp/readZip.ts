/// <reference path="./shpjs.d.ts" />
/** Zipped files: a Shapefile with its companions, a KMZ, or a single file of another kind. Judged by the directory before a byte is unpacked. */
import { said } from '@greensward/messages'
import { strFromU8, unzipSync } from 'fflate'
import { parseDbf, parseShp } from 'shpjs'
import { type ImportElement, positionsOf } from '../../classify/importElement.ts'
import { type DrawnFeature, drawnElements, movedElements } from '../geojson/importGeojson.ts'
import { Unreadable, wrongIn } from '../importRefusal.ts'
import { withOwnTable } from '../ownTables.ts'
import { looksLikeDegrees, needsProjection, type Placement, placedByEpsg, placedByWkt } from '../projections.ts'
import { encodingOf } from './tableText.ts'

const MOST_ENTRIES = 500
/** Unpacked; a course is a few megabytes. */
const MOST_BYTES = 192 * 1024 * 1024
/** Text and coordinates shrink tenfold, zeros a thousandfold. */
const MOST_RATIO = 200

export type ZipEntries = ReadonlyMap<string, Uint8Array>

const READ = /\.(shp|dbf|prj|cpg|kml|gpx|osm|geojson|geojsons|geojsonl|json|dxf|gpkg|gml)$/i

/** @throws Unreadable for bytes that are not a zip, or a zip whose content is too large */
export const unzip = (bytes: Uint8Array): ZipEntries => {
  let entries = 0
  let total = 0
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, size, originalSize, compression }) => {
        entries += 1
        if (entries > MOST_ENTRIES) throw new Unreadable('zipEntries', said('zipTooMany', { count: MOST_ENTRIES }))
        if (!READ.test(name) || name.startsWith('__MACOSX/')) return false
        if (compression !== 0 && compression !== 8) throw new Unreadable('zipMethod', said('zipMethod', { name }))
        total += originalSize
        if (originalSize > MOST_RATIO * Math.max(size, 1_024) || total > MOST_BYTES)
          throw new Unreadable('zipBomb', said('zipTooLarge', { name, count: originalSize }))
        return true
      },
    })
    return new Map(Object.entries(files))
  } catch (error) {
    if (error instanceof Unreadable) throw error
    throw new Unreadable('zip', said('badZip', { why: wrongIn(error) }))
  }
}

const companion = (entries: ZipEntries, shp: string, ending: string): Uint8Array | undefined => {
  const wanted = `${shp.slice(0, -4)}.${ending}`.toLowerCase()
  for (const [name, bytes] of entries) if (name.toLowerCase() === wanted) return bytes
  return undefined
}

/** Null, points, lines and areas, with heights and measures. Others are patches in space and curves, which the parser mistakes. */
const SHP_KINDS: ReadonlySet<number> = new Set([0, 1, 3, 5, 8, 11, 13, 15, 18, 21, 23, 25, 28])

/** Lengths that run backwards would keep the parser for ever. */
const refuseOddShp = (bytes: Uint8Array, name: string): void => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 100 || view.getInt32(0) !== 9994) throw new Unreadable('shp', said('notShapefile', { name }))
  const kind = view.getInt32(32, true)
  if (!SHP_KINDS.has(kind)) throw new Unreadable('shp', said('shpKind', { name, kind }))
  for (let at = 100; at + 8 <= bytes.length; ) {
    const length = view.getInt32(at + 4) * 2
    if (length < 0) throw new Unreadable('shp', said('brokenAtByte', { name, at }))
    at += 8 + length
  }
}

const refuseOddDbf = (bytes: Uint8Array, name: string): void => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isWhole =
    bytes.length >= 33 &&
    view.getUint32(4, true) * view.getUint16(10, true) + view.getUint16(8, true) <= bytes.length + 1
  if (!isWhole || (view.getUint16(10, true) === 0 && view.getUint32(4, true) > 0))
    throw new Unreadable('dbf', said('shorterThanItSays', { name }))
}

/** Desktop programs write the names of columns in capitals. */
const withName = (row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const column = Object.keys(row).find(key => key.toLowerCase() === 'name')
  return column === undefined || column === 'name' ? row : { ...row, name: row[column] }
}

const rowsOf = (entries: ZipEntries, shp: string): readonly Record<string, unknown>[] => {
  const dbf = companion(entries, shp, 'dbf')
  if (dbf === undefined) return []
  const name = `${shp.slice(0, -4)}.dbf`
  refuseOddDbf(dbf, name)
  const { label, meant } = encodingOf(dbf, companion(entries, shp, 'cpg'))
  try {
    return parseDbf(dbf, label).map(row =>
      Object.fromEntries(Object.entries(row).map(([column, cell]) => [meant(column), meantCell(cell, meant)])),
    )
  } catch (error) {
    throw new Unreadable('dbf', said('badPart', { name, why: wrongIn(error) }))
  }
}

/** A day comes as the local midnight at which it begins. */
const meantCell = (cell: unknown, meant: (text: string) => string): unknown => {
  if (typeof cell === 'string') return meant(cell)
  if (!(cell instanceof Date)) return cell
  const part = (value: number): string => String(value).padStart(2, '0')
  const isDay = !Number.isNaN(cell.getTime())
  return isDay ? `${cell.getFullYear()}-${part(cell.getMonth() + 1)}-${part(cell.getDate())}` : null
}

const readLayer = (entries: ZipEntries, shp: string, bytes: Uint8Array, epsg: number | undefined): Drawn => {
  const layer = shp.slice(shp.lastIndexOf('/') + 1, -4)
  refuseOddShp(bytes, shp)
  let geometries: readonly unknown[]
  try {
    geometries = parseShp(bytes)
  } catch (error) {
    throw new Unreadable('shp', said('badPart', { name: shp, why: wrongIn(error) }))
  }
  const rows = rowsOf(entries, shp)
  const drawn = geometries.map((geometry, i) => {
    const row = rows[i] ?? {}
    const feature: DrawnFeature = { geometry, properties: withName(row), layer }
    return { row, elements: drawnElements([feature], layer).map(element => ({ ...element, id: `${layer}/${i + 1}` })) }
  })
  const prj = companion(entries, shp, 'prj')
  const places = drawn.flatMap(({ elements }) => elements.flatMap(({ geometry }) => positionsOf(geometry)))
  // The person who imports knows better than a file, so a chosen system wins over the .prj.
  const placement =
    epsg !== undefined
      ? placedByEpsg(epsg)
      : prj !== undefined
        ? placedByWkt(strFromU8(prj), `${shp.slice(0, -4)}.prj`)
        : undefined
  if (placement === undefined && !looksLikeDegrees(places)) throw needsProjection(shp)
  const elements = drawn.flatMap(one => {
    const moved = placement === undefined ? one.elements : movedElements(one.elements, placement.to)
    return moved.flatMap(element => withOwnTable(element, layer, one.row))
  })
  // A layer without rows says nothing of where anything is.
  return { elements, placements: placement === undefined || elements.length === 0 ? [] : [placement] }
}

/** Elements in longitude and latitude, with the systems that they were converted from. */
export interface Drawn {
  readonly elements: readonly ImportElement[]
  readonly placements: readonly Placement[]
}

export const isShapefile = (entries: ZipEntries): boolean => [...entries.keys()].some(name => /\.shp$/i.test(name))

/** Every layer of the zip. */
export const readShapefile = (entries: ZipEntries, epsg: number | undefined): Drawn => {
  const layers = [...entries].flatMap(([name, bytes]) =>
    /\.shp$/i.test(name) ? [readLayer(entries, name, bytes, epsg)] : [],
  )
  return {
    elements: layers.flatMap(({ elements }) => elements),
    placements: layers.flatMap(({ placements }) => placements),
  }
}

/** The documents of a KMZ, which may keep each layer in a file of its own, linked from the first; none in other zips. */
export const kmlDocuments = (entries: ZipEntries): readonly Uint8Array[] =>
  [...entries].flatMap(([name, bytes]) => (/\.kml$/i.test(name) ? [bytes] : []))

/** The one file of a zip that is read: of a KMZ its document, else the only one there is. */
export const onlyFile = (entries: ZipEntries): { readonly name: string; readonly bytes: Uint8Array } => {
  const names = [...entries.keys()].filter(name => !/\.(dbf|prj|cpg)$/i.test(name))
  const name = names.find(one => /(^|\/)doc\.kml$/i.test(one)) ?? names.find(one => /\.kml$/i.test(one)) ?? names[0]
  const bytes = name === undefined ? undefined : entries.get(name)
  if (name === undefined || bytes === undefined) throw new Unreadable('zipEmpty', said('zipNothing'))
  return { name, bytes }
}

/** The .prj beside a drawing in its zip. */
export const prjBeside = (entries: ZipEntries): { readonly name: string; readonly wkt: string } | undefined => {
  for (const [name, bytes] of entries) if (/\.prj$/i.test(name)) return { name, wkt: strFromU8(bytes) }
  return undefined
}
