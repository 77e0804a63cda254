import type { CoverageRequest } from './request.ts'

/** Lines longer than this together are a mistake of units, not a plan (a course of 80 ha at 0.2 m has 4000 km). */
const LONGEST_DRIVE_M = 5_000_000
const FARTHEST_COORDINATE_M = 10_000_000

const positive = (value: number): boolean => Number.isFinite(value) && value > 0
const notNegative = (value: number): boolean => Number.isFinite(value) && value >= 0

/** Why a request cannot be planned, naming field and reason; undefined when it can. Shapes are judged elsewhere. */
export const requestProblem = (request: CoverageRequest): string | undefined => {
  const { workingWidthM, overlapM, headland, speeds, minTurnRadiusM } = request
  if (!positive(workingWidthM)) return `workingWidthM must be a number above 0, not ${workingWidthM}`
  if (!notNegative(overlapM) || overlapM >= workingWidthM)
    return `overlapM must be at least 0 and less than the working width, not ${overlapM}`
  if (!Number.isInteger(headland.count) || headland.count < 0 || headland.count > 5)
    return `laps.count must be a whole number from 0 to 5, not ${headland.count}`
  if (!notNegative(minTurnRadiusM)) return `minTurnRadiusM must be a number of at least 0, not ${minTurnRadiusM}`
  for (const name of ['mowingMps', 'transitMps', 'turningMps'] as const)
    if (!positive(speeds[name])) return `speeds.${name} must be a number above 0, not ${speeds[name]}`
  const headings = typeof request.headingDeg === 'number' ? [request.headingDeg] : request.headingDeg
  if (headings.length === 0 || !headings.every(Number.isFinite))
    return 'headingDeg must be one finite number or several'
  if (request.bladeDelayS !== undefined && !notNegative(request.bladeDelayS))
    return `bladeDelayS must be a number of at least 0, not ${request.bladeDelayS}`
  for (const name of ['batteryRangeM', 'toleranceM', 'maxWaypoints'] as const) {
    const value = request[name]
    if (value !== undefined && !positive(value)) return `${name} must be a number above 0, not ${value}`
  }
  if (request.maxWaypoints !== undefined && request.maxWaypoints < 2) return 'maxWaypoints must be at least 2'
  if (request.batteryRangeM !== undefined && request.batteryRangeM < workingWidthM)
    return 'batteryRangeM must be at least the working width'
  for (const name of ['start', 'end'] as const) {
    const place = request[name]
    if (place !== undefined && !(Number.isFinite(place[0]) && Number.isFinite(place[1])))
      return `${name} must be finite`
  }
  if (request.body !== undefined) {
    const { widthM, lengthM, marginM } = request.body
    if (!positive(widthM) || !positive(lengthM) || !notNegative(marginM))
      return 'body must have a width and a length above 0 and a margin of at least 0'
  }
  for (const { clearanceM } of request.obstacles)
    if (!notNegative(clearanceM)) return `obstacles.clearanceM must be a number of at least 0, not ${clearanceM}`
  const outside = request.boundary.outer.find(([x, y]) => Math.max(Math.abs(x), Math.abs(y)) > FARTHEST_COORDINATE_M)
  if (outside !== undefined) return `boundary lies ${FARTHEST_COORDINATE_M} m or more from the frame's origin`
  return undefined
}

/** Why the field is too big for the width; undefined when it is not. */
export const sizeProblem = (fieldAreaM2: number, pitchM: number): string | undefined =>
  fieldAreaM2 / pitchM > LONGEST_DRIVE_M
    ? `workingWidthM less overlapM is too small for a field of ${Math.round(fieldAreaM2)} m2`
    : undefined
