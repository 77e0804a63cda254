/**
 * Connections that are open, so that a server which ends can cut them. Of itself it would wait for each that a browser opened
 * ahead and never asked anything on, which is for ever.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

export interface OpenConnections {
  /** Closes those that are open, and each that opens from now on. */
  end(): void
}

export const followConnections = (server: Server): OpenConnections => {
  const open = new Set<Socket>()
  let isEnding = false
  server.on('connection', (socket: Socket) => {
    if (isEnding) {
      socket.destroy()
      return
    }
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return {
    end: () => {
      isEnding = true
      for (const socket of open) socket.destroy()
    },
  }
}
