/** What the fleet knows without asking anybody: the mowers, the missions they belong to, and who asked for what. */
import type { Cart, Mower, MowerAutopilot } from '@greensward/domain'
import type { Gateway } from '@greensward/vehicle'
import type { Context } from '../context.ts'
import type { CurrentCourse } from '../course/currentCourse.ts'
import type { Actor } from '../missionLife/moveMission.ts'
import type { Planner } from '../missionLife/planner.ts'
import type { ActiveMission } from './activeMission.ts'
import type { Journal } from './journal.ts'

export interface Fleet {
  readonly ctx: Context
  readonly course: CurrentCourse
  readonly planner: Planner
  readonly gateway: Gateway
  readonly journal: Journal
  /** By mower id. */
  readonly mowers: Map<string, Mower>
  readonly carts: Map<string, Cart>
  /** What is known of each mower's autopilot, by mower id; none where nobody has set anything and nothing was read. */
  readonly autopilots: Map<string, MowerAutopilot>
  /** Failsafes that are being read, by mower id. */
  readonly reading: Map<string, Promise<unknown>>
  /** Mowers that hold a fence of a mission. */
  readonly fenced: Set<string>
  /** Fences that are being taken away, by mower id. */
  readonly unfencing: Map<string, Promise<unknown>>
  /** The mission each mower belongs to, by mower id. */
  readonly active: Map<string, ActiveMission>
  /** Starts and resumes under way, by mower id, and what ends them early. */
  readonly starting: Map<string, AbortController>
  /** Mowers whose stop was asked for by a person just now: their leaving AUTO is no surprise. */
  readonly stopping: Map<string, Actor>
}

export const activeById = (fleet: Fleet, missionId: string): ActiveMission | undefined => {
  for (const active of fleet.active.values()) if (active.id === missionId) return active
  return undefined
}

export const mowerName = (fleet: Fleet, mowerId: string): string => fleet.mowers.get(mowerId)?.name ?? 'A mower'

/** Takes a mission out of memory, unless another has taken its mower meanwhile. */
export const release = (fleet: Fleet, active: ActiveMission): void => {
  if (fleet.active.get(active.mowerId) !== active) return
  fleet.active.delete(active.mowerId)
  fleet.gateway.setBoundary(active.mowerId, null)
}
