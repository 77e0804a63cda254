import type { CoverageRequest } from './request.ts'

/** Lines longer than this together are a mistake of units, not a plan (a course of 80 ha at 0.2 m has 4000 km). */
const LONGEST_DRIVE_M = 5_000_000
const FARTHEST_COORDINATE_M = 10_000_000

const positive = (value: number): boolean => Number.isFinite(value) && value > 0
const notNegative = (value: number): boolean => Number.isFinite(value) && value >= 0

/** The field of a request that cannot be planned with; undefined where all can. Shapes are judged elsewhere. */
export const wrongField = (request: CoverageRequest): string | undefined => {
  const { workingWidthM, overlapM, headland, speeds, minTurnRadiusM } = request
  if (!positive(workingWidthM)) return 'workingWidthM'
  if (!notNegative(overlapM) || overlapM >= workingWidthM) return 'overlapM'
  if (!Number.isInteger(headland.count) || headland.count < 0 || headland.count > 5) return 'headland.count'
  if (headland.leaveUncutM !== undefined && !notNegative(headland.leaveUncutM)) return 'headland.leaveUncutM'
  if (request.pattern?.length === 0) return 'pattern'
  if (!notNegative(minTurnRadiusM)) return 'minTurnRadiusM'
  for (const name of ['mowingMps', 'transitMps', 'turningMps'] as const)
    if (!positive(speeds[name])) return `speeds.${name}`
  const headings = typeof request.headingDeg === 'number' ? [request.headingDeg] : request.headingDeg
  if (headings.length === 0 || !headings.every(Number.isFinite)) return 'headingDeg'
  if (request.bladeDelayS !== undefined && !notNegative(request.bladeDelayS)) return 'bladeDelayS'
  for (const name of ['batteryRangeM', 'toleranceM', 'maxWaypoints'] as const) {
    const value = request[name]
    if (value !== undefined && !positive(value)) return name
  }
  if (request.maxWaypoints !== undefined && request.maxWaypoints < 2) return 'maxWaypoints'
  if (request.batteryRangeM !== undefined && request.batteryRangeM < workingWidthM) return 'batteryRangeM'
  for (const name of ['start', 'end'] as const) {
    const place = request[name]
    if (place !== undefined && !(Number.isFinite(place[0]) && Number.isFinite(place[1]))) return name
  }
  if (request.lineOfPlay?.flat().every(Number.isFinite) === false) return 'lineOfPlay'
  if (request.body !== undefined) {
    const { widthM, lengthM, marginM } = request.body
    if (!positive(widthM) || !positive(lengthM) || !notNegative(marginM)) return 'body'
  }
  if (request.turnGround?.some(({ outer, holes }) => ![outer, ...holes].flat(2).every(Number.isFinite)))
    return 'turnGround'
  if (!request.obstacles.every(({ clearanceM }) => notNegative(clearanceM))) return 'obstacles.clearanceM'
  const isFar = request.boundary.outer.some(([x, y]) => Math.max(Math.abs(x), Math.abs(y)) > FARTHEST_COORDINATE_M)
  return isFar ? 'boundary' : undefined
}

/** Whether the field is too large for the distance between its swaths. */
export const isTooLarge = (fieldAreaM2: number, pitchM: number): boolean => fieldAreaM2 / pitchM > LONGEST_DRIVE_M
