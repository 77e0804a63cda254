/** Layers of a WMS that the map can draw: OGC 01-068r3 (1.1.1) and 06-042 (1.3.0). A layer has what the layers around it have. */
import type { BaseMapService } from '@greensward/domain'
import { containsPlace, type Layer, type Place, queryOf } from './layer.ts'
import { childOf, childrenOf, type Element, textAt } from './readXml.ts'

export const WMS_IGNORED: ReadonlySet<string> = new Set([
  ...['Style', 'KeywordList', 'Abstract', 'MetadataURL', 'DataURL', 'FeatureListURL', 'Identifier', 'BoundingBox'],
  ...[
    'ContactInformation',
    'Exception',
    'UserDefinedSymbolization',
    'Dimension',
    'Extent',
    'AuthorityURL',
    'LegendURL',
  ],
])

/** The types that all browsers draw, and a map of the ground is best in the first. */
const FORMATS = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']
const PROJECTION = 'EPSG:3857'
/** Of 1.3.0, and of the versions before it. */
const ROOTS = ['WMS_Capabilities', 'WMT_MS_Capabilities']

interface Inherited {
  /** Whether it is drawn in the projection of the map. Some services name thousands of others. */
  readonly isDrawn: boolean
  readonly box: readonly number[] | null
  readonly attribution: string
}

const numbers = (texts: readonly (string | undefined)[]): readonly number[] | null => {
  const read = texts.map(text => (text === undefined || text === '' ? Number.NaN : Number(text)))
  return read.every(Number.isFinite) ? read : null
}

/** West, south, east, north. */
const boxOf = (layer: Element): readonly number[] | null => {
  const box = childOf(layer, 'EX_GeographicBoundingBox')
  const sides = ['westBoundLongitude', 'southBoundLatitude', 'eastBoundLongitude', 'northBoundLatitude']
  if (box !== undefined) return numbers(sides.map(side => textAt(box, side)))
  const { minx, miny, maxx, maxy } = childOf(layer, 'LatLonBoundingBox')?.attributes ?? {}
  return numbers([minx, miny, maxx, maxy])
}

/** In 1.1.0 one element may have several names. */
const namesProjection = ({ name, text }: Element): boolean =>
  (name === 'CRS' || name === 'SRS') && text.trim().toUpperCase().split(/\s+/).includes(PROJECTION)

/** @returns undefined for what is not the list of a WMS */
export const wmsLayers = (root: Element, service: BaseMapService, place: Place): readonly Layer[] | undefined => {
  const capability = childOf(root, 'Capability')
  if (capability === undefined || !ROOTS.includes(root.name)) return undefined
  const getMap = childOf(capability, 'Request', 'GetMap')
  const offered = childrenOf(getMap, 'Format').map(({ text }) => text.trim().toLowerCase())
  const format = FORMATS.find(type => offered.some(each => each.split(';')[0] === type))
  if (format === undefined) return []
  const aim = childOf(getMap, 'DCPType', 'HTTP', 'Get', 'OnlineResource')?.attributes.href ?? ''
  // What a service says of its own address is often one of its inner network.
  const [base = '', ownQuery = ''] = service.isFile ? aim.split('?') : [service.base, service.query]
  const version = root.attributes.version ?? '1.3.0'
  const head = queryOf(ownQuery, { SERVICE: 'WMS', REQUEST: 'GetMap', VERSION: version, FORMAT: format })
  const layers: Layer[] = []

  const walk = (layer: Element, around: Inherited): void => {
    const own: Inherited = {
      isDrawn: around.isDrawn || layer.children.some(namesProjection),
      box: boxOf(layer) ?? around.box,
      attribution: textAt(layer, 'Attribution', 'Title') || around.attribution,
    }
    const name = textAt(layer, 'Name')
    if (name !== '' && own.isDrawn)
      layers.push({
        name,
        title: textAt(layer, 'Title') || name,
        address: `${base}?${head}&LAYERS=${encodeURIComponent(name)}`,
        isHere: own.box === null ? null : containsPlace(own.box, place),
        attribution: own.attribution,
      })
    for (const child of childrenOf(layer, 'Layer')) walk(child, own)
  }
  for (const layer of childrenOf(capability, 'Layer')) walk(layer, { isDrawn: false, box: null, attribution: '' })
  return layers
}
