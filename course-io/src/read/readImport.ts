/** From the bytes of a file, judged by what they hold and never by the file's name, to a preview of the features. */

import type { ImportPreview } from '@greensward/contract'
import { type CourseFeature, type ImportOptions, ok, type Result, refused, type ZoneType } from '@greensward/domain'
import { said } from '@greensward/messages'
import { importCourse } from '../classify/courseImport.ts'
import { type ImportElement, positionsOf } from '../classify/importElement.ts'
import { readDxf } from './dxf/readDxf.ts'
import { readJson } from './geojson/importGeojson.ts'
import { isGml, isServerError, readGml, refuseServerError } from './gml/readGml.ts'
import { isSqlite, readGeopackage } from './gpkg/readGeopackage.ts'
import { type FileName, type ImportRefusal, Unreadable } from './importRefusal.ts'
import { textOf } from './importText.ts'
import { xmlRootOf } from './importXml.ts'
import { readGpx, readKml } from './kml/readKml.ts'
import { readOsm } from './osm/readOsm.ts'
import { needsProjection, type Placement, placedByEpsg, placedByWkt, type SystemUsed } from './projections.ts'
import { isShapefile, kmlDocuments, onlyFile, prjBeside, readShapefile, unzip } from './shp/readZip.ts'

export type { ImportRefusal } from './importRefusal.ts'

export interface ReadImport {
  readonly bytes: ArrayBuffer
  readonly options: ImportOptions
  readonly zoneTypes: readonly ZoneType[]
  readonly today: readonly CourseFeature[]
  /** Person and time of the import. */
  readonly noteBy: { readonly author: string; readonly time: string }
  newId(): string
}

interface Elements {
  readonly format: ImportPreview['format']
  readonly elements: readonly ImportElement[]
  /** Systems that were converted; none for formats that are in longitude and latitude by themselves. */
  readonly placements?: readonly Placement[]
  /** What the reader itself leaves out, by its kind. */
  readonly ignored?: Readonly<Record<string, number>>
  readonly drawingUnit?: ImportPreview['drawingUnit']
}

const startsWith = (bytes: Uint8Array, text: string): boolean =>
  text.split('').every((letter, i) => bytes[i] === letter.charCodeAt(0))

const readXml = (text: string, what: FileName, epsg: number | undefined): Elements => {
  const root = xmlRootOf(text)
  switch (root) {
    case 'kml':
      return { format: 'kml', elements: readKml(text) }
    case 'gpx':
      return { format: 'gpx', elements: readGpx(text) }
    default: {
      if (isServerError(root)) return refuseServerError(text)
      if (isGml(text, root)) return { format: 'gml', ...readGml(text, what, epsg) }
      const elements = readOsm(text)
      if (elements.ok) return { format: 'osm', elements: elements.value }
      throw elements.error.reason === 'notOsm' ? new Unreadable('notOsm', elements.error) : new Refused(elements.error)
    }
  }
}

/** A refusal whose message names its line already. */
class Refused extends Unreadable {
  override readonly refusal: ImportRefusal
  constructor(refusal: ImportRefusal) {
    super(refusal.reason, refusal)
    this.refusal = refusal
  }
}

/** A DXF begins with a section, after any number of comments; judged line by line, so that no file takes long. */
const isDxf = (text: string): boolean => {
  const lines = text.slice(0, 4_000).split('\n')
  let at = 0
  const skipEmpty = (): string => {
    while (at < lines.length && lines[at]?.trim() === '') at += 1
    return lines[at]?.trim() ?? ''
  }
  // A comment is a line of 999 and a line of any text.
  while (skipEmpty() === '999') at += 2
  if (skipEmpty() !== '0') return false
  at += 1
  return skipEmpty().startsWith('SECTION')
}

const readText = (
  bytes: Uint8Array,
  what: FileName,
  options: ImportOptions,
  beside?: ReturnType<typeof prjBeside>,
): Elements => {
  if (startsWith(bytes, 'AutoCAD Binary DXF')) throw new Unreadable('binaryDxf', said('binaryDxf', { what }))
  const text = textOf(bytes, what)
  const start = text.trimStart().charAt(0)
  if (start === '') throw new Unreadable('empty', said('fileNamedEmpty', { what }))
  if (start === '<') return readXml(text, what, options.epsg)
  if (start === '{' || start === '\u001e') return readJson(text, what, options.epsg)
  if (isDxf(text)) {
    const placement =
      options.epsg !== undefined
        ? placedByEpsg(options.epsg)
        : beside !== undefined
          ? placedByWkt(beside.wkt, beside.name)
          : undefined
    if (placement === undefined) throw needsProjection(what)
    return { format: 'dxf', ...readDxf({ text, what, placement, unit: options.unit }), placements: [placement] }
  }
  throw new Unreadable('unknownFormat', said('unknownFormat', { what }), 1)
}

const readBytes = (bytes: Uint8Array, options: ImportOptions): Elements => {
  if (isSqlite(bytes)) return { format: 'gpkg', ...readGeopackage(bytes, options.epsg, said('theFile')) }
  if (!startsWith(bytes, 'PK')) return readText(bytes, said('theFile'), options)
  const entries = unzip(bytes)
  if (isShapefile(entries)) return { format: 'shapefile', ...readShapefile(entries, options.epsg) }
  const documents = kmlDocuments(entries)
  if (documents.length > 1) return { format: 'kml', elements: documents.flatMap(one => readKml(textOf(one))) }
  const { name, bytes: inner } = onlyFile(entries)
  if (isSqlite(inner)) return { format: 'gpkg', ...readGeopackage(inner, options.epsg, name) }
  if (startsWith(inner, 'PK')) throw new Unreadable('zipInZip', said('zipInZip', { name }))
  return readText(inner, name, options, prjBeside(entries))
}

/** Longitudes beyond this are near the date line, degrees. */
const NEAR_DATE_LINE = 175
/** A share of positions on one side that is less are strays, which are refused one by one. */
const STRAY_SHARE = 0.02

/** @throws Unreadable for a course on both sides of the date line: its box would go around the world */
const refuseAcrossDateLine = (elements: readonly ImportElement[]): void => {
  let [east, west, all] = [0, 0, 0]
  for (const { geometry } of elements)
    for (const [lon = 0] of positionsOf(geometry)) {
      all += 1
      if (lon > NEAR_DATE_LINE) east += 1
      else if (lon < -NEAR_DATE_LINE) west += 1
    }
  if (Math.min(east, west) > STRAY_SHARE * all) throw new Unreadable('acrossDateLine', said('courseAcrossDateLine'))
}

/** Each system once. */
const systemsUsed = (placements: readonly Placement[] = []): SystemUsed[] => [
  ...new Map(placements.map(({ used }) => [`${used.name} ${used.datumName}`, used])).values(),
]

export const readImport = (input: ReadImport): Result<ImportPreview, ImportRefusal> => {
  try {
    const { options, zoneTypes, today, noteBy, newId } = input
    const {
      format,
      elements,
      placements,
      ignored,
      drawingUnit = null,
    } = readBytes(new Uint8Array(input.bytes), options)
    const { mapping } = options
    const coordinateSystems = systemsUsed(placements)
    refuseAcrossDateLine(elements)
    const course = importCourse({ elements, zoneTypes, existing: today, mapping, noteBy, newId })
    return ok({ format, coordinateSystems, drawingUnit, ...course, ignored: { ...course.ignored, ...ignored } })
  } catch (error) {
    if (error instanceof Unreadable) return refused(error.refusal)
    throw error
  }
}
