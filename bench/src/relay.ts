/** A relay between simulated mowers and the server that notes when each position passed. */
import { createSocket, type Socket } from 'node:dgram'
import { createFrameParser, decodePayload, encodeFrame, type Frame } from '@greensward/vehicle/mavlink'

/** Wall time with fractions of a millisecond, which pages in a browser share. */
export const nowMs = (): number => performance.timeOrigin + performance.now()

export interface Relay {
  readonly port: number
  /** When a position passed; undefined for one that never did. Degrees. */
  passedMs(systemId: number, lon: number, lat: number): number | undefined
  close(): void
}

/** The relay distinguishes this many positions of each mower. */
const PLACES = 200

/**
 * @param serverPort where the server listens
 * @param mowerCount how many send
 */
export const openRelay = async (serverPort: number, mowerCount: number): Promise<Relay> => {
  const outer = createSocket('udp4')
  const inner = new Map<number, Socket>()
  const passed = new Map<string, number>()
  let count = 0
  const keyOf = (systemId: number, lon: number, lat: number): string => `${systemId} ${lon} ${lat}`
  /** Stationary mowers repeat their position; some millimetres distinguish one from the next. */
  const pass = ({ systemId, componentId, seq, layout, payload }: Frame, to: Socket | undefined): void => {
    const message = decodePayload(layout, payload)
    if (message === undefined) return
    if (message.name === 'GLOBAL_POSITION_INT') {
      count += 1
      const lat = message.fields.lat + (Math.floor(count / mowerCount) % PLACES)
      passed.set(keyOf(systemId, message.fields.lon, lat), nowMs())
      const moved = { ...message, fields: { ...message.fields, lat } }
      to?.send(encodeFrame(moved, { systemId, componentId }, seq), serverPort, '127.0.0.1')
    } else to?.send(encodeFrame(message, { systemId, componentId }, seq), serverPort, '127.0.0.1')
  }
  const parsers = new Map<number, ReturnType<typeof createFrameParser>>()
  outer.on('message', (bytes, { port }) => {
    if (!inner.has(port)) {
      const socket = createSocket('udp4')
      socket.on('message', back => outer.send(back, port, '127.0.0.1'))
      inner.set(port, socket)
      parsers.set(
        port,
        createFrameParser(frame => pass(frame, inner.get(port))),
      )
    }
    parsers.get(port)?.push(bytes)
  })
  await new Promise<void>(resolve => outer.bind(0, '127.0.0.1', resolve))
  return {
    port: outer.address().port,
    passedMs: (systemId, lon, lat) => passed.get(keyOf(systemId, Math.round(lon * 1e7), Math.round(lat * 1e7))),
    close: () => {
      for (const socket of [outer, ...inner.values()]) socket.close()
    },
  }
}
