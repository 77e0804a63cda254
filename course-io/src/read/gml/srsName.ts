/** What the `srsName` of a GML file says: a coordinate system, and which coordinate comes first. */
import { said } from '@greensward/messages'
import { Unreadable } from '../importRefusal.ts'
import { type Placement, placedByEpsg } from '../projections.ts'
import { isNorthFirst } from './axisOrder.ts'

export interface SrsRead {
  /** Undefined for longitude and latitude as they are. */
  readonly placement: Placement | undefined
  /** Whether north or latitude comes before east or longitude. */
  readonly isNorthFirst: boolean
}

/** WGS 84 in degrees. */
const DEGREES = 4326
const LON_LAT = /\bCRS:?(?:84|83|27)$|\/CRS(?:84|83|27)$/i
/** A URN, or the address of the register: these promise the order of axes that the register has. */
const BY_REGISTER =
  /^(?:urn:(?:x-)?ogc:def:crs(?:,crs)?:EPSG:[\w.]*:|https?:\/\/www\.opengis\.net\/def\/crs\/EPSG\/[\w.]+\/)(\d{3,6})\b/i
/** Older forms, which all programs write with east first. */
const BY_CODE = /^(?:EPSG:+|https?:\/\/www\.opengis\.net\/gml\/srs\/epsg\.xml#|urn:EPSG:geographicCRS:)?(\d{3,6})$/i
/** Names of the German surveys: UTM and Gauss-Krueger, east first, with or without a height beside them. */
const ETRS_UTM = /^urn:adv:crs:ETRS89_UTM(\d\d)(?!\d)/i
const GAUSS_KRUEGER = /^urn:adv:crs:DE_DHDN_3GK([2-5])/i

const codeOf = (name: string): { readonly epsg: number; readonly byRegister: boolean } | undefined => {
  const registered = BY_REGISTER.exec(name)?.[1]
  if (registered !== undefined) return { epsg: Number(registered), byRegister: true }
  const plain = BY_CODE.exec(name)?.[1]
  if (plain !== undefined) return { epsg: Number(plain), byRegister: false }
  const utm = ETRS_UTM.exec(name)
  if (utm !== null) return { epsg: 25_800 + Number(utm[1]), byRegister: false }
  const strip = GAUSS_KRUEGER.exec(name)?.[1]
  return strip === undefined ? undefined : { epsg: 31_464 + Number(strip), byRegister: false }
}

/**
 * @param name empty where the file names none
 * @param chosen the EPSG code that a person chose, which wins over the system but not over the order of the file
 * @throws Unreadable for a system that is not known here
 */
export const srsOf = (name: string, chosen: number | undefined): SrsRead => {
  const isLonLat = LON_LAT.test(name)
  const named = isLonLat || name === '' ? undefined : codeOf(name)
  if (chosen !== undefined)
    return {
      placement: placedByEpsg(chosen),
      isNorthFirst: named?.byRegister === true && isNorthFirst(named.epsg),
    }
  if (isLonLat || name === '') return { placement: undefined, isNorthFirst: false }
  if (named === undefined) throw new Unreadable('needsProjection', said('unknownSrsName', { name: name.slice(0, 100) }))
  const { epsg, byRegister } = named
  return {
    placement: epsg === DEGREES ? undefined : placedByEpsg(epsg, 'file'),
    isNorthFirst: byRegister && isNorthFirst(epsg),
  }
}
