/** The state of every mower and of its mission, also of those that other gateways control. */
import { ACTIVE_STATUSES, type Position, type Telemetry } from '@greensward/domain'
import type { RemoteGateway } from '@greensward/vehicle/thread'
import type { Clock } from '../../platform/context.ts'
import type { MissionRow } from '../../shared/missionLife/missionsStore.ts'
import type { FleetRegistry } from './fleetRegistry.ts'
import type { ActiveMission } from './mission/activeMission.ts'
import type { Ownership } from './ownership/ownership.ts'
import type { RemoteMowers } from './ownership/remoteMowers.ts'
import { stopOf } from './requestedStop.ts'
import { drivesUnplanned } from './unplannedDrive.ts'

interface FleetViewSources {
  readonly clock: Pick<Clock, 'now'>
  readonly registry: FleetRegistry
  readonly remoteMowers: RemoteMowers
  readonly ownership: Ownership
  readonly gateway: RemoteGateway
}

export class FleetView {
  readonly #sources: FleetViewSources
  #recorded: ReadonlyMap<string, Position> = new Map()

  constructor(sources: FleetViewSources) {
    this.#sources = sources
  }

  /** The mission that a mower belongs to. */
  missionOf(mowerId: string): ActiveMission | undefined {
    const { registry, remoteMowers } = this.#sources
    return registry.get(mowerId)?.mission ?? remoteMowers.mission(mowerId)
  }

  missionById(missionId: string): ActiveMission | undefined {
    return this.missions().find(({ id }) => id === missionId)
  }

  missions(): readonly ActiveMission[] {
    const { registry, remoteMowers } = this.#sources
    return [...registry.all().flatMap(({ mission }) => mission ?? []), ...remoteMowers.missions()]
  }

  /** Missions that drive or are about to. */
  drivingMissions(): readonly ActiveMission[] {
    return this.missions().filter(({ status }) => status === 'working' || status === 'uploading')
  }

  telemetryOf(mowerId: string): Telemetry | undefined {
    const { ownership, gateway, remoteMowers } = this.#sources
    return ownership.holds(mowerId) ? gateway.state(mowerId)?.telemetry : remoteMowers.vehicle(mowerId)?.telemetry
  }

  /** @param recorded where each mower was last, for those that are not received after a start of this server */
  recall(recorded: ReadonlyMap<string, Position>): void {
    this.#recorded = recorded
  }

  /**
   * Where a mower is or was last seen, also before this server started: it is still in the way of others there. Nothing starts
   * from it.
   */
  lastPositionOf(mowerId: string): Position | null {
    return this.telemetryOf(mowerId)?.position ?? this.#recorded.get(mowerId) ?? null
  }

  /** Whether a mower drives, or may drive, though no mission says where to. */
  drivesUnplanned(mowerId: string): boolean {
    const { clock, registry, ownership, gateway, remoteMowers } = this.#sources
    const status = this.missionOf(mowerId)?.status
    if (status === 'working' || status === 'uploading') return false
    const nowMs = clock.now().getTime()
    if (!ownership.holds(mowerId)) {
      const reported = remoteMowers.vehicle(mowerId)
      return reported !== undefined && drivesUnplanned(reported, nowMs)
    }
    const state = gateway.state(mowerId)
    if (state === undefined) return false
    const { telemetry, activity } = state
    const foreignDrive = registry.get(mowerId)?.state === 'foreignDrive'
    return drivesUnplanned({ telemetry, activity, foreignDrive, stop: stopOf(state) }, nowMs)
  }
}

export const isActiveRow = ({ status }: Pick<MissionRow, 'status'>): boolean => ACTIVE_STATUSES.includes(status)
