/** Settings of the course: the specification's map settings and buggy settings. */
import { z } from 'zod'
import { line } from './text.ts'

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
  timeZone: z.string().refine(isTimeZone, 'must be a time zone such as Europe/Dublin'),
  courseMapUrl: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]),
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
})
export type BuggySettings = z.infer<typeof buggySettings>

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
