/**
 * The fence of the autopilot: polygons and circles to stay in or out of, and the circle round home. What it does was
 * read in ArduPilot's source, not measured.
 */
import type { XY } from '@greensward/geometry'
import { MavCmd, MissionResult } from '@greensward/vehicle/mavlink'
import type { StoredItem } from './missionStore.ts'

export interface FenceGuard {
  /** To be called ten times a second. @returns whether the place is outside, when a moment ago it was not */
  check(place: XY): boolean
  /** Why a mower there may not be armed; null when it may. */
  preArm(place: XY): string | null
  /** Whether the avoidance brakes a mower that drives on in that direction, radians clockwise from north. */
  brakesBefore(place: XY, heading: number): boolean
}

export interface FenceGuardOptions {
  readonly items: readonly StoredItem[]
  readonly parameters: ReadonlyMap<string, number>
  readonly placeOf: (item: StoredItem) => XY
}

const CIRCLE_ROUND_HOME = 2
const POLYGONS = 4
const AVOID_FENCE = 1

interface Ring {
  readonly inclusion: boolean
  readonly corners: readonly XY[]
}

const isVertex = (command: number): boolean =>
  command === MavCmd.fencePolygonVertexInclusion || command === MavCmd.fencePolygonVertexExclusion

/** The rings of a list of items; null when the counts in them do not hold together. */
const ringsOf = (items: readonly StoredItem[], placeOf: (item: StoredItem) => XY): Ring[] | null => {
  const rings: Ring[] = []
  for (let at = 0; at < items.length; ) {
    const first = items[at]
    if (first === undefined) return null
    if (!isVertex(first.command)) {
      at++
      continue
    }
    const [count] = first.params
    const corners = items.slice(at, at + count)
    const whole = corners.every(({ command, params }) => command === first.command && params[0] === count)
    if (count < 3 || corners.length < count || !whole) return null
    rings.push({ inclusion: first.command === MavCmd.fencePolygonVertexInclusion, corners: corners.map(placeOf) })
    at += count
  }
  return rings
}

const isInside = ([x, y]: XY, ring: readonly XY[]): boolean => {
  let inside = false
  let before = ring.at(-1)
  for (const corner of ring) {
    if (before !== undefined && corner[1] > y !== before[1] > y) {
      if (x < ((before[0] - corner[0]) * (y - corner[1])) / (before[1] - corner[1]) + corner[0]) inside = !inside
    }
    before = corner
  }
  return inside
}

/** MAV_MISSION_RESULT of a whole fence, before it is stored. */
export const judgeFence = (items: readonly StoredItem[]): number =>
  ringsOf(items, () => [0, 0]) === null ? MissionResult.error : MissionResult.accepted

/** MAV_MISSION_RESULT of one command of a fence. */
export const judgeFenceCommand = (command: number): number =>
  isVertex(command) || command === MavCmd.fenceCircleInclusion || command === MavCmd.fenceCircleExclusion
    ? MissionResult.accepted
    : MissionResult.unsupported

export const createFenceGuard = ({ items, parameters, placeOf }: FenceGuardOptions): FenceGuard => {
  let wasOutside = false
  const isOn = (): boolean => (parameters.get('FENCE_ENABLE') ?? 0) > 0
  const has = (type: number): boolean => ((parameters.get('FENCE_TYPE') ?? 0) & type) !== 0

  const isOutside = (place: XY): boolean => {
    if (has(CIRCLE_ROUND_HOME) && Math.hypot(...place) >= (parameters.get('FENCE_RADIUS') ?? 300)) return true
    if (!has(POLYGONS)) return false
    const rings = ringsOf(items, placeOf) ?? []
    if (rings.some(({ inclusion, corners }) => isInside(place, corners) !== inclusion)) return true
    return items.some(item => {
      if (isVertex(item.command)) return false
      const centre = placeOf(item)
      const within = Math.hypot(place[0] - centre[0], place[1] - centre[1]) < item.params[0]
      return within !== (item.command === MavCmd.fenceCircleInclusion)
    })
  }

  return {
    check: place => {
      const outside = isOn() && isOutside(place)
      const freshly = outside && !wasOutside
      wasOutside = outside
      return freshly
    },
    preArm: place => {
      if (!isOn()) return null
      if (!has(CIRCLE_ROUND_HOME) && !(has(POLYGONS) && items.length > 0)) return 'Fences enabled, but none selected'
      return isOutside(place) ? 'vehicle outside fence' : null
    },
    brakesBefore: ([x, y], heading) => {
      if (!isOn() || ((parameters.get('AVOID_ENABLE') ?? 0) & AVOID_FENCE) === 0) return false
      const marginM = parameters.get('AVOID_MARGIN') ?? 2
      return isOutside([x + Math.sin(heading) * marginM, y + Math.cos(heading) * marginM])
    },
  }
}
