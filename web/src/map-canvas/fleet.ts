/** The vehicles on the canvas: newest fix, glide between fixes, and how old each is by now. */
import { cartLinkOf, linkStateOf } from '@greensward/domain'
import type { VehicleView } from '../api/liveStore.ts'
import { looksMoved, type Motion, nextChangeMs, poseAt, withFix } from './motion.ts'
import { toMap } from './project.ts'
import type { VehicleLook } from './scene.ts'
import type { DrawnVehicle } from './vehicleMarks.ts'

interface Kept {
  readonly vehicle: VehicleView
  readonly motion: Motion
}

export interface Fleet {
  /**
   * Takes the newest of each.
   * @param unitsPerPixel of the map as it is shown
   * @returns whether one of them came, went or is drawn elsewhere now; the rest is drawn with the ages, once a second
   */
  readonly put: (vehicles: readonly VehicleView[], still: boolean, unitsPerPixel: number) => boolean
  readonly setLooks: (looks: ReadonlyMap<string, VehicleLook>) => void
  /** The drawable ones of these kinds, as they are at this moment. */
  readonly drawn: (mowers: boolean, carts: boolean) => readonly DrawnVehicle[]
  /** Milliseconds until one of them is drawn elsewhere; infinite when all rest. */
  readonly nextChangeMs: (unitsPerPixel: number) => number
  readonly positionOf: (id: string) => readonly [number, number] | undefined
}

/**
 * @param nowMs monotonic, for glides
 * @param wallMs milliseconds since 1970, for ages
 */
export const makeFleet = (nowMs: () => number, wallMs: () => number): Fleet => {
  const kept = new Map<string, Kept>()
  let looks: ReadonlyMap<string, VehicleLook> = new Map()
  return {
    put: (vehicles, still, unitsPerPixel) => {
      const seen = new Set<string>()
      let isChanged = false
      for (const vehicle of vehicles) {
        seen.add(vehicle.id)
        const { position, headingDeg } = vehicle.telemetry
        if (position === null) {
          if (kept.delete(vehicle.id)) isChanged = true
          continue
        }
        const known = kept.get(vehicle.id)
        if (known?.vehicle === vehicle) continue
        const at = toMap(position)
        isChanged ||=
          known === undefined || looksMoved(poseAt(known.motion, nowMs()), { at, headingDeg }, unitsPerPixel)
        const same =
          known !== undefined &&
          known.motion.to.at[0] === at[0] &&
          known.motion.to.at[1] === at[1] &&
          known.motion.to.headingDeg === headingDeg
        kept.set(vehicle.id, {
          vehicle,
          motion: same ? known.motion : withFix(known?.motion, { at, headingDeg }, nowMs(), still),
        })
      }
      for (const id of kept.keys()) if (!seen.has(id)) isChanged = kept.delete(id)
      return isChanged
    },
    setLooks: next => {
      looks = next
    },
    drawn: (mowers, carts) =>
      [...kept.values()]
        .filter(({ vehicle }) => (vehicle.kind === 'mower' ? mowers : carts))
        // Mowers above carts, and among themselves always in the same order.
        .sort((a, b) => b.vehicle.kind.localeCompare(a.vehicle.kind) * -1 || a.vehicle.id.localeCompare(b.vehicle.id))
        .flatMap(({ vehicle, motion }) => {
          const look = looks.get(vehicle.id)
          if (look === undefined) return []
          const { ageMs } = vehicle.telemetry
          const age = ageMs === null ? null : ageMs + Math.max(0, wallMs() - vehicle.receivedAt)
          return [
            {
              vehicle,
              look,
              pose: poseAt(motion, nowMs()),
              ageMs: age,
              link: (vehicle.kind === 'cart' ? cartLinkOf : linkStateOf)(age),
            },
          ]
        }),
    nextChangeMs: unitsPerPixel => {
      const now = nowMs()
      return Math.min(...[...kept.values()].map(({ motion }) => nextChangeMs(motion, now, unitsPerPixel)))
    },
    positionOf: id => kept.get(id)?.motion.to.at,
  }
}
