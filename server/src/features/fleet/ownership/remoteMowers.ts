/** Mowers that other gateways control: what those report of them, and the missions that the database has for them. */

import type { LiveVehicle } from '@greensward/contract'
import { isActive, linkStateOf, type Mission, SILENT_TELEMETRY, type Telemetry } from '@greensward/domain'
import type { Context } from '../../../platform/context.ts'
import type { CurrentCourse } from '../../../shared/course/currentCourse.ts'
import { activeMissions } from '../../../shared/missionLife/missionsStore.ts'
import type { Actor } from '../../../shared/missionLife/moveMission.ts'
import type { Garage } from '../garage.ts'
import { type ActiveMission, loadActive, type OwnMission } from '../mission/activeMission.ts'
import { isOnApproach } from '../mission/missionDrive.ts'
import type { Ownership } from './ownership.ts'

export interface RemoteMowers {
  /** As it was last reported, older by the time since. Undefined where nothing was reported. */
  vehicle(mowerId: string): LiveVehicle | undefined
  mission(mowerId: string): ActiveMission | undefined
  missions(): readonly ActiveMission[]
  receive(vehicles: readonly LiveVehicle[]): void
  /** Those whose gateway reports nothing of them any more. */
  silent(): readonly LiveVehicle[]
  /** Reads all missions of other gateways' mowers again. */
  read(): Promise<void>
  missionChanged(mission: Mission): Promise<void>
  /** A person stopped it from here: its next gateway, which may be this one, finds it in HOLD. */
  noteStopped(mowerId: string, actor: Actor): void
  /** Controlled here from now on. @returns the person who stopped it from here a moment ago */
  takeOver(mowerId: string): Actor | undefined
}

/** A gateway reports each of its mowers every second at least; one that is silent longer is shown ageing. */
const SILENT_MS = 2_000
/** Twice the time in which a mower is taken over: one that is found in HOLD later may have driven and stopped since. */
const TAKEN_OVER_MS = 20_000

interface Reported {
  readonly vehicle: LiveVehicle
  /** Monotonic. */
  readonly atMs: number
}

const aged = (telemetry: Telemetry, byMs: number): Telemetry => {
  const ageMs = telemetry.ageMs === null ? null : telemetry.ageMs + byMs
  return { ...telemetry, ageMs, link: linkStateOf(ageMs) }
}

interface RemoteMowersSources {
  readonly ctx: Context
  readonly course: CurrentCourse
  readonly garage: Garage
  readonly ownership: Ownership
}

export const createRemoteMowers = (parts: RemoteMowersSources): RemoteMowers => {
  const { ctx, garage, ownership } = parts
  const reported = new Map<string, Reported>()
  const stops = new Map<string, { readonly actor: Actor; readonly atMs: number }>()
  const active = new Map<string, OwnMission>()
  const nowMs = (): number => ctx.clock.monotonicMs()
  const isHere = (mowerId: string): boolean => ownership.holds(mowerId)
  const olderVehicle = ({ vehicle, atMs }: Reported): LiveVehicle => ({
    ...vehicle,
    telemetry: aged(vehicle.telemetry, nowMs() - atMs),
  })

  /** The progress by its record and by the reports of its gateway since. */
  const followed = (mission: OwnMission): ActiveMission => {
    const seq = reported.get(mission.mowerId)?.vehicle.telemetry.missionSeq ?? null
    if (mission.status === 'working' && seq !== null && seq > 0) mission.seq = seq
    mission.isInside = !isOnApproach(mission)
    return mission
  }

  const load = async (mowerId: string): Promise<void> => {
    const rows = await activeMissions(ctx.db)
    const row = rows.find(candidate => candidate.mowerId === mowerId)
    const loaded = row === undefined || isHere(mowerId) ? undefined : await loadActive(parts, row, false)
    if (loaded === undefined) active.delete(mowerId)
    else active.set(mowerId, loaded)
  }

  return {
    vehicle: mowerId => {
      const known = reported.get(mowerId)
      return known === undefined ? undefined : olderVehicle(known)
    },
    mission: mowerId => {
      const known = active.get(mowerId)
      return known === undefined ? undefined : followed(known)
    },
    missions: () => [...active.values()].map(followed),
    receive: vehicles => {
      const atMs = nowMs()
      for (const vehicle of vehicles) {
        if (vehicle.kind === 'mower' && !isHere(vehicle.id)) reported.set(vehicle.id, { vehicle, atMs })
      }
    },
    silent: () =>
      [...garage.mowers.keys()].flatMap(id => {
        if (isHere(id)) return []
        const known = reported.get(id)
        if (known === undefined) {
          const mission = active.get(id)
          const nothing = { telemetry: SILENT_TELEMETRY, missionId: mission?.id ?? null, progress: null, stop: null }
          return [{ id, kind: 'mower', ...nothing } satisfies LiveVehicle]
        }
        return nowMs() - known.atMs > SILENT_MS ? [olderVehicle(known)] : []
      }),
    read: async () => {
      const rows = (await activeMissions(ctx.db)).filter(({ mowerId }) => !isHere(mowerId))
      const left = new Set(rows.map(({ mowerId }) => mowerId))
      for (const id of active.keys()) if (!left.has(id)) active.delete(id)
      for (const row of rows) {
        const known = active.get(row.mowerId)
        if (known?.id === row.id && known.status === row.status) continue
        const loaded = await loadActive(parts, row, false)
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
    noteStopped: (mowerId, actor) => {
      stops.set(mowerId, { actor, atMs: nowMs() })
    },
    takeOver: mowerId => {
      reported.delete(mowerId)
      active.delete(mowerId)
      const stop = stops.get(mowerId)
      stops.delete(mowerId)
      return stop !== undefined && nowMs() - stop.atMs < TAKEN_OVER_MS ? stop.actor : undefined
    },
  }
}
