/** Follows the vehicles by what is told of them, and reads all anew where something was missed. */
import { type LiveVehicle, type VehiclesTold, vehiclesIn } from '@greensward/domain/contract'

export interface FollowParts {
  readonly read: () => Promise<readonly LiveVehicle[]>
  readonly known: (id: string) => LiveVehicle | undefined
  /** @param whole these are all there are */
  readonly put: (vehicles: readonly LiveVehicle[], whole: boolean) => void
  readonly monotonicMs: () => number
  readonly later: (run: () => void, ms: number) => void
}

export interface Following {
  readonly hear: (told: VehiclesTold) => void
  readonly readSoon: () => void
}

/** A page that cannot keep up misses messages all the time: it reads all anew this often at the most. */
export const REST_MS = 2_000

export const followVehicles = ({ read, known, put, monotonicMs, later }: FollowParts): Following => {
  /** What was told while all were being read: it is newer than what comes back. */
  let meanwhile: VehiclesTold[] | undefined
  let readAtMs = Number.NEGATIVE_INFINITY
  let isWaiting = false

  const hear = (told: VehiclesTold): void => {
    meanwhile?.push(told)
    put(vehiclesIn(told, known), false)
  }

  const readWhole = async (): Promise<void> => {
    const toldMeanwhile: VehiclesTold[] = []
    meanwhile = toldMeanwhile
    try {
      put(await read(), true)
    } catch {
      // The next message or the next connection brings them; until then each vehicle's age says how old it is.
    } finally {
      meanwhile = undefined
    }
    for (const told of toldMeanwhile) hear(told)
  }

  const readSoon = (): void => {
    if (isWaiting) return
    isWaiting = true
    const begin = (): void => {
      isWaiting = false
      readAtMs = monotonicMs()
      if (meanwhile === undefined) void readWhole()
      else readSoon()
    }
    later(begin, Math.max(0, readAtMs + REST_MS - monotonicMs()))
  }

  return { hear, readSoon }
}
