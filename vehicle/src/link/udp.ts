import { createSocket } from 'node:dgram'
import type { Link, LinkConfig, LinkEvents, Peer } from './link.ts'

type UdpConfig = Extract<LinkConfig, { kind: 'udp' }>

/** Addresses remembered; a flood from made-up addresses must not eat the memory. */
const MAX_PEERS = 1024

/** A hundred mowers may all speak in one moment; the system gives less where it allows less. */
const RECEIVE_BUFFER_BYTES = 4 * 1024 * 1024

export const openUdp = async (config: UdpConfig, events: LinkEvents): Promise<Link> => {
  const socket = createSocket({
    type: config.host.includes(':') ? 'udp6' : 'udp4',
    recvBufferSize: RECEIVE_BUFFER_BYTES,
  })
  const peers = new Map<string, Peer>()
  let open = true

  const peerAt = (host: string, port: number): Peer => {
    const id = `udp:${host}:${port}`
    const known = peers.get(id)
    if (known !== undefined) {
      // The peer that sent last is forgotten last.
      peers.delete(id)
      peers.set(id, known)
      return known
    }
    const peer: Peer = {
      id,
      send: bytes => {
        if (open) socket.send(bytes, port, host, error => error && events.onError(`${id}: ${error.message}`))
      },
    }
    if (peers.size >= MAX_PEERS) {
      const [oldest] = peers.keys()
      if (oldest !== undefined) peers.delete(oldest)
    }
    peers.set(id, peer)
    return peer
  }

  socket.on('message', (bytes, from) => events.onBytes(peerAt(from.address, from.port), bytes))
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.bind(config.port, config.host, () => {
      socket.off('error', reject)
      resolve()
    })
  })
  socket.on('error', error => events.onError(error.message))
  const { port } = socket.address()
  return {
    name: `udp:${config.host}:${port}`,
    port,
    remotes: (config.remotes ?? []).map(remote => peerAt(remote.host, remote.port)),
    close: () =>
      new Promise(resolve => {
        open = false
        socket.close(() => resolve())
      }),
  }
}
