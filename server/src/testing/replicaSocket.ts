/** A page's socket on one replica, opened with a ticket that another gave. */
import { calls } from '@greensward/contract'
import { io, type Socket } from 'socket.io-client'
import type { Replica } from './grownRig.ts'

export interface ReplicaSocket {
  readonly socket: Socket
  /** Messages so far, oldest first. */
  readonly received: readonly { readonly channel: string; readonly message: unknown }[]
  /** Another socket with the same ticket. */
  openAgain(): Socket
}

/** Resolves when it is connected. */
export const openReplicaSocket = async (
  ticketFrom: Replica,
  on: Replica,
  headers: Readonly<Record<string, string>> = {},
): Promise<ReplicaSocket> => {
  const { token, channels } = (await ticketFrom.call(calls.live.config, { headers })).result
  const open = (): Socket =>
    io(on.url, { query: { token }, transports: ['websocket'], reconnection: false, forceNew: true })
  const socket = open()
  const received: { channel: string; message: unknown }[] = []
  for (const channel of channels)
    socket.on(channel, (envelope: { message: unknown }) => received.push({ channel, message: envelope.message }))
  await new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(undefined))
    socket.once('connect_error', reject)
  })
  return { socket, received, openAgain: open }
}
