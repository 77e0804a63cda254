/** The coordinate system of what is sent and answered: longitude and latitude of WGS 84, and no other. */
import { refuse } from '../../platform/http/refusal.ts'

export const CRS84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84'
/** As a header of an answer. */
export const CONTENT_CRS = `<${CRS84}>`

const IS_CRS84 = /(^|[/:])CRS84$/i
const LONGEST_NAME = 100

/** The name in `crs` as GeoJSON of 2008 wrote it, in `coordRefSys` as JSON-FG does, or in the header with or without brackets. */
const nameOf = (value: unknown): string => {
  if (typeof value === 'string') return value.trim().replace(/^<(.*)>$/, '$1')
  const { properties } = (typeof value === 'object' && value !== null ? value : {}) as { properties?: unknown }
  const { name } = (typeof properties === 'object' && properties !== null ? properties : {}) as { name?: unknown }
  return typeof name === 'string' ? name : JSON.stringify(value)
}

/**
 * @param said where a request may name the system of its geometry
 * @throws Refusal otherCrs: read as degrees, other coordinates would put the feature elsewhere without a word
 */
export const refuseOtherCrs = (said: readonly unknown[]): void => {
  for (const value of said) {
    if (value === undefined || value === null) continue
    const name = nameOf(value)
    if (!IS_CRS84.test(name)) refuse('otherCrs', { name: name.slice(0, LONGEST_NAME) })
  }
}
