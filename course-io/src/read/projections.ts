/** The coordinate system of an imported file: what was chosen or said, and the way to longitude and latitude. */

import type { ImportPreview } from '@greensward/contract'
import { said } from '@greensward/messages'
// Not by the package's index: the GeoTIFF library in it does not start in a thread.
import { type CoordinateSystem, systemOfEpsg, systemOfWkt } from '@greensward/raster/coordinates'
import { type FileName, Unreadable, wrongIn } from './importRefusal.ts'

/** Converts the coordinates of a system, such as east and north, to longitude and latitude in degrees. */
export type ToLonLat = (position: readonly number[]) => number[]

export type SystemUsed = ImportPreview['coordinateSystems'][number]

export interface Placement {
  readonly to: ToLonLat
  /** Metres of one unit of the system; null for degrees. */
  readonly unitM: number | null
  readonly used: SystemUsed
}

const placementOf = (system: CoordinateSystem, source: SystemUsed['source']): Placement => {
  const { name, datum, datumName, accuracyM, unitM } = system
  return {
    to: ([x = Number.NaN, y = Number.NaN]) => [...system.toLonLat(x, y)],
    unitM,
    used: { name: name.slice(0, 200), source, datum, datumName: datumName.slice(0, 200), accuracyM },
  }
}

/** @throws Unreadable for a code that is not known here */
export const placedByEpsg = (epsg: number, source: SystemUsed['source'] = 'chosen'): Placement => {
  const system = systemOfEpsg(epsg)
  if (system === undefined) throw new Unreadable('unknownProjection', said('unknownEpsg', { epsg }))
  return placementOf(system, source)
}

/** @param wkt what a .prj file says; @param part its name, for the refusal */
export const placedByWkt = (wkt: string, part: string): Placement => {
  try {
    return placementOf(systemOfWkt(wkt.trim().slice(0, 10_000)), 'file')
  } catch (error) {
    throw new Unreadable('unknownProjection', said('badProjection', { part, why: wrongIn(error) }))
  }
}

/** Whether positions may be longitude and latitude as they are. */
export const looksLikeDegrees = (positions: readonly (readonly number[])[]): boolean =>
  positions.every(([x = Number.NaN, y = Number.NaN]) => Math.abs(x) <= 180 && Math.abs(y) <= 90)

export const needsProjection = (part: FileName): Unreadable =>
  new Unreadable('needsProjection', said('noProjection', { part }))
