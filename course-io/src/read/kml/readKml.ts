/** KML and GPX, by the converter that Mapbox began and its author keeps. */
import { FEATURE_KINDS } from '@greensward/domain'
import { said } from '@greensward/messages'
import { type Folder, gpx, kmlWithFolders, type Root } from '@tmcw/togeojson'
import type { Document } from '@xmldom/xmldom'
import { z } from 'zod'
import type { ImportElement } from '../../classify/importElement.ts'
import { type DrawnFeature, drawnElements } from '../geojson/importGeojson.ts'
import { Unreadable, wrongIn } from '../importRefusal.ts'
import { xmlTreeOf } from '../importXml.ts'
import { withOwnTable } from '../ownTables.ts'

/** The extended datum in which our own KML carries the properties beside the geometry. */
export const OWN_DATUM = 'greensward'

const ownDatum = z.object({
  id: z.string(),
  kind: z.string(),
  properties: z.record(z.string(), z.unknown()),
  zoneType: z.string().optional(),
})

const ownOf = (text: unknown): z.infer<typeof ownDatum> | undefined => {
  if (typeof text !== 'string') return undefined
  try {
    const datum = ownDatum.parse(JSON.parse(text))
    return (FEATURE_KINDS as readonly string[]).includes(datum.kind) ? datum : undefined
  } catch {
    // Somebody else's datum of this name is an attribute like any other.
    return undefined
  }
}

/** The output of the converter; its own types are those of another package. */
interface Drawn {
  readonly geometry: unknown
  readonly properties: Readonly<Record<string, unknown>> | null
}

const flat = (place: readonly number[]): number[] => place.slice(0, 2)

/** Our own features keep their properties and take the geometry of the file: it may have been moved there. */
const withOwn = (element: ImportElement): ImportElement => {
  const datum = ownOf(element.tags[OWN_DATUM])
  if (datum === undefined) return element
  const { geometry } = element
  const shape =
    geometry?.type === 'Point'
      ? { type: 'Point', coordinates: flat(geometry.coordinates) }
      : geometry?.type === 'LineString'
        ? { type: 'LineString', coordinates: geometry.coordinates.map(flat) }
        : geometry?.type === 'Polygon'
          ? { type: 'Polygon', coordinates: geometry.coordinates.map(ring => ring.map(flat)) }
          : null
  const { id, kind, properties, zoneType } = datum
  return {
    ...element,
    own: { type: 'Feature', id, kind, geometry: shape, properties },
    ...(zoneType === undefined ? {} : { ownType: zoneType }),
  }
}

/** A folder that is called '7', 'Hole 7' or 'Hole 7 - Par 4' holds what belongs to that hole. */
const HOLE_FOLDER =
  /^(?:(?:hole|loch|hoyo|bahn)\W*(?:no|nr|núm|nº)?\W*(\d{1,2})(?!\d)|#?(\d{1,2})\W*(?:par\W*\d\W*)?$)/iu
const PAR_IN_TEXT = /\bpar\W{0,3}([3-7])\b/i

interface Within {
  readonly layer?: string | undefined
  /** The number of the hole, and what else the folder says of it. */
  readonly ofHole?: { readonly ref: string; readonly par?: string; readonly course?: string } | undefined
}

/** Pictures, and links to other files. */
const NO_PLACES: ReadonlySet<unknown> = new Set(['groundoverlay', 'networklink'])

/** GDAL writes each layer as a document in the document, which is a folder by another name. */
const withFolders = (tree: Document): Document => {
  for (const inner of [...tree.getElementsByTagName('Document')]) {
    const { parentNode: outer, namespaceURI } = inner
    if (outer?.nodeName !== 'Document' && outer?.nodeName !== 'Folder') continue
    const folder = tree.createElementNS(namespaceURI, 'Folder')
    while (inner.firstChild !== null) folder.appendChild(inner.firstChild)
    outer.replaceChild(folder, inner)
  }
  return tree
}

const featuresIn = (node: Root | Folder, within: Within): DrawnFeature[] =>
  node.children.flatMap(child => {
    if (child.type === 'folder') {
      const text = (key: string): string => (typeof child.meta[key] === 'string' ? child.meta[key].trim() : '')
      const name = text('name')
      const [, called, numbered] = HOLE_FOLDER.exec(name) ?? []
      const ref = called ?? numbered
      if (ref === undefined) return featuresIn(child, { ...within, layer: name === '' ? within.layer : name })
      const par = PAR_IN_TEXT.exec(`${name} ${text('description')}`)?.[1]
      const course = within.layer === undefined ? {} : { course: within.layer }
      return featuresIn(child, { ...within, ofHole: { ref, ...course, ...(par === undefined ? {} : { par }) } })
    }
    if (NO_PLACES.has(child.properties?.['@geometry-type'])) return []
    return [{ geometry: child.geometry, properties: { ...within.ofHole, ...child.properties }, layer: within.layer }]
  })

const converted = <T>(what: string, convert: () => T): T => {
  try {
    return convert()
  } catch (error) {
    if (error instanceof Unreadable) throw error
    throw new Unreadable('unreadable', said('badPart', { name: what, why: wrongIn(error) }))
  }
}

export const readKml = (text: string): ImportElement[] => {
  const tree = xmlTreeOf(text)
  const features = converted('KML', () => featuresIn(kmlWithFolders(withFolders(tree)), {}))
  return drawnElements(features, 'placemark')
    .map(withOwn)
    .flatMap(element => withOwnTable(element, element.layer, element.tags))
}

/** Our own tracks say in `type` what kind of road they are. */
const tagsOfRoad = (type: unknown): Record<string, string> => {
  switch (type) {
    case 'cartPath':
      return { golf: 'cartpath' }
    case 'walking':
      return { golf: 'path' }
    case 'service':
      return { highway: 'service' }
    case 'crossing':
      return { footway: 'crossing' }
    default:
      return {}
  }
}

/** Tracks and routes are lines, waypoints are points; `_gpxType` tells tracks and routes apart. */
export const readGpx = (text: string): ImportElement[] => {
  const tree = xmlTreeOf(text)
  const features = converted('GPX', () => gpx(tree).features)
  const drawn = features.map(({ geometry, properties }: Drawn): DrawnFeature => {
    const type = properties?._gpxType
    const layer = type === 'trk' ? 'track' : type === 'rte' ? 'route' : 'waypoint'
    return { geometry, properties: { ...properties, ...tagsOfRoad(properties?.type) }, layer }
  })
  return drawnElements(drawn, 'gpx')
}
