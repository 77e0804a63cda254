/** Layers of a WMTS that the map can draw: OGC 07-057r7, in tile matrix sets whose tiles are those of the map. */
import type { BaseMapService } from '@greensward/domain'
import { containsPlace, type Layer, type Place, queryOf } from './layer.ts'
import { childOf, childrenOf, type Element, textAt } from './readXml.ts'

export const WMTS_IGNORED: ReadonlySet<string> = new Set([
  ...[
    'LegendURL',
    'Keywords',
    'Abstract',
    'Metadata',
    'TileMatrixSetLimits',
    'BoundingBox',
    'ServiceContact',
    'Themes',
  ],
])

const FORMATS = ['image/png', 'image/jpeg', 'image/jpg', 'image/webp', 'image/gif']
/** Of the tile that is the whole world, with pixels of 0.28 mm. */
const WORLD_SCALE = 559_082_264.0287178
const HALF_WORLD_M = 20_037_508.3428
const TILE_PX = '256'
const MERCATOR = /(^|\D)(3857|900913|102100|102113)$/

/** The zoom of the map whose tiles these are; undefined where they are others. */
const zoomOf = (matrix: Element): number | undefined => {
  const zoom = Math.log2(WORLD_SCALE / Number(textAt(matrix, 'ScaleDenominator')))
  const [left = Number.NaN, top = Number.NaN] = textAt(matrix, 'TopLeftCorner').split(' ').map(Number)
  const isWorld = Math.abs(left + HALF_WORLD_M) < 1 && Math.abs(top - HALF_WORLD_M) < 1
  const isTile = textAt(matrix, 'TileWidth') === TILE_PX && textAt(matrix, 'TileHeight') === TILE_PX
  // Services round the scale; the next one is half or twice it.
  return isWorld && isTile && Math.abs(zoom - Math.round(zoom)) < 0.001 ? Math.round(zoom) : undefined
}

/** What is before the zoom in the names of the matrices of a set; undefined where its tiles are not those of the map. */
const prefixOf = (set: Element): string | undefined => {
  if (!MERCATOR.test(textAt(set, 'SupportedCRS'))) return undefined
  const prefixes = childrenOf(set, 'TileMatrix').map(matrix => {
    const [name, zoom] = [textAt(matrix, 'Identifier'), zoomOf(matrix)]
    return zoom !== undefined && name.endsWith(String(zoom)) ? name.slice(0, -String(zoom).length) : undefined
  })
  const [first] = prefixes
  return prefixes.every(prefix => prefix === first) ? first : undefined
}

/** West, south, east, north. */
const boxOf = (layer: Element): readonly number[] | null => {
  const box = childOf(layer, 'WGS84BoundingBox')
  const corners = `${textAt(box, 'LowerCorner')} ${textAt(box, 'UpperCorner')}`.trim().split(' ').map(Number)
  return corners.length === 4 && corners.every(Number.isFinite) ? corners : null
}

const styleOf = (layer: Element): string => {
  const styles = childrenOf(layer, 'Style')
  return textAt(styles.find(({ attributes }) => attributes.isDefault === 'true') ?? styles[0], 'Identifier')
}

interface Choice {
  readonly set: string
  readonly prefix: string
  readonly style: string
  /** Of times and the like, what the service takes where nobody chooses. */
  readonly dimensions: ReadonlyMap<string, string>
}

/** @returns the template of its tiles with all in it but the tile; undefined where it has a place that nothing is known for */
const filled = (template: string, { set, prefix, style, dimensions }: Choice): string | undefined => {
  let isKnown = true
  const address = template.replace(/\{([^}]*)\}/g, (whole, place: string) => {
    const name = place.toLowerCase()
    if (name === 'tilematrixset') return encodeURIComponent(set)
    if (name === 'style') return encodeURIComponent(style)
    if (name === 'tilematrix') return `${prefix}{TileMatrix}`
    const known = dimensions.get(name) ?? (name === 'tilerow' || name === 'tilecol' ? whole : undefined)
    isKnown &&= known !== undefined
    return known ?? whole
  })
  return isKnown ? address : undefined
}

/** @returns undefined for what is not the list of a WMTS */
export const wmtsLayers = (root: Element, service: BaseMapService, place: Place): readonly Layer[] | undefined => {
  const contents = childOf(root, 'Contents')
  if (contents === undefined || root.name !== 'Capabilities') return undefined
  const prefixes = new Map(
    childrenOf(contents, 'TileMatrixSet').map(set => [textAt(set, 'Identifier'), prefixOf(set)] as const),
  )
  const attribution = textAt(root, 'ServiceProvider', 'ProviderName')
  const getTile = childrenOf(childOf(root, 'OperationsMetadata'), 'Operation').find(
    ({ attributes }) => attributes.name === 'GetTile',
  )
  const aim = childOf(getTile, 'DCP', 'HTTP', 'Get')?.attributes.href ?? ''
  const [base = '', ownQuery = ''] = service.isFile ? aim.split('?') : [service.base, service.query]

  const addressOf = (layer: Element, name: string): string | undefined => {
    const links = childrenOf(layer, 'TileMatrixSetLink').map(link => textAt(link, 'TileMatrixSet'))
    const set = links.find(link => prefixes.get(link) !== undefined)
    const offered = childrenOf(layer, 'Format').map(({ text }) => text.trim().toLowerCase())
    const format = FORMATS.find(type => offered.includes(type))
    if (set === undefined || format === undefined) return undefined
    const dimensions = new Map(
      childrenOf(layer, 'Dimension').map(one => [textAt(one, 'Identifier').toLowerCase(), textAt(one, 'Default')]),
    )
    const choice = { set, prefix: prefixes.get(set) ?? '', style: styleOf(layer), dimensions }
    const tiles = childrenOf(layer, 'ResourceURL').filter(({ attributes }) => attributes.resourceType === 'tile')
    const template = (tiles.find(({ attributes }) => attributes.format === format) ?? tiles[0])?.attributes.template
    if (template !== undefined) return filled(template, choice)
    if (base === '') return undefined
    const own = { SERVICE: 'WMTS', REQUEST: 'GetTile', VERSION: '1.0.0', LAYER: name, STYLE: choice.style }
    const query = queryOf(ownQuery.replace(/&$/, ''), {
      ...{ ...own, TILEMATRIXSET: set, FORMAT: format },
      ...Object.fromEntries(dimensions),
    })
    const matrix = encodeURIComponent(choice.prefix)
    return `${base}?${query}&TILEMATRIX=${matrix}{TileMatrix}&TILEROW={TileRow}&TILECOL={TileCol}`
  }

  return childrenOf(contents, 'Layer').flatMap(layer => {
    const name = textAt(layer, 'Identifier')
    const address = addressOf(layer, name)
    const box = boxOf(layer)
    if (address === undefined) return []
    const isHere = box === null ? null : containsPlace(box, place)
    return [{ name, title: textAt(layer, 'Title') || name, address, isHere, attribution }]
  })
}
