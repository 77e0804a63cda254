/** Pages that listen: web sockets that keep up with everything, of which a few also read what they get. */
import { type LiveVehicle, vehiclesIn } from '@greensward/contract'

export interface Listeners {
  /** Numbers of a channel's stream that did not come after the one before. */
  lost(): number
  readonly bytes: number
  readonly open: number
  close(): void
}

/** One in this many reads every position; the others would cost this process more than the server. */
const READS_EVERY = 50
/** engine.io's and socket.io's packets: open of the namespace, ping, event. */
const CONNECT = '40'
const PING = '2'
const PONG = '3'
const EVENT = '42'
const VEHICLES = `${EVENT}["vehicles"`
/** As much of a message as holds its number: the events of a channel begin with it. */
const NUMBER = /^42\["(\w+)",\{"event":"\w+","seq":(\d+)/

/**
 * @param tickets one for each
 * @param onVehicles what one of those that read has got
 */
export const openListeners = async (
  url: string,
  tickets: readonly string[],
  onVehicles: (vehicles: readonly LiveVehicle[]) => void,
): Promise<Listeners> => {
  const sockets: WebSocket[] = []
  let lost = 0
  let bytes = 0
  let open = 0
  const listen = (ticket: string, index: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const address = url.replace('http', 'ws')
      const socket = new WebSocket(
        `${address}/socket.io/?EIO=4&transport=websocket&token=${encodeURIComponent(ticket)}`,
      )
      sockets.push(socket)
      const last = new Map<string, number>()
      const reads = index % READS_EVERY === 0
      const known = new Map<string, LiveVehicle>()
      socket.addEventListener('message', ({ data }) => {
        const text = String(data)
        bytes += text.length
        if (text.startsWith('0')) return socket.send(CONNECT)
        if (text === PING) return socket.send(PONG)
        if (text.startsWith(CONNECT)) {
          open += 1
          return resolve()
        }
        if (text.startsWith(VEHICLES)) {
          // Positions may be left out for a page that cannot keep up: the newest is what counts.
          if (!reads) return
          const vehicles = vehiclesIn(JSON.parse(text.slice(EVENT.length))[1], id => known.get(id))
          for (const vehicle of vehicles) known.set(vehicle.id, vehicle)
          onVehicles(vehicles)
          return
        }
        const [, channel = '', seq = ''] = NUMBER.exec(text) ?? []
        if (channel === '') return
        const before = last.get(channel)
        if (before !== undefined && Number(seq) !== before + 1) lost += 1
        last.set(channel, Number(seq))
      })
      socket.addEventListener('close', () => {
        open -= 1
      })
      socket.addEventListener('error', () => reject(new Error('a socket did not open')))
    })
  for (const [index, ticket] of tickets.entries()) await listen(ticket, index)
  return {
    lost: () => lost,
    get bytes() {
      return bytes
    },
    get open() {
      return open
    },
    close: () => {
      for (const socket of sockets) socket.close()
    },
  }
}
