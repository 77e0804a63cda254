/** What the fleet knows without asking anybody: the mowers, the missions they belong to, and who asked for what. */
import {
  ACTIVE_STATUSES,
  type Cart,
  type Mission,
  type Mower,
  type MowerAutopilot,
  type Telemetry,
} from '@greensward/domain'
import type { LiveVehicle } from '@greensward/domain/contract'
import type { RemoteGateway } from '@greensward/vehicle/thread'
import type { Context } from '../context.ts'
import type { CurrentCourse } from '../course/currentCourse.ts'
import type { MissionRow } from '../missionLife/missionsStore.ts'
import type { Actor } from '../missionLife/moveMission.ts'
import type { Planner } from '../missionLife/planner.ts'
import type { ActiveMission } from './activeMission.ts'
import type { Journal } from './journal.ts'
import type { Ownership } from './ownership.ts'
import type { SettingOff } from './settingOff.ts'

/** Mowers that other gateways hold: what those tell of them, and the missions that the database has for them. */
export interface Elsewhere {
  /** As it was told, older by the time since. Undefined where nothing was told. */
  vehicle(mowerId: string): LiveVehicle | undefined
  /** The mission that a mower of another gateway belongs to. */
  mission(mowerId: string): ActiveMission | undefined
  missions(): readonly ActiveMission[]
  hear(vehicles: readonly LiveVehicle[]): void
  /** Those whose gateway tells nothing of them any more. */
  silent(): readonly LiveVehicle[]
  /** Reads all missions of other gateways' mowers anew. */
  read(): Promise<void>
  missionChanged(mission: Mission): Promise<void>
  /** Held here from now on. */
  forget(mowerId: string): void
}

export interface Fleet {
  readonly ctx: Context
  readonly course: CurrentCourse
  readonly planner: Planner
  /** In a thread of its own: it stops mowers and watches over them while this one is busy. */
  readonly gateway: RemoteGateway
  readonly journal: Journal
  /** Which of the mowers this server speaks to; the gateway knows those alone. */
  readonly ownership: Ownership
  readonly elsewhere: Elsewhere
  /** By mower id. */
  readonly mowers: Map<string, Mower>
  readonly carts: Map<string, Cart>
  /** What is known of each mower's autopilot, by mower id; none where nobody has set anything and nothing was read. */
  readonly autopilots: Map<string, MowerAutopilot>
  /** Failsafes that are being read, by mower id. */
  readonly reading: Map<string, Promise<unknown>>
  /** Mowers that hold a fence of a mission. */
  readonly fenced: Set<string>
  /** Mowers whose fence could not be set when they were started last. */
  readonly unfenced: Set<string>
  /** By mower, whether a fence that it stores can be drawn for the plan that was asked about last. */
  readonly fenceFits: Map<string, { readonly key: string; readonly answer: Promise<boolean> }>
  /** Mowers with settings that count once their autopilot was restarted. */
  readonly toReboot: Set<string>
  /** Fences that are being taken away, by mower id. */
  readonly unfencing: Map<string, Promise<unknown>>
  /** The mission each mower that is held here belongs to, by mower id. */
  readonly active: Map<string, ActiveMission>
  /** Starts and resumes under way, by mower id, and what ends them early. */
  readonly starting: Map<string, AbortController>
  readonly settingOff: SettingOff
  /** Mowers whose stop was asked for by a person just now: their leaving AUTO is no surprise. */
  readonly stopping: Map<string, Actor>
  /** Who stopped a mower from here while another gateway held it, by mower id: it is found holding once it is taken over. */
  /** Mowers that drive in AUTO without a start from here. */
  readonly foreignDrives: Set<string>
  readonly stoppedFor: Map<string, { readonly actor: Actor; readonly atMs: number }>
}

export const activeById = (fleet: Fleet, missionId: string): ActiveMission | undefined => {
  for (const active of fleet.active.values()) if (active.id === missionId) return active
  return fleet.elsewhere.missions().find(({ id }) => id === missionId)
}

/** The mission that a mower belongs to, whoever holds it. */
export const missionAt = (fleet: Fleet, mowerId: string): ActiveMission | undefined =>
  fleet.active.get(mowerId) ?? fleet.elsewhere.mission(mowerId)

/** What is known of a mower at this moment, whoever holds it. */
export const telemetryOf = (fleet: Fleet, mowerId: string): Telemetry | undefined =>
  fleet.ownership.holds(mowerId) ? fleet.gateway.state(mowerId)?.telemetry : fleet.elsewhere.vehicle(mowerId)?.telemetry

export const isActiveRow = ({ status }: Pick<MissionRow, 'status'>): boolean => ACTIVE_STATUSES.includes(status)

export const mowerName = (fleet: Fleet, mowerId: string): string => fleet.mowers.get(mowerId)?.name ?? 'A mower'

/** Takes a mission out of memory, unless another has taken its mower meanwhile. */
export const release = (fleet: Fleet, active: ActiveMission): void => {
  if (fleet.active.get(active.mowerId) !== active) return
  fleet.active.delete(active.mowerId)
  fleet.gateway.setBoundary(active.mowerId, null)
}
