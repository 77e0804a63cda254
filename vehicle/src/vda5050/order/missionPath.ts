/** A mission as the path of an order: its waypoints, each with the speed and the blade on the way to it. */
import { ok, type Result, refused } from '@greensward/domain'
import type { LonLat } from '@greensward/geometry'
import type { Rejection } from '../../commands/outcome.ts'
import { MavCmd } from '../../mavlink/index.ts'
import { type Blade, bladeSetBy, type MissionItem } from '../../mission/missionItem.ts'
import { distanceToSegmentM } from '../../mission/path.ts'

export interface PathPoint {
  readonly position: LonLat
  /** Of the item of the mission; rises along the path. */
  readonly seq: number
  /** Whether the blade runs on the way to it. */
  readonly bladeOn: boolean
  /** On the way to it; null where nothing says so. */
  readonly speedMps: number | null
}

/** Nearer than this to the line being mowed a mower continues to mow it, as one on MAVLink does. */
const ON_PATH_M = 1

/** Item 0 is home. On the way to the first waypoint the blade is off, from wherever the mower is. */
export const pathOf = (items: readonly MissionItem[], blade: Blade): Result<readonly PathPoint[], Rejection> => {
  const points: PathPoint[] = []
  let bladeOn = false
  let speedMps: number | null = null
  for (const [seq, item] of items.entries()) {
    if (seq === 0) continue
    const setTo = bladeSetBy(item, blade)
    if (setTo !== undefined) bladeOn = setTo
    else if (item.command === MavCmd.doChangeSpeed) speedMps = item.params[1]
    else if (item.command === MavCmd.navWaypoint && item.position !== undefined)
      points.push({ position: item.position, seq, bladeOn: bladeOn && points.length > 0, speedMps })
    else return refused({ reason: 'cannotDriveItem', message: `Item ${seq} of the mission cannot be in an order.` })
  }
  return ok(points)
}

/** The rest of a path from waypoint `seq` on. A mower off its line drives to that waypoint with the blade off. */
export const restOf = (path: readonly PathPoint[], seq: number, at: LonLat): readonly PathPoint[] => {
  const index = path.findIndex(point => point.seq >= seq)
  const next = path[index]
  if (next === undefined) return []
  const before = path[index - 1]
  const isOnLine = before !== undefined && distanceToSegmentM(at, before.position, next.position) <= ON_PATH_M
  return [{ ...next, bladeOn: next.bladeOn && isOnLine }, ...path.slice(index + 1)]
}
