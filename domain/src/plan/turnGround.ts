/** Mown grass beside a zone, on which its mower may turn with the blade off. */
import {
  type BodySize,
  bufferLines,
  difference,
  GROUND_GAP_M,
  intersectionNear,
  offset,
  type PolygonXY,
  type PolylineXY,
  sweepBody,
  totalAreaM2,
  union,
  type WayCheck,
  wayCheck,
  type XY,
} from '@greensward/geometry'
import type { CourseFeature, RoadType } from '../course/course.ts'
import { polygonXY } from '../course/courseGeometry.ts'
import type { ZoneType } from '../garage/garage.ts'
import { cellOf } from '../mission/mission.ts'
import { featuresAround, forbiddenGround, type GroundInput, type MissionGround, outlines } from './missionGround.ts'

/** A mower turns no farther from its zone than this: three radii of 1 m, and the body with its margin. */
export const TURN_REACH_M = 6

/** Between turning ground and all that a mower must not drive on; wider than the gaps between zones that count as closed. */
const KEPT_M = 0.3

/** Half of the width of a road, metres, rounded up: the map has its middle line alone. */
const HALF_ROAD_M: Readonly<Record<RoadType, number>> = { cartPath: 1.5, service: 2.5, walking: 1, crossing: 1.5 }

/** A body that leaves its ground by less than this does so by rounding. */
const OFF_GROUND_M2 = 0.02

/** On so much beside the exact edge of its ground a body counts as on it. */
const EDGE_SLACK_M = 0.03

/**
 * Zones of other types that are mown, open to mowers and not closed by rain. A type whose mowers turn outside is there to be spared:
 * nobody turns on its zones.
 */
const isTurnedOn = (feature: CourseFeature, types: ReadonlyMap<string, ZoneType>): boolean => {
  if (feature.kind !== 'zone' || feature.properties.hiddenForMower || feature.properties.rainModeRestricted)
    return false
  const type = types.get(feature.properties.zoneTypeId)
  return type?.mowable === true && type.turnsOutside !== true
}

/**
 * Where a mower may turn beside its zone: on grass that the map shows as mown, never on roads or anything closed to mowers, and not
 * where the map shows nothing. Empty where the type of the zone does not allow it, and for a part of a zone: the other mowers of
 * that zone may be beside it.
 */
export const turnGroundOf = (ground: MissionGround, input: GroundInput): PolygonXY[] => {
  const { frame, target, boundary } = ground
  const types = new Map(input.zoneTypes.map(type => [type.id, type]))
  if (target.kind !== 'zone' || cellOf(input.target) !== undefined) return []
  if (types.get(target.properties.zoneTypeId)?.turnsOutside !== true) return []
  const near = featuresAround(target, input.features, TURN_REACH_M)
  const grass = near.flatMap(feature =>
    feature.kind === 'zone' && isTurnedOn(feature, types) ? [polygonXY(frame, feature.geometry)] : [],
  )
  if (grass.length === 0) return []
  const spared = near.flatMap(feature =>
    feature.kind === 'zone' && types.get(feature.properties.zoneTypeId)?.turnsOutside === true
      ? [polygonXY(frame, feature.geometry)]
      : [],
  )
  const closed = [...forbiddenGround(frame, near, input.zoneTypes, input.at), ...outlines(frame, near, boundary)].map(
    ({ polygon }) => polygon,
  )
  const roads = near.flatMap(feature =>
    feature.kind === 'road'
      ? bufferLines(
          [feature.geometry.coordinates.map(place => frame.toLocal(place))],
          HALF_ROAD_M[feature.properties.type],
          'round',
        )
      : [],
  )
  const reach = offset([boundary], TURN_REACH_M)
  return difference(
    // A rough may be as large as the course.
    union(grass.flatMap(polygon => intersectionNear([polygon], reach))),
    union([boundary], offset(union(spared, closed, roads), KEPT_M)),
  )
}

/** Judges drives with the blade off on a field and the ground to turn on beside it. */
export interface TurnCheck {
  /** Whether the middle of the mower stays on either, and where it leaves the field the whole body does. */
  segmentOn(before: XY | undefined, a: XY, b: XY): boolean
}

/** @param inField the check of the field alone, with the tolerance of what comes over MAVLink */
export const turnCheckOf = (
  boundary: PolygonXY,
  turnGround: readonly PolygonXY[],
  inField: WayCheck,
  body: BodySize | undefined,
  toleranceM: number,
): TurnCheck => {
  if (turnGround.length === 0) return { segmentOn: (_, a, b) => inField.segmentInside(a, b) }
  const joined = offset(offset([boundary, ...turnGround], GROUND_GAP_M), -GROUND_GAP_M)
  const whole = union([boundary], joined)
  const onGround = wayCheck(whole, [], toleranceM)
  const permitted = offset(whole, EDGE_SLACK_M)
  return {
    segmentOn: (before, a, b) => {
      if (inField.segmentInside(a, b)) return true
      if (!onGround.segmentInside(a, b)) return false
      if (body === undefined) return true
      let isOn = true
      sweepBody(before === undefined ? [a, b] : [before, a, b], body, covered => {
        if (isOn && totalAreaM2(difference([covered], permitted)) > OFF_GROUND_M2) isOn = false
      })
      return isOn
    },
  }
}

/** The stretches of a drive on which the middle of the mower is outside of a field. */
export const stretchesOutside = (line: PolylineXY, inField: WayCheck): PolylineXY[] => {
  const stretches: XY[][] = []
  let open: XY[] | undefined
  for (const [i, to] of line.entries()) {
    const from = line[i - 1]
    if (from === undefined) continue
    if (inField.segmentInside(from, to)) open = undefined
    else if (open === undefined) {
      open = [from, to]
      stretches.push(open)
    } else open.push(to)
  }
  return stretches
}
