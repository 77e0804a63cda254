/** Settings of a course that nobody has set up yet. */
import type { BuggySettings, MapSettings } from '@greensward/domain'

export const DEFAULT_MAP_SETTINGS: Omit<MapSettings, 'totalFieldArea'> = {
  rainMode: 'false',
  courseName: 'Golf course',
  timeZone: 'UTC',
  courseMapUrl: '',
  publicCourse: true,
  baseMapUrl: '',
  baseMapAttribution: '',
  defaultZoom: 16,
  minZoom: 13,
  maxZoom: 24,
  minNativeZoom: 13,
  maxNativeZoom: 21,
  centerLon: 0,
  centerLat: 0,
  topLeftLon: -180,
  topLeftLat: 85,
  bottomRightLon: 180,
  bottomRightLat: -85,
  degree: 0,
  mowerWidth: 2,
}

export const DEFAULT_BUGGY_SETTINGS: BuggySettings = {
  stayCheckDelay: 120,
  applyHoleDelay: 20,
  mapModeResetDelay: 30,
  fixateCameraToBuggyDelay: 10,
  gameModeDelay: 60,
  blockAccuracy: 3,
  alertAccuracy: 5,
  greenOuterZone: 40,
  greenZoom: 19,
  mowersHoldForCarts: false,
}
