/** Others on the target of a mission: mowers, and carts that were there a moment ago. */
import {
  type CourseFeature,
  type CourseMap,
  type MissionPlan,
  type Mower,
  type Position,
  targetFeature,
} from '@greensward/domain'
import { distanceToLineM, localFrame, polygonsIntersect } from '@greensward/geometry'
import { boxOfFeature, widened } from '../../../shared/course/featureBox.ts'
import { positionsSince } from '../../../shared/recording/telemetryStore.ts'
import type { FleetParts } from '../fleetParts.ts'
import { isInside } from '../mission/insideRing.ts'
import { positionOfOther } from './driveAhead.ts'

/** Beside a road, which has no area, a machine this near is on it. */
const ON_ROAD_M = 5

/** Whether a position is on the target. */
export const isOn = (target: CourseFeature, at: Position): boolean => {
  const { geometry } = target
  if (geometry.type === 'Polygon') return isInside(at, geometry.coordinates[0] ?? [])
  if (geometry.type !== 'LineString') return false
  const frame = localFrame(at)
  return (
    distanceToLineM(
      geometry.coordinates.map(position => frame.toLocal(position)),
      [0, 0],
    ) < ON_ROAD_M
  )
}

/** Whether two targets overlap: zones do not, while a mission area is drawn over zones on purpose. */
const isSameGround = (a: CourseFeature, b: CourseFeature | undefined): boolean => {
  if (a.id === b?.id) return true
  if (b === undefined || (a.kind !== 'missionArea' && b.kind !== 'missionArea')) return false
  if (a.geometry.type !== 'Polygon' || b.geometry.type !== 'Polygon') return false
  const [origin] = a.geometry.coordinates[0] ?? []
  if (origin === undefined) return false
  const frame = localFrame(origin)
  const local = ({ coordinates }: { coordinates: readonly (readonly Position[])[] }) => {
    const [outer = [], ...holes] = coordinates.map(ring => ring.slice(0, -1).map(position => frame.toLocal(position)))
    return { outer, holes }
  }
  return polygonsIntersect(local(a.geometry), local(b.geometry))
}

/** Between two looks at a drive. */
const STEP_M = 2

/** Whether a drive crosses the target. */
const leadsOver = (target: CourseFeature, { legs }: Pick<MissionPlan, 'legs'>): boolean =>
  legs.some(({ points }) =>
    points.some((to, i) => {
      const from = points[i - 1] ?? to
      const [x, y] = localFrame(from).toLocal(to)
      const steps = Math.max(1, Math.ceil(Math.hypot(x, y) / STEP_M))
      return Array.from({ length: steps + 1 }, (_, k) => k / steps).some(share =>
        isOn(target, [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]),
      )
    }),
  )

/** Mowers that stand or drive on the target, or whose mission is there. @param mowerId left out of them */
export const othersOn = (
  { garage, view }: Pick<FleetParts, 'garage' | 'view'>,
  map: CourseMap,
  target: CourseFeature,
  mowerId: string | null,
): Mower[] =>
  [...garage.mowers.values()].filter(({ id }) => {
    if (id === mowerId) return false
    const active = view.missionOf(id)
    if (active?.target.kind === 'drive' && leadsOver(target, active.plan)) return true
    if (active !== undefined && isSameGround(target, targetFeature(map.features, active.target))) return true
    const at = positionOfOther({ view }, id)
    return at !== null && isOn(target, at)
  })

/** A golfer who left the zone a minute ago may return for a ball. */
const CARTS_MS = 60_000

/** Carts that were on the target within the last minute, by what was recorded of them and by where they are now. */
export const cartsOn = async (
  { ctx, garage }: Pick<FleetParts, 'ctx' | 'garage'>,
  target: CourseFeature,
): Promise<string[]> => {
  const seen = new Set<string>()
  for (const { id, kind, telemetry } of ctx.live.vehicles()) {
    const { position, ageMs } = telemetry
    if (kind === 'cart' && position !== null && ageMs !== null && ageMs < CARTS_MS && isOn(target, position))
      seen.add(id)
  }
  const since = new Date(ctx.clock.now().getTime() - CARTS_MS)
  const box = widened(boxOfFeature(target), ON_ROAD_M)
  const passed = await positionsSince(ctx.db, [...garage.carts.keys()], since, box)
  for (const { vehicleId, lon, lat } of passed) if (isOn(target, [lon, lat])) seen.add(vehicleId)
  return [...seen].map(id => garage.cartName(id)).toSorted()
}
