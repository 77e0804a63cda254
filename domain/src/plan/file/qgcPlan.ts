/**
 * The plan as a QGroundControl `.plan` file: what its loader (PlanMasterController, MissionController, GeoFenceController)
 * asks of a rover's plan, written as plain waypoints, since QGroundControl would regenerate a survey on any edit.
 */
import { areaM2, bufferLines, type PolygonXY, union } from '@greensward/geometry'
import type { Position } from '../../course/course.ts'
import { positionOf } from '../../course/courseGeometry.ts'
import type { Mower } from '../../garage/garage.ts'
import { wayCheckOf } from '../checkPlan.ts'
import type { MissionGround } from '../missionGround.ts'
import type { MissionPlan } from '../missionPlan.ts'
import { type PlanItem, planItems } from '../planItems.ts'
import { stretchesOutside } from '../turnGround.ts'

/** The data of the mission besides its path; QGroundControl ignores unknown fields. */
export interface QgcPlanMeta {
  readonly title: string
  /** Of a stored mission; a draft has none. */
  readonly stored?: { readonly missionId: string; readonly mapRevision: number; readonly planHash: string }
  /** Makes the geofence; absent for a road, which has no boundary. */
  readonly ground?: MissionGround
}

// MAV_CMD, MAV_FRAME, MAV_AUTOPILOT and MAV_TYPE of the MAVLink common message set.
const NAV_WAYPOINT = 16
const DO_CHANGE_SPEED = 178
const DO_SET_RELAY = 181
const DO_SET_SERVO = 183
const FRAME_GLOBAL_RELATIVE_ALT = 3
const FRAME_MISSION = 2
const ARDUPILOT = 3
const GROUND_ROVER = 10

const GROUND_SPEED = 1
const THROTTLE_UNCHANGED = -1

const simpleItem = (
  doJumpId: number,
  command: number,
  frame: number,
  params: readonly (number | null)[],
): Record<string, unknown> => ({ type: 'SimpleItem', autoContinue: true, command, doJumpId, frame, params })

const qgcItem = (item: PlanItem, doJumpId: number, { bladeSwitch }: Mower): Record<string, unknown> => {
  switch (item.kind) {
    case 'waypoint': {
      const [lon, lat] = item.position
      return {
        ...simpleItem(doJumpId, NAV_WAYPOINT, FRAME_GLOBAL_RELATIVE_ALT, [0, 0, 0, null, lat, lon, 0]),
        AMSLAltAboveTerrain: null,
        Altitude: 0,
        AltitudeMode: 1,
      }
    }
    case 'speed':
      return simpleItem(doJumpId, DO_CHANGE_SPEED, FRAME_MISSION, [
        GROUND_SPEED,
        item.speedMps,
        THROTTLE_UNCHANGED,
        0,
        0,
        0,
        0,
      ])
    case 'blade':
      return bladeSwitch.kind === 'relay'
        ? simpleItem(doJumpId, DO_SET_RELAY, FRAME_MISSION, [bladeSwitch.index, item.on ? 1 : 0, 0, 0, 0, 0, 0])
        : simpleItem(doJumpId, DO_SET_SERVO, FRAME_MISSION, [
            bladeSwitch.channel,
            item.on ? bladeSwitch.onPwm : bladeSwitch.offPwm,
            0,
            0,
            0,
            0,
            0,
          ])
  }
}

const latLon = ([lon, lat]: Position): [number, number] => [lat, lon]

/** Beside turns outside of the boundary, as in the fence of a mower. */
const BESIDE_TURNS_M = 1

/** The boundary together with the turns outside of it. */
const outerOf = ({ frame, boundary }: MissionGround, { legs }: Pick<MissionPlan, 'legs'>): PolygonXY['outer'] => {
  const solid: PolygonXY = { outer: boundary.outer, holes: [] }
  const inField = wayCheckOf(solid, [])
  const outside = legs.flatMap(({ points, bladeOn }) =>
    bladeOn
      ? []
      : stretchesOutside(
          points.map(point => frame.toLocal(point)),
          inField,
        ),
  )
  if (outside.length === 0) return boundary.outer
  const [widest] = union([solid], bufferLines(outside, BESIDE_TURNS_M, 'round')).toSorted(
    (a, b) => areaM2(b) - areaM2(a),
  )
  return widest?.outer ?? boundary.outer
}

const fenceOf = (ground: MissionGround | undefined, plan: MissionPlan): Record<string, unknown> => {
  if (ground === undefined) return { version: 2, circles: [], polygons: [] }
  const { frame, boundary, obstacles } = ground
  const polygon = (ring: MissionGround['boundary']['outer'], inclusion: boolean) => ({
    version: 1,
    inclusion,
    // Rings of a fence are open: the first corner is not repeated.
    polygon: ring.map(corner => latLon(positionOf(frame, corner))),
  })
  return {
    version: 2,
    circles: obstacles.flatMap(({ circle }) =>
      circle === undefined
        ? []
        : [{ version: 1, inclusion: false, circle: { center: latLon(circle.center), radius: circle.radiusM } }],
    ),
    polygons: [
      polygon(outerOf(ground, plan), true),
      ...boundary.holes.map(hole => polygon(hole, false)),
      ...obstacles.flatMap(obstacle => (obstacle.circle === undefined ? [polygon(obstacle.polygon.outer, false)] : [])),
    ],
  }
}

/** The content of the file, to be written as JSON. Positions are latitude first, as QGroundControl has them. */
export const qgcPlan = (plan: MissionPlan, meta: QgcPlanMeta, mower: Mower): Record<string, unknown> => {
  const [lon, lat] = plan.legs[0]?.points[0] ?? [0, 0]
  const workingSpeedMps = (plan.legs.find(leg => leg.bladeOn) ?? plan.legs[0])?.speedMps ?? mower.transitSpeedMps
  return {
    fileType: 'Plan',
    version: 1,
    groundStation: 'QGroundControl',
    greensward: {
      title: meta.title,
      mowerId: mower.id,
      systemId: mower.systemId,
      ...meta.stored,
    },
    mission: {
      version: 2,
      firmwareType: ARDUPILOT,
      vehicleType: GROUND_ROVER,
      cruiseSpeed: workingSpeedMps,
      hoverSpeed: workingSpeedMps,
      globalPlanAltitudeMode: 1,
      plannedHomePosition: [lat, lon, 0],
      items: planItems(plan).map((item, i) => qgcItem(item, i + 1, mower)),
    },
    geoFence: fenceOf(meta.ground, plan),
    rallyPoints: { version: 2, points: [] },
  }
}
