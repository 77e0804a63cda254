/** Mowers that other gateways hold: what those tell of them, and the missions that the database has for them. */
import { isActive, linkStateOf, SILENT_TELEMETRY, type Telemetry } from '@greensward/domain'
import type { LiveVehicle } from '@greensward/domain/contract'
import { activeMissions } from '../missionLife/missionsStore.ts'
import type { ActiveMission } from './activeMission.ts'
import type { Elsewhere, Fleet } from './fleetState.ts'
import { loadActive } from './loadActive.ts'
import { isOnWay } from './missionDrive.ts'

/** A gateway tells of each of its mowers every second at least; one that is silent longer is shown ageing. */
const SILENT_MS = 2_000

interface Heard {
  readonly vehicle: LiveVehicle
  /** Monotonic. */
  readonly atMs: number
}

const aged = (telemetry: Telemetry, byMs: number): Telemetry => {
  const ageMs = telemetry.ageMs === null ? null : telemetry.ageMs + byMs
  return { ...telemetry, ageMs, link: linkStateOf(ageMs) }
}

export const createElsewhere = (fleet: () => Fleet): Elsewhere => {
  const heard = new Map<string, Heard>()
  const active = new Map<string, ActiveMission>()
  const nowMs = (): number => fleet().ctx.clock.monotonicMs()
  const isHere = (mowerId: string): boolean => fleet().ownership.holds(mowerId)
  const olderVehicle = ({ vehicle, atMs }: Heard): LiveVehicle => ({
    ...vehicle,
    telemetry: aged(vehicle.telemetry, nowMs() - atMs),
  })

  /** As far as it had come by its record and by what its gateway told since. */
  const followed = (mission: ActiveMission): ActiveMission => {
    const seq = heard.get(mission.mowerId)?.vehicle.telemetry.missionSeq ?? null
    if (mission.status === 'working' && seq !== null && seq > 0) mission.seq = seq
    mission.isInside = !isOnWay(mission)
    return mission
  }

  const load = async (mowerId: string): Promise<void> => {
    const rows = await activeMissions(fleet().ctx.db)
    const row = rows.find(candidate => candidate.mowerId === mowerId)
    const loaded = row === undefined || isHere(mowerId) ? undefined : await loadActive(fleet(), row, false)
    if (loaded === undefined) active.delete(mowerId)
    else active.set(mowerId, loaded)
  }

  return {
    vehicle: mowerId => {
      const known = heard.get(mowerId)
      return known === undefined ? undefined : olderVehicle(known)
    },
    mission: mowerId => {
      const known = active.get(mowerId)
      return known === undefined ? undefined : followed(known)
    },
    missions: () => [...active.values()].map(followed),
    hear: vehicles => {
      const atMs = nowMs()
      for (const vehicle of vehicles) {
        if (vehicle.kind === 'mower' && !isHere(vehicle.id)) heard.set(vehicle.id, { vehicle, atMs })
      }
    },
    silent: () =>
      [...fleet().mowers.keys()].flatMap(id => {
        if (isHere(id)) return []
        const known = heard.get(id)
        if (known === undefined) {
          const mission = active.get(id)
          const nothing = { telemetry: SILENT_TELEMETRY, missionId: mission?.id ?? null, progress: null, stop: null }
          return [{ id, kind: 'mower', ...nothing } satisfies LiveVehicle]
        }
        return nowMs() - known.atMs > SILENT_MS ? [olderVehicle(known)] : []
      }),
    read: async () => {
      const rows = (await activeMissions(fleet().ctx.db)).filter(({ mowerId }) => !isHere(mowerId))
      const left = new Set(rows.map(({ mowerId }) => mowerId))
      for (const id of active.keys()) if (!left.has(id)) active.delete(id)
      for (const row of rows) {
        const known = active.get(row.mowerId)
        if (known?.id === row.id && known.status === row.status) continue
        const loaded = await loadActive(fleet(), row, false)
        if (loaded !== undefined) active.set(row.mowerId, loaded)
      }
    },
    missionChanged: async ({ id, mowerId, status }) => {
      if (isHere(mowerId)) return
      const known = active.get(mowerId)
      if (isActive(status)) {
        if (known?.id !== id || known.status !== status) await load(mowerId)
      } else if (known?.id === id) active.delete(mowerId)
    },
    forget: mowerId => {
      heard.delete(mowerId)
      active.delete(mowerId)
    },
  }
}
