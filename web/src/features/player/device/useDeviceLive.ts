/** The tablet's own live channel: where its cart is, as soon as the server knows, and what to read again. */
import { type PlayerLive, playerLive } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { useEffect, useRef, useState } from 'react'
import { ticketSocket } from '../../../api/index.ts'
import { deviceCall } from './deviceCalls.ts'

const CHANNEL = 'player'
/** The server says where the cart is every few seconds, also where nothing happens: silence is a dead network. */
const SILENT_MS = 12_000

export interface DeviceLiveParts {
  readonly token: string
  readonly onMessage: (live: PlayerLive) => void
  /** Messages before the connection are unknown: read everything again. */
  readonly onConnect: () => void
}

/** @returns whether the channel is live; while it is not, the caller has to poll */
export function useDeviceLive(parts: DeviceLiveParts): boolean {
  const [isLive, setLive] = useState(false)
  const { token } = parts
  const newest = useRef(parts)
  newest.current = parts
  useEffect(() => {
    let silence: number | undefined
    const away = (): void => {
      window.clearTimeout(silence)
      setLive(false)
    }
    const renewSilence = (): void => {
      window.clearTimeout(silence)
      silence = window.setTimeout(away, SILENT_MS)
      setLive(true)
    }
    const socket = ticketSocket({
      ask: () => deviceCall(token, lateCalls.player.live),
      listen: opened =>
        opened.on(CHANNEL, (raw: unknown) => {
          const live = playerLive.safeParse(raw)
          // A message of another version is not understood, but the server is there.
          if (live.success) newest.current.onMessage(live.data)
          renewSilence()
        }),
      onConnect: () => {
        renewSilence()
        newest.current.onConnect()
      },
      onAway: away,
    })
    socket.start()
    return () => {
      window.clearTimeout(silence)
      socket.stop()
    }
  }, [token])
  return isLive
}
