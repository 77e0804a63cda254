/** Golfers where a mower mows: their carts, on the ground of a mission or on the way to it. */
import type { CourseFeature, Position, Telemetry } from '@greensward/domain'
import type { LiveVehicle } from '@greensward/domain/contract'
import { localFrame } from '@greensward/geometry'
import { isOn } from './onTarget.ts'

/** Where a cart will be within this counts as where it is. */
const AHEAD_S = 10
const STEP_S = 2
/** A cart that was not heard for longer is somewhere else by now. */
const HEARD_WITHIN_MS = 15_000
/** A cart that left is told of again only when it comes back after this. */
const FORGET_MS = 60_000

export interface WatchedMission {
  readonly missionId: string
  readonly mowerId: string
  readonly target: CourseFeature
}

export interface GolferDoors {
  /** Missions that drive at this moment. */
  missions(): readonly WatchedMission[]
  vehicles(): readonly LiveVehicle[]
  holdsForCarts(): boolean
  warn(mission: WatchedMission, cartId: string): void
  /** Stops the mower, through the same stop as everything else. */
  hold(mission: WatchedMission, cartId: string): void
  nowMs(): number
}

const placeIn = ({ headingDeg, speedMps }: Telemetry, from: Position, seconds: number): Position => {
  if (headingDeg === null || speedMps === null) return from
  const turn = (headingDeg * Math.PI) / 180
  const [lon, lat] = localFrame(from).toLonLat([
    Math.sin(turn) * speedMps * seconds,
    Math.cos(turn) * speedMps * seconds,
  ])
  return [lon, lat]
}

/** Whether a cart is on the ground of the target or, going on as it goes, will be in a moment. */
export const isOnOrNearing = (target: CourseFeature, telemetry: Telemetry): boolean => {
  const { position, ageMs } = telemetry
  if (position === null || ageMs === null || ageMs > HEARD_WITHIN_MS) return false
  for (let s = 0; s <= AHEAD_S; s += STEP_S) if (isOn(target, placeIn(telemetry, position, s))) return true
  return false
}

/** Looks once; called every second. Each visit of a cart is told of once. */
export const createGolferWatch = (doors: GolferDoors): (() => void) => {
  const seenAtMs = new Map<string, number>()
  return () => {
    const missions = doors.missions()
    const now = doors.nowMs()
    for (const [visit, atMs] of seenAtMs) if (now - atMs > FORGET_MS) seenAtMs.delete(visit)
    if (missions.length === 0) return
    const carts = doors.vehicles().filter(({ kind }) => kind === 'cart')
    for (const mission of missions) {
      for (const { id, telemetry } of carts) {
        if (!isOnOrNearing(mission.target, telemetry)) continue
        const visit = `${mission.missionId} ${id}`
        const isNew = !seenAtMs.has(visit)
        seenAtMs.set(visit, now)
        // A mission that was resumed among golfers goes on by the will of a person who knows of them.
        if (!isNew) continue
        if (doors.holdsForCarts()) doors.hold(mission, id)
        else doors.warn(mission, id)
      }
    }
  }
}
