/** Settings of the course: the specification's map settings and buggy settings. */

import { z } from 'zod'
import { fieldFault } from '../common/fieldFault.ts'
import { line } from '../common/text.ts'
import { isTimeZone } from '../common/zonedTime.ts'

const delayS = z.number().int().min(0).max(3_600)
const lon = z.number().min(-180).max(180)
const lat = z.number().min(-90).max(90)
const zoom = z.number().min(0).max(28)

/** The specification sends this one as the text 'true' or 'false'. */
export const rainMode = z.enum(['true', 'false'])

export const mapSettings = z.strictObject({
  rainMode,
  courseName: line(120),
  /** IANA name; days, weeks and clock times are those of the course. */
  timeZone: z.string().refine(isTimeZone, fieldFault('timeZone')),
  courseMapUrl: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]),
  /** Whether anybody may see the course's own page: holes and what is mown, no vehicles. */
  publicCourse: z.boolean(),
  /** Empty is none. `readBaseMap` says what the address stands for; the server and the form refuse what it refuses. */
  baseMapUrl: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(2_000)]),
  /** Named on the map for as long as the base map is shown. */
  baseMapAttribution: z.union([z.literal(''), line(200)]),
  defaultZoom: zoom,
  minZoom: zoom,
  maxZoom: zoom,
  minNativeZoom: zoom,
  maxNativeZoom: zoom,
  centerLon: lon,
  centerLat: lat,
  topLeftLon: lon,
  topLeftLat: lat,
  bottomRightLon: lon,
  bottomRightLat: lat,
  /** Rotation of the map in degrees clockwise. */
  degree: z.number().min(0).lt(360),
  /** Metres, at most 5. */
  mowerWidth: z.number().positive().max(5),
  /** Computed from the zones; square metres. */
  totalFieldArea: z.number().min(0),
})
export type MapSettings = z.infer<typeof mapSettings>

export const buggySettings = z.strictObject({
  stayCheckDelay: delayS,
  applyHoleDelay: delayS,
  mapModeResetDelay: delayS,
  fixateCameraToBuggyDelay: delayS,
  gameModeDelay: delayS,
  blockAccuracy: z.number().min(0).max(100),
  alertAccuracy: z.number().min(0).max(100),
  greenOuterZone: z.number().min(0).max(500),
  greenZoom: zoom,
  /** A mower stops for a cart that is where it mows, or about to be; otherwise staff are warned. */
  mowersHoldForCarts: z.boolean(),
})
export type BuggySettings = z.infer<typeof buggySettings>
