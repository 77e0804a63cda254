/** Arcs and circles that GML gives by their centre: `ArcByCenterPoint` and `CircleByCenterPoint`. */
import { said } from '@greensward/messages'
import type { Element } from '@xmldom/xmldom'
import { chordErrorIn, chords } from '../arcs.ts'
import { Unshaped } from '../importRefusal.ts'
import { childrenOf, localOf, numbersOf, type Place, textIn } from './gmlPlaces.ts'

const RAD = Math.PI / 180
const TURN = 2 * Math.PI

/** Metres of units by the names of UCUM, by what people write, and by the codes of the EPSG register. */
const LENGTHS: Readonly<Record<string, number>> = {
  ...{ m: 1, metre: 1, meter: 1, 9001: 1 },
  ...{ km: 1_000, 9036: 1_000 },
  ...{ ft: 0.3048, '[ft_i]': 0.3048, 9002: 0.3048 },
  ...{ '[ft_us]': 1_200 / 3_937, 9003: 1_200 / 3_937 },
  ...{ mi: 1_609.344, '[mi_i]': 1_609.344, 9093: 1_609.344 },
  ...{ nmi: 1_852, '[nmi_i]': 1_852, 9030: 1_852 },
}
/** Radians of units of angles; without a name they are degrees. */
const ANGLES: Readonly<Record<string, number>> = {
  ...{ '': RAD, deg: RAD, degree: RAD, degrees: RAD, 9102: RAD, 9122: RAD },
  ...{ rad: 1, 9101: 1 },
  ...{ gon: Math.PI / 200, grad: Math.PI / 200, 9105: Math.PI / 200 },
}

/** The last part of a unit's name, such as 9001 of `urn:ogc:def:uom:EPSG::9001`. */
const unitOf = (node: Element): string => {
  const name = (node.getAttribute('uom') ?? '').trim()
  return (/[^:/#]*$/.exec(name)?.[0] ?? '').toLowerCase()
}

const child = (node: Element, name: string): Element => {
  const found = childrenOf(node).find(one => localOf(one) === name)
  if (found === undefined) throw new Unshaped(said('unreadableShape'))
  return found
}

const numberIn = (node: Element): number => {
  const [number, ...more] = numbersOf(textIn(node), /\s+/)
  if (number === undefined || more.length > 0) throw new Unshaped(said('unreadableShape'))
  return number
}

const angleIn = (node: Element): number => {
  const unit = ANGLES[unitOf(node)]
  if (unit === undefined) throw new Unshaped(said('unreadableShape'))
  return numberIn(node) * unit
}

/** In metres, or without a unit in that of the coordinate system. @param unitM null for degrees */
const radiusM = (node: Element, unitM: number | null): number => {
  const radius = child(node, 'radius')
  const unit = unitOf(radius)
  const metres = unit === '' ? unitM : LENGTHS[unit]
  if (metres === undefined || metres === null)
    throw new Unshaped(said('radiusUnit', { unit: unit.slice(0, 40) || '?' }))
  const length = numberIn(radius) * metres
  if (!(length > 0)) throw new Unshaped(said('unreadableShape'))
  return length
}

const EQUATOR_M = 6_378_137
const ECCENTRICITY_SQUARED = 0.006_694_379_990_14

/** A position in degrees some metres from another one, on the ellipsoid: by its formulas at the latitude half-way. */
const away = ([lon = 0, lat = 0]: Place, eastM: number, northM: number): Place => {
  let [dLon, dLat] = [0, 0]
  for (let turn = 0; turn < 4; turn++) {
    const middle = (lat + dLat / 2) * RAD
    const w = Math.sqrt(1 - ECCENTRICITY_SQUARED * Math.sin(middle) ** 2)
    // Meridians meet: half-way the line has turned by half of that.
    const turned = (dLon * RAD * Math.sin(middle)) / 2
    const [east, north] = [
      eastM * Math.cos(turned) + northM * Math.sin(turned),
      northM * Math.cos(turned) - eastM * Math.sin(turned),
    ]
    dLat = (north * w ** 3) / (EQUATOR_M * (1 - ECCENTRICITY_SQUARED)) / RAD
    dLon = (east * w) / (EQUATOR_M * Math.cos(middle)) / RAD
  }
  return [lon + dLon, lat + dLat]
}

/**
 * In degrees angles count from the first axis of the file towards its second: with latitude first they are bearings. On a grid
 * they count from east towards north, whichever the file has first. GDAL reads them so, too; the answer counts from east.
 */
const anglesOf = (node: Element, areBearings: boolean): { readonly from: number; readonly sweep: number } => {
  if (localOf(node) === 'CircleByCenterPoint') return { from: 0, sweep: TURN }
  const [start, end] = [angleIn(child(node, 'startAngle')), angleIn(child(node, 'endAngle'))]
  const sweep = Math.max(-TURN, Math.min(TURN, end - start))
  return areBearings ? { from: Math.PI / 2 - start, sweep: -sweep } : { from: start, sweep }
}

/** @param centre with east first @param unitM metres of a unit of the system; null for degrees */
export const centreArc = (
  node: Element,
  centre: Place | undefined,
  { isNorthFirst, unitM }: { readonly isNorthFirst: boolean; readonly unitM: number | null },
): Place[] => {
  if (centre === undefined) throw new Unshaped(said('unreadableShape'))
  const radius = radiusM(node, unitM)
  const { from, sweep } = anglesOf(node, isNorthFirst && unitM === null)
  const on = (angle: number): Place => [radius * Math.cos(angle), radius * Math.sin(angle)]
  const isClosed = Math.abs(sweep) === TURN
  const error = chordErrorIn(1)
  // Around zero in metres, so that eastings of millions lose no digits.
  const arc = [on(from), ...chords([0, 0], radius, { from, sweep, end: on(isClosed ? from : from + sweep), error })]
  const [x = 0, y = 0] = centre
  return arc.map(([east = 0, north = 0]) =>
    unitM === null ? away(centre, east, north) : [x + east / unitM, y + north / unitM],
  )
}
