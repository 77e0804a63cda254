/**
 * A socket that a ticket opens. A ticket is good once, so a lost socket is opened again with a new ticket instead of
 * reconnected, after a wait that grows.
 */
import type { Socket } from 'socket.io-client'

export interface Ticket {
  /** Empty for the page's own address. */
  readonly host: string
  readonly token: string
}

export interface TicketSocketParts<T extends Ticket> {
  /** Rejects without a ticket now; the socket asks again later. */
  readonly ask: () => Promise<T>
  /** Registers the handlers before it connects. */
  readonly listen: (socket: Socket, ticket: T) => void
  readonly onConnect: () => void
  /** It is away and will be tried again. */
  readonly onAway: () => void
}

export interface TicketSocket {
  readonly start: () => void
  readonly stop: () => void
}

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 15_000

export const ticketSocket = <T extends Ticket>({
  ask,
  listen,
  onConnect,
  onAway,
}: TicketSocketParts<T>): TicketSocket => {
  let socket: Socket | null = null
  let wanted = false
  let waitMs = FIRST_WAIT_MS
  let retry: number | undefined

  const later = (): void => {
    if (!wanted || retry !== undefined) return
    onAway()
    // Spread out, so that a restarted server is not met by everybody in the same second.
    retry = window.setTimeout(
      () => {
        retry = undefined
        void open()
      },
      waitMs * (0.75 + Math.random() / 2),
    )
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)
  }

  const open = async (): Promise<void> => {
    try {
      // The library loads while the ticket is on its way: no page needs it for its first picture.
      const [ticket, { io }] = await Promise.all([ask(), import('socket.io-client')])
      if (!wanted) return
      const opened = io(ticket.host === '' ? window.location.origin : ticket.host, {
        query: { token: ticket.token },
        // Where a proxy lets no WebSocket through, long polling does.
        transports: ['websocket', 'polling'],
        tryAllTransports: true,
        reconnection: false,
        forceNew: true,
      })
      socket = opened
      listen(opened, ticket)
      opened.on('connect', () => {
        waitMs = FIRST_WAIT_MS
        onConnect()
      })
      const gone = (): void => {
        if (socket !== opened) return
        socket = null
        opened.removeAllListeners()
        opened.disconnect()
        later()
      }
      opened.on('disconnect', gone)
      opened.on('connect_error', gone)
    } catch {
      later()
    }
  }

  return {
    start: () => {
      if (wanted) return
      wanted = true
      void open()
    },
    stop: () => {
      wanted = false
      window.clearTimeout(retry)
      retry = undefined
      waitMs = FIRST_WAIT_MS
      socket?.removeAllListeners()
      socket?.disconnect()
      socket = null
    },
  }
}
