/**
 * What an address stands for that somebody pastes as a base map: tiles (XYZ, TMS, quadkey, WMTS), pictures of any part (WMS
 * 1.1.1 and 1.3.0), or one file of tiles (PMTiles 3). One reading serves the check, the drawing and the security policy.
 */
import type { FieldCode } from '@greensward/messages'
import { ok, type Result, refused } from '../common/result.ts'

export interface BaseMapTiles {
  readonly kind: 'xyz' | 'tms' | 'quadkey' | 'wmts'
  /** With {z}, {x} and {y}, {-y} or {q} in it; a host with a part like {a-c} or {0-3} means several. */
  readonly url: string
  /** Empty where the address does not say it. */
  readonly layer: string
  readonly matrixSet: string
}

export interface BaseMapPictures {
  readonly kind: 'wms'
  readonly url: string
  readonly version: string
  readonly layer: string
  readonly format: string
  /** Everything for the server except the part, its size and its projection. */
  readonly params: Readonly<Record<string, string>>
}

export interface BaseMapFile {
  readonly kind: 'pmtiles'
  readonly url: string
}

export type BaseMap = BaseMapTiles | BaseMapPictures | BaseMapFile

export interface BaseMapFault {
  readonly code: FieldCode
  readonly params: Readonly<Record<string, string>>
}

type Read = Result<BaseMap, BaseMapFault>

const fault = (code: FieldCode, params: BaseMapFault['params'] = {}): Read => refused({ code, params })

const ADDRESS = /^(https?:\/\/([^/?#]+))([^?#]*)(?:\?([^#]*))?/i

/** Names of the projection of the map, the last three from before it had a number. */
const MERCATOR = /(^|\D)(3857|900913|102100|102113)(\D|$)|mercator|google/i
/** Names of sets and projections that are certainly of another one. */
const ELSEWHERE = /(^|\D)\d{4,6}(\D|$)|utm|crs84|wgs84|etrs|lambert/i
const PICTURE = /^image\/(png|jpe?g|webp|gif|vnd\.jpeg-png)/i
const WMS_VERSIONS = ['1.1.0', '1.1.1', '1.3.0']

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

interface Part {
  readonly name: string
  readonly raw: string
}

const partsOf = (query: string): readonly Part[] =>
  query.split('&').flatMap(part => {
    const at = part.indexOf('=')
    return part === '' ? [] : [{ name: at < 0 ? part : part.slice(0, at), raw: at < 0 ? '' : part.slice(at + 1) }]
  })

/** What the map says itself for each part that it asks for. */
const WMS_OWN = new Set(
  'SERVICE REQUEST VERSION BBOX WIDTH HEIGHT CRS SRS X Y I J LAYER LAYERS STYLES FORMAT TRANSPARENT'.split(' '),
)

const readWms = (base: string, parts: readonly Part[]): Read => {
  const given = new Map(parts.map(({ name, raw }) => [name.toUpperCase(), decoded(raw)]))
  const layer = given.get('LAYERS') ?? given.get('LAYER') ?? ''
  if (layer === '') return fault('baseMapLayer', { part: 'LAYERS' })
  const projection = given.get('CRS') ?? given.get('SRS') ?? ''
  if (projection !== '' && !projection.startsWith('{') && !MERCATOR.test(projection))
    return fault('baseMapProjection', { name: projection })
  const format = given.get('FORMAT') ?? 'image/png'
  if (!PICTURE.test(format)) return fault('baseMapFormat', { name: format })
  // A list of capabilities may be asked for in any version.
  const asked = given.get('VERSION') ?? ''
  const version = WMS_VERSIONS.includes(asked) ? asked : '1.3.0'
  // Names of keys of a provider keep their capitals.
  const others = parts.flatMap(({ name, raw }) =>
    WMS_OWN.has(name.toUpperCase()) ? [] : [[name, decoded(raw)] as const],
  )
  const params: Record<string, string> = {
    ...Object.fromEntries(others),
    LAYERS: layer,
    STYLES: given.get('STYLES') ?? '',
    FORMAT: format,
    TRANSPARENT: given.get('TRANSPARENT') ?? 'TRUE',
  }
  const unfilled = Object.values(params)
    .join(' ')
    .match(/\{[^}]*\}/)
  if (unfilled !== null) return fault('baseMapPart', { name: unfilled[0] })
  return ok({ kind: 'wms', url: base, version, layer, format, params: { ...params, VERSION: version } })
}

const WMTS_OWN = new Set(['service', 'request', 'version', 'tilematrix', 'tilerow', 'tilecol', 'style', 'format'])

const readWmts = (base: string, parts: readonly Part[]): Read => {
  const given = new Map(parts.map(({ name, raw }) => [name.toLowerCase(), raw]))
  const layer = decoded(given.get('layer') ?? '')
  const matrixSet = decoded(given.get('tilematrixset') ?? '')
  if (layer === '') return fault('baseMapLayer', { part: 'LAYER' })
  if (matrixSet === '') return fault('baseMapLayer', { part: 'TILEMATRIXSET' })
  if (!MERCATOR.test(matrixSet) && ELSEWHERE.test(matrixSet)) return fault('baseMapProjection', { name: matrixSet })
  const format = decoded(given.get('format') ?? 'image/png')
  if (!PICTURE.test(format)) return fault('baseMapFormat', { name: format })
  // GeoServer calls its matrices EPSG:900913:0, 1, 2 and so on, others only 0, 1, 2.
  const ofSet = matrixSet.toUpperCase().startsWith('EPSG:') ? `${matrixSet}:` : ''
  const before = given.get('tilematrix')?.replace(/(\d+|\{[^}]*\})$/, '') ?? ofSet
  const own = `service=WMTS&request=GetTile&version=1.0.0&style=${given.get('style') ?? ''}&format=${format}`
  const others = parts.filter(({ name }) => !WMTS_OWN.has(name.toLowerCase())).map(({ name, raw }) => `${name}=${raw}`)
  const unfilled = `${own}${others.join('&')}`.match(/\{[^}]*\}/)
  if (unfilled !== null) return fault('baseMapPart', { name: unfilled[0] })
  const url = `${base}?${own}&${others.join('&')}&tilematrix=${before}{z}&tilerow={y}&tilecol={x}`
  return ok({ kind: 'wmts', url, layer, matrixSet })
}

/** The placeholders of other programs and of WMTS, and what they are called here. */
const PLACEHOLDERS: Readonly<Record<string, string>> = {
  z: '{z}',
  zoom: '{z}',
  tilematrix: '{z}',
  x: '{x}',
  tilecol: '{x}',
  y: '{y}',
  tilerow: '{y}',
  '-y': '{-y}',
  q: '{q}',
  quadkey: '{q}',
  s: '{a-c}',
  // Asks for tiles of twice the size.
  r: '',
}
const RANGE = /^([a-z])-([a-z])$|^(\d)-(\d)$/

const readTemplate = (address: string): Read => {
  let unknown: string | undefined
  const url = address.replace(/\{([^}]*)\}/g, (whole, name: string) => {
    const known = PLACEHOLDERS[name.toLowerCase()] ?? (RANGE.test(name) ? whole : undefined)
    if (known === undefined) unknown ??= whole
    return known ?? whole
  })
  const has = (name: string): boolean => url.includes(`{${name}}`)
  if (!has('q') && !(has('z') && has('x') && (has('y') || has('-y')))) return fault('tileAddress')
  if (unknown !== undefined) return fault('baseMapPart', { name: unknown })
  const kind = has('q') ? 'quadkey' : has('-y') ? 'tms' : /\{tilematrix\}/i.test(address) ? 'wmts' : 'xyz'
  return ok({ kind, url, layer: '', matrixSet: '' })
}

const hasTilePlace = (address: string): boolean => /\{(z|zoom|tilematrix|q|quadkey)\}/i.test(address)
/** ArcGIS asks for layers of its own pictures like this, which are not WMS. */
const ARCGIS_LAYERS = /^(show|hide|include|exclude):/

const readAddress = (address: string): Read => {
  const [, origin = '', host = '', path = '', query = ''] = ADDRESS.exec(address) ?? []
  if (origin === '') return fault('notAnAddress')
  if (host.includes('@')) return fault('nameInAddress')
  if (path.toLowerCase().endsWith('.pmtiles')) return ok({ kind: 'pmtiles', url: address.replace(/#.*$/, '') })
  const ending = /\.(pbf|mvt|json|xml)$/i.exec(path)?.[0]
  if (ending !== undefined) return fault('baseMapFormat', { name: ending })
  const parts = partsOf(query)
  const lowered = (name: string): string =>
    parts.find(part => part.name.toLowerCase() === name)?.raw.toLowerCase() ?? ''
  const isBare = !address.includes('{')
  if (lowered('service') === 'wms' || lowered('request') === 'getmap' || (isBare && /wms/i.test(path)))
    return readWms(origin + path, parts)
  // Only WMS has a list of layers; the rest of a request is often left out, or is a place for other programs to fill.
  const isListOfLayers = lowered('layers') !== '' && !ARCGIS_LAYERS.test(decoded(lowered('layers')))
  if (isListOfLayers && lowered('service') === '' && lowered('request') === '' && !hasTilePlace(address))
    return readWms(origin + path, parts)
  if (lowered('service') === 'wmts' || lowered('request') === 'gettile' || (isBare && /wmts/i.test(path)))
    return readWmts(origin + path, parts)
  return readTemplate(address)
}

const HOST = /^(https?:\/\/(?:\[[0-9a-f:]+\]|[a-z0-9.-]+)(?::\d+)?)(?:[/?#]|$)/i

/** Each host of an address with a part like {a-c} in it; none where the name is not one that a policy may hold. */
const originsOf = (url: string): readonly string[] => {
  const range = /^https?:\/\/[^/?#]*?(\{(.)-(.)\})/.exec(url)
  if (range === null) {
    const origin = HOST.exec(url)?.[1]
    return origin === undefined ? [] : [origin.toLowerCase()]
  }
  const [, whole = '', from = '', to = ''] = range
  const [first, last] = [from.charCodeAt(0), to.charCodeAt(0)]
  if (last < first) return []
  return Array.from({ length: last - first + 1 }, (_, i) => url.replace(whole, String.fromCharCode(first + i))).flatMap(
    originsOf,
  )
}

/** @param pasted an address from the page of a service, a request that a browser made, or a template of another program */
export const readBaseMap = (pasted: string): Read => {
  const read = readAddress(pasted.trim())
  return read.ok && originsOf(read.value.url).length === 0 ? fault('notAnAddress') : read
}

export interface BaseMapOrigins {
  /** Where pictures come from as pictures. */
  readonly pictures: readonly string[]
  /** Where a program of the page reads parts of a file. */
  readonly data: readonly string[]
}

/** The hosts that a page has to be allowed to ask. */
export const baseMapOrigins = (address: string): BaseMapOrigins => {
  const read = readBaseMap(address)
  if (!read.ok) return { pictures: [], data: [] }
  const origins = originsOf(read.value.url)
  return read.value.kind === 'pmtiles' ? { pictures: [], data: origins } : { pictures: origins, data: [] }
}

/** The name of a tile in the scheme of Bing: one digit of 0 to 3 for each zoom. */
export const quadkeyOf = (z: number, x: number, y: number): string =>
  Array.from({ length: z }, (_, i) => {
    const bit = z - 1 - i
    return ((x >> bit) & 1) + 2 * ((y >> bit) & 1)
  }).join('')
