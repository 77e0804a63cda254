/** Follows the vehicles by their messages, and reads all again where a message was missed. */
import { type LiveVehicle, type VehiclesMessage, vehiclesIn } from '@greensward/contract'

export interface FollowParts {
  readonly read: () => Promise<readonly LiveVehicle[]>
  readonly known: (id: string) => LiveVehicle | undefined
  /** @param whole these are all there are */
  readonly put: (vehicles: readonly LiveVehicle[], whole: boolean) => void
  readonly monotonicMs: () => number
  readonly later: (run: () => void, ms: number) => void
}

export interface Following {
  readonly receive: (message: VehiclesMessage) => void
  readonly readSoon: () => void
}

/** A page that cannot keep up misses messages all the time: it reads all again this often at the most. */
export const REST_MS = 2_000

export const followVehicles = ({ read, known, put, monotonicMs, later }: FollowParts): Following => {
  /** Messages received while all are read: they are newer than the result. */
  let meanwhile: VehiclesMessage[] | undefined
  let readAtMs = Number.NEGATIVE_INFINITY
  let isWaiting = false

  const receive = (message: VehiclesMessage): void => {
    meanwhile?.push(message)
    put(vehiclesIn(message, known), false)
  }

  const readWhole = async (): Promise<void> => {
    const receivedMeanwhile: VehiclesMessage[] = []
    meanwhile = receivedMeanwhile
    try {
      put(await read(), true)
    } catch {
      // The next message or the next connection brings them; until then each vehicle's age says how old it is.
    } finally {
      meanwhile = undefined
    }
    for (const message of receivedMeanwhile) receive(message)
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

  return { receive, readSoon }
}
