import { createConnection, createServer, type Socket } from 'node:net'
import type { Clock } from '../clock.ts'
import type { Link, LinkConfig, LinkEvents, Peer } from './link.ts'

const RECONNECT_MS = 1_000
/** Bytes that a stuck connection may queue. More are dropped, because telemetry and commands grow stale in a queue. */
const MAX_BUFFERED_BYTES = 64 * 1024

const peerOf = (socket: Socket, id: string): Peer => ({
  id,
  send: bytes => {
    if (socket.writable && socket.writableLength < MAX_BUFFERED_BYTES) socket.write(bytes)
  },
})

const listen = (socket: Socket, peer: Peer, events: LinkEvents): void => {
  socket.setNoDelay(true)
  socket.on('data', bytes => events.onBytes(peer, bytes))
}

/** Connects, and connects again a second after each failure, until closed. */
export const openTcpClient = async (
  config: Extract<LinkConfig, { kind: 'tcpClient' }>,
  clock: Clock,
  events: LinkEvents,
): Promise<Link> => {
  const id = `tcp:${config.host}:${config.port}`
  let open = true
  let socket: Socket | undefined
  let timer: unknown

  const connect = (): void => {
    const next = createConnection(config.port, config.host)
    socket = next
    const peer = peerOf(next, id)
    listen(next, peer, events)
    next.on('error', error => events.onError(`${id}: ${error.message}`))
    next.on('close', () => {
      events.onPeerGone(peer)
      if (open) timer = clock.setTimeout(connect, RECONNECT_MS)
    })
  }
  connect()
  return {
    name: id,
    port: config.port,
    remotes: [{ id, send: bytes => socket?.writable && socket.write(bytes) }],
    close: async () => {
      open = false
      clock.clearTimeout(timer)
      socket?.destroy()
    },
  }
}

export const openTcpServer = async (
  config: Extract<LinkConfig, { kind: 'tcpServer' }>,
  events: LinkEvents,
): Promise<Link> => {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    const id = `tcp:${socket.remoteAddress}:${socket.remotePort}`
    const peer = peerOf(socket, id)
    sockets.add(socket)
    listen(socket, peer, events)
    socket.on('error', error => events.onError(`${id}: ${error.message}`))
    socket.on('close', () => {
      sockets.delete(socket)
      events.onPeerGone(peer)
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(config.port, config.host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  server.on('error', error => events.onError(error.message))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : config.port
  return {
    name: `tcp:${config.host}:${port}`,
    port,
    remotes: [],
    close: () =>
      new Promise(resolve => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}
