/** Golfers where a mower mows: their carts in the field of a mission or on the route to it. */

import type { LiveVehicle } from '@greensward/contract'
import type { CourseFeature, Position, Telemetry } from '@greensward/domain'
import { localFrame } from '@greensward/geometry'
import { isOn } from '../start/onTarget.ts'

/** A cart counts as in the zone where it is now or will be within this time. */
const AHEAD_S = 10
const STEP_S = 2
/** A cart that was silent for longer is somewhere else by now. */
const RECEIVED_WITHIN_MS = 15_000
/** A cart that left is reported again only when it comes back after this. */
const FORGET_MS = 60_000

export interface WatchedMission {
  readonly missionId: string
  readonly mowerId: string
  readonly target: CourseFeature
}

export interface GolferPorts {
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

/** Whether a cart is in the field of the target or will be in a moment at its present speed. */
export const isOnOrNearing = (target: CourseFeature, telemetry: Telemetry): boolean => {
  const { position, ageMs } = telemetry
  if (position === null || ageMs === null || ageMs > RECEIVED_WITHIN_MS) return false
  for (let s = 0; s <= AHEAD_S; s += STEP_S) if (isOn(target, placeIn(telemetry, position, s))) return true
  return false
}

/** Looks once; called every second. Each visit of a cart is reported once. */
export const createGolferWatch = (ports: GolferPorts): (() => void) => {
  const seenAtMs = new Map<string, number>()
  return () => {
    const missions = ports.missions()
    const now = ports.nowMs()
    for (const [visit, atMs] of seenAtMs) if (now - atMs > FORGET_MS) seenAtMs.delete(visit)
    if (missions.length === 0) return
    const carts = ports.vehicles().filter(({ kind }) => kind === 'cart')
    for (const mission of missions) {
      for (const { id, telemetry } of carts) {
        if (!isOnOrNearing(mission.target, telemetry)) continue
        const visit = `${mission.missionId} ${id}`
        const isNew = !seenAtMs.has(visit)
        seenAtMs.set(visit, now)
        // A person who resumes a mission among golfers knows of them, so it continues.
        if (!isNew) continue
        if (ports.holdsForCarts()) ports.hold(mission, id)
        else ports.warn(mission, id)
      }
    }
  }
}
