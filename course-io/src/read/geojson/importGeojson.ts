/** GeoJSON, from a file of its own or made by another reader. */
import { isDeeperThan, MOST_LEVELS } from '@greensward/domain'
import { type Said, said } from '@greensward/messages'
import { z } from 'zod'
import { geojsonElements, type ImportElement, type ImportGeometry, positionsOf } from '../../classify/importElement.ts'
import { type FileName, Unreadable, wrongIn } from '../importRefusal.ts'
import { isOverpass, readOverpass } from '../osm/readOverpass.ts'
import { withOwnTable } from '../ownTables.ts'
import { looksLikeDegrees, needsProjection, type Placement, placedByEpsg, type ToLonLat } from '../projections.ts'

const lineAt = (text: string, at: number): number => {
  let line = 1
  for (let index = text.indexOf('\n'); index !== -1 && index < at; index = text.indexOf('\n', index + 1)) line += 1
  return line
}

/**
 * Where JSON.parse gave up, from its message: it names a position, or says that the text ended too early. Of an unexpected token it
 * says no position.
 */
const jsonRefusal = (text: string, error: Error, firstLine: number | undefined): Unreadable => {
  const position = /at position (\d+)/.exec(error.message)?.[1]
  const at = position !== undefined ? Number(position) : /end of JSON/.test(error.message) ? text.length : undefined
  const line = at === undefined ? firstLine : (firstLine ?? 1) - 1 + lineAt(text, at)
  return new Unreadable('json', said('badJson', { why: wrongIn(error) }), line)
}

/** Limit for the features of a file, and for the corners of a line. */
const MOST_FEATURES = 100_000
const tooMany = (): Unreadable => new Unreadable('tooMany', said('jsonListTooLong', { count: MOST_FEATURES }))

/**
 * Checks the text before it is parsed. Deeper nesting would exhaust the stack of any code that walks the value. A ring of
 * a million corners would keep the reader busy for seconds only to be refused.
 */
const judgeText = (text: string): void => {
  /** Commas so far in each list and object that is open. */
  const commas: number[] = []
  let inString = false
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (inString) {
      if (code === 0x5c) index += 1
      else if (code === 0x22) inString = false
    } else if (code === 0x22) inString = true
    else if (code === 0x2c) {
      const count = (commas.pop() ?? 0) + 1
      if (count >= MOST_FEATURES) throw tooMany()
      commas.push(count)
    } else if (code === 0x5b || code === 0x7b) {
      commas.push(0)
      if (commas.length > MOST_LEVELS) throw new Unreadable('tooDeep', said('jsonTooDeep', { count: MOST_LEVELS }))
    } else if (code === 0x5d || code === 0x7d) commas.pop()
  }
}

export const elementsOf = (json: unknown): ImportElement[] => {
  const elements = geojsonElements(json)
  if (!elements.ok) throw new Unreadable(elements.error.kind, elements.error)
  // In a binary file one shape may hold this many.
  if (elements.value.length > MOST_FEATURES) throw tooMany()
  return [...elements.value]
}

const namedCrs = z.object({ crs: z.object({ properties: z.object({ name: z.string() }) }) })

/** The system that older GeoJSON names for itself; longitude and latitude need none. */
const crsOf = (json: unknown): number | undefined => {
  const named = namedCrs.safeParse(json)
  const code = named.success ? /EPSG:+(?:[\d.]*:)?(\d+)$/i.exec(named.data.crs.properties.name)?.[1] : undefined
  return code === undefined || code === '4326' ? undefined : Number(code)
}

/** The name that programs give a collection: that of its layer. */
const tableOf = (json: unknown): string | undefined =>
  isObject(json) && typeof json.name === 'string' ? json.name : undefined

/** The collection with features of one shape each. */
const apart = (json: unknown): unknown =>
  isObject(json) && Array.isArray(json.features)
    ? { ...json, features: json.features.flatMap((one: unknown) => (isObject(one) ? singleShapes(one) : [one])) }
    : json

/** @param firstLine of a record in its file */
const parsed = (text: string, firstLine?: number): unknown => {
  judgeText(text)
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw jsonRefusal(text, error instanceof Error ? error : new Error(String(error)), firstLine)
  }
}

/** RFC 8142 puts this before each feature; GeoJSONL does without and ends each with its line. */
const RECORD_SEPARATOR = '\u001e'

/** Whether a text is GeoJSON of one feature a line: a sequence of RFC 8142, or newline-delimited GeoJSON. */
const isGeojsonSequence = (text: string): boolean => {
  const start = text.trimStart()
  if (start.startsWith(RECORD_SEPARATOR)) return true
  const [first = '', second = ''] = start.split('\n', 2)
  return /"type"\s*:\s*"Feature"/.test(first) && first.trimEnd().endsWith('}') && second.trimStart().startsWith('{')
}

const sequence = (text: string): unknown => {
  // A feature may be laid out on several lines only where a separator says where it ends.
  const separator = text.includes(RECORD_SEPARATOR) ? RECORD_SEPARATOR : '\n'
  const features: unknown[] = []
  let line = 1
  for (const record of text.split(separator)) {
    if (record.trim() !== '') features.push(parsed(record, line))
    if (features.length > MOST_FEATURES) throw tooMany()
    line += separator === '\n' ? 1 : lineAt(record, record.length) - 1
  }
  return { type: 'FeatureCollection', features }
}

interface Read {
  readonly elements: readonly ImportElement[]
  readonly placements: readonly Placement[]
}

/** @param epsg the coordinate system that was chosen, which wins over the one that the file names */
const placed = (json: unknown, what: FileName, epsg: number | undefined): Read => {
  const elements = elementsOf(apart(json))
  const named = crsOf(json)
  const own = (moved: readonly ImportElement[]): ImportElement[] =>
    // GDAL writes an id beside the properties only.
    moved.flatMap(element => withOwnTable(element, tableOf(json), { id: element.id, ...element.tags }))
  const placement =
    epsg !== undefined ? placedByEpsg(epsg) : named !== undefined ? placedByEpsg(named, 'file') : undefined
  if (placement !== undefined) return { elements: own(movedElements(elements, placement.to)), placements: [placement] }
  const drawn = elements.filter(({ geometry }) => geometry !== null)
  // One wrong position is refused with its feature. Where none can be degrees, the whole file is in another system.
  if (drawn.length > 0 && drawn.every(({ geometry }) => !looksLikeDegrees(positionsOf(geometry))))
    throw needsProjection(what)
  return { elements: own(elements), placements: [] }
}

/** GeoJSON, also one feature a line, or the JSON of Overpass. */
export const readJson = (
  text: string,
  what: FileName,
  epsg: number | undefined,
): Read & { readonly format: 'geojson' | 'osm' } => {
  if (isGeojsonSequence(text)) return { format: 'geojson', ...placed(sequence(text), what, epsg) }
  const json = parsed(text)
  return isOverpass(json)
    ? { format: 'osm', elements: readOverpass(json), placements: [] }
    : { format: 'geojson', ...placed(json, what, epsg) }
}

interface LooseFeature {
  readonly geometry?: unknown
  readonly properties?: unknown
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Features as a library makes them: collections of shapes taken apart, one feature for each shape. */
const singleShapes = (feature: LooseFeature): LooseFeature[] => {
  const { geometry } = feature
  if (!isObject(geometry)) return [feature]
  if (geometry.type === 'GeometryCollection' && Array.isArray(geometry.geometries)) {
    if (isDeeperThan(geometry, 16)) return []
    return geometry.geometries.flatMap((part: unknown) => singleShapes({ ...feature, geometry: part }))
  }
  if (geometry.type === 'MultiPoint' && Array.isArray(geometry.coordinates))
    return geometry.coordinates.map((coordinates: unknown) => ({
      ...feature,
      geometry: { type: 'Point', coordinates },
    }))
  return [feature]
}

export interface DrawnFeature extends LooseFeature {
  readonly layer?: string | undefined
  /** Why the shape is missing. */
  readonly fault?: Said
}

/** Elements of a drawing that knows no tags, such as KML or a Shapefile. */
export const drawnElements = (drawn: readonly DrawnFeature[], part: string): ImportElement[] =>
  drawn.flatMap((feature, index) =>
    elementsOf({
      type: 'FeatureCollection',
      features: singleShapes(feature).map(single => ({
        type: 'Feature',
        id: `${part}/${index + 1}`,
        geometry: single.geometry ?? null,
        properties: isObject(single.properties) ? single.properties : {},
      })),
    }).map(element => ({
      ...element,
      isDrawing: true,
      ...(feature.fault === undefined ? {} : { fault: feature.fault }),
      ...(feature.layer === undefined || feature.layer.trim() === ''
        ? {}
        : { layer: feature.layer.trim().slice(0, 80) }),
    })),
  )

/** The same things in other coordinates. Our own export is in longitude and latitude, where no program has converted it. */
export const movedElements = (elements: readonly ImportElement[], to: ToLonLat): ImportElement[] =>
  elements.map(element => {
    const { geometry, own } = element
    if (geometry === null || (own !== undefined && looksLikeDegrees(positionsOf(geometry)))) return element
    const moved = movedGeometry(geometry, to)
    return { ...element, geometry: moved, ...(isObject(own) ? { own: { ...own, geometry: moved } } : {}) }
  })

const movedGeometry = (geometry: ImportGeometry, to: ToLonLat): ImportGeometry => {
  switch (geometry.type) {
    case 'Point':
      return { type: 'Point', coordinates: to(geometry.coordinates) }
    case 'LineString':
      return { type: 'LineString', coordinates: geometry.coordinates.map(to) }
    case 'MultiLineString':
    case 'Polygon':
      return { type: geometry.type, coordinates: geometry.coordinates.map(line => line.map(to)) }
    case 'MultiPolygon':
      return {
        type: 'MultiPolygon',
        coordinates: geometry.coordinates.map(polygon => polygon.map(ring => ring.map(to))),
      }
  }
}
