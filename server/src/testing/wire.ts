/** A relay between mowers and the server on the loopback interface that reads what passes, so that a test can tell what was sent. */
import { createSocket, type Socket } from 'node:dgram'
import { createFrameParser, decodePayload, MavCmd, type Message } from '@greensward/vehicle/mavlink'

export interface Wire {
  /** The address that the simulator sends to. */
  readonly port: number
  /** The messages of the server, oldest first. */
  readonly sent: readonly Message[]
  /** Commands among it that make a mower do something: no requests for telemetry. */
  commands(): readonly number[]
  forget(): void
  /** Which of the server's messages are lost from now on; none where it is left out. */
  lose(isLost?: (message: Message) => boolean): void
  /** Nothing passes while it is cut. */
  cut(isCut: boolean): void
  close(): Promise<void>
}

const QUIET: readonly number[] = [MavCmd.setMessageInterval, MavCmd.requestMessage]

/** @param serverPorts where the server listens, or several that all receive every mower, as radios do */
export const openWire = async (...serverPorts: readonly number[]): Promise<Wire> => {
  const sent: Message[] = []
  const outer = createSocket('udp4')
  const inner = new Map<string, Socket>()
  let isCut = false
  let isLost: (message: Message) => boolean = () => false

  outer.on('message', (bytes, from) => {
    for (const serverPort of serverPorts) {
      const socket = inner.get(`${from.port} ${serverPort}`) ?? openInner(from.port, serverPort)
      if (!isCut) socket.send(bytes, serverPort, '127.0.0.1')
    }
  })

  /** One socket for each mower, since the server tells mowers apart by where they are. */
  const openInner = (mowerPort: number, serverPort: number): Socket => {
    const socket = createSocket('udp4')
    let passes = true
    const parser = createFrameParser(frame => {
      const message = decodePayload(frame.layout, frame.payload)
      if (message === undefined || message.name === 'HEARTBEAT') return
      sent.push(message)
      if (isLost(message)) passes = false
    })
    socket.on('message', bytes => {
      if (isCut) return
      passes = true
      parser.push(bytes)
      if (passes) outer.send(bytes, mowerPort, '127.0.0.1')
    })
    socket.on('error', () => undefined)
    inner.set(`${mowerPort} ${serverPort}`, socket)
    return socket
  }

  await new Promise<void>(resolve => outer.bind(0, '127.0.0.1', resolve))
  return {
    port: outer.address().port,
    sent,
    commands: () =>
      sent.flatMap(message =>
        message.name === 'COMMAND_LONG' && !QUIET.includes(message.fields.command) ? [message.fields.command] : [],
      ),
    forget: () => {
      sent.length = 0
    },
    lose: lost => {
      isLost = lost ?? (() => false)
    },
    cut: cut => {
      isCut = cut
    },
    close: async () => {
      for (const socket of [outer, ...inner.values()]) await new Promise<void>(resolve => socket.close(() => resolve()))
    },
  }
}
