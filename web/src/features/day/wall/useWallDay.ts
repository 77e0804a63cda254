import type { WallDay } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { useEffect, useRef, useState } from 'react'
import { deviceCall } from '../../../api/deviceCall.ts'
import { ApiFailure } from '../../../api/index.ts'

const READ_EVERY_MS = 4_000
/** Two readings that failed may be a hiccup; after this the screen says that the link is lost. */
const LOST_MS = 15_000

export interface ShownDay {
  readonly day: WallDay | null
  /** When the shown day arrived, by the clock of this screen. */
  readonly receivedAtMs: number | null
  readonly isLost: boolean
}

/** Reads the day again and again. @param onRevoked the token opens nothing any more */
export function useWallDay(token: string, onRevoked: () => void): ShownDay {
  const [shown, setShown] = useState<ShownDay>({ day: null, receivedAtMs: null, isLost: false })
  const revoked = useRef(onRevoked)
  revoked.current = onRevoked
  useEffect(() => {
    let isOver = false
    let timer: number | undefined
    let lastMs = Date.now()
    const read = async (): Promise<void> => {
      try {
        const day = await deviceCall(token, lateCalls.walls.get)
        lastMs = Date.now()
        if (!isOver) setShown({ day, receivedAtMs: lastMs, isLost: false })
      } catch (error) {
        if (isOver) return
        if (error instanceof ApiFailure && error.status === 401) {
          isOver = true
          revoked.current()
          return
        }
        if (Date.now() - lastMs >= LOST_MS) setShown(known => ({ ...known, isLost: true }))
      }
      if (!isOver) timer = window.setTimeout(() => void read(), READ_EVERY_MS)
    }
    void read()
    return () => {
      isOver = true
      window.clearTimeout(timer)
    }
  }, [token])
  return shown
}
