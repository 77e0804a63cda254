/** The list of layers that the service of a base map publishes (OGC WMS 1.1.1 and 1.3.0, WMTS 1.0.0): where it is, by an address of the service. */

export interface BaseMapService {
  readonly kind: 'wms' | 'wmts'
  /** The address without its query; of a list in a file, the file. */
  readonly base: string
  /** What else is in the query, such as a key, as it was written. */
  readonly query: string
  /** The list is a file, and the service is elsewhere. */
  readonly isFile: boolean
}

const ADDRESS = /^(https?:\/\/[^/?#]+)([^?#]*)(?:\?([^#]*))?/i

/** What is said again in each request. */
const OWN = new Set(
  (
    'service request version layer layers style styles format transparent crs srs bbox width height ' +
    'tilematrixset tilematrix tilerow tilecol x y i j exceptions bgcolor'
  ).split(' '),
)

const nameOf = (part: string): string => (part.split('=')[0] ?? '').toLowerCase()

/**
 * @param pasted as in the field of a base map
 * @returns undefined for tiles, files of tiles and anything else that has no such list
 */
export const baseMapService = (pasted: string): BaseMapService | undefined => {
  const [, origin = '', path = '', query = ''] = ADDRESS.exec(pasted.trim()) ?? []
  // The places of a template are in its path; those of a query are said again.
  if (origin === '' || /[{}]/.test(origin + path) || origin.includes('@')) return undefined
  const parts = query.split('&').filter(part => part !== '')
  const given = (name: string): string =>
    parts
      .find(part => nameOf(part) === name)
      ?.split('=')[1]
      ?.toLowerCase() ?? ''
  const request = given('request')
  const service = given('service') || (request === 'getmap' ? 'wms' : request === 'gettile' ? 'wmts' : '')
  const kind = ['wms', 'wmts'].includes(service) ? service : (/wmts|wms/i.exec(path)?.[0].toLowerCase() ?? '')
  if (kind !== 'wms' && kind !== 'wmts') return undefined
  const isFile = path.toLowerCase().endsWith('.xml')
  const others = parts.filter(part => (isFile || !OWN.has(nameOf(part))) && !/[{}]/.test(part))
  return { kind, base: origin + path, query: others.join('&'), isFile }
}

/** Where the list is. Without a version the service answers in its newest. */
export const layerListAddress = ({ kind, base, query, isFile }: BaseMapService): string => {
  const asked = isFile ? '' : `SERVICE=${kind.toUpperCase()}&REQUEST=GetCapabilities`
  const whole = [query, asked].filter(part => part !== '').join('&')
  return whole === '' ? base : `${base}?${whole}`
}
