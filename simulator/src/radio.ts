/** A rover on a real link: frames, sequence numbers, signatures, and what a radio does to them. */
import { type Link, openLink, systemClock } from '@greensward/vehicle/link'
import { createFrameParser, decodeFrame, encodeFrame, MAV_COMP_AUTOPILOT } from '@greensward/vehicle/mavlink'
import { createRandom } from './random.ts'
import type { Rover } from './rover.ts'
import { createSigningEnd } from './signingEnd.ts'

export interface RadioFaults {
  on: boolean
  /** Of the datagrams, each way. */
  lossPercent: number
  delayMs: number
}

export interface Radio {
  readonly faults: RadioFaults
  /** Sends what the rover has to say. */
  flush(): void
  close(): Promise<void>
}

export interface RadioOptions {
  readonly host: string
  readonly port: number
  readonly faults: RadioFaults
  readonly seed: number
  /** 32 bytes; null signs nothing and believes everything, until it is given a key. */
  readonly signingKey: Uint8Array | null
  /** Bytes came in, and the rover has received their messages. */
  readonly onReceived: () => void
}

export const openRadio = async (rover: Rover, options: RadioOptions): Promise<Radio> => {
  const { faults } = options
  const random = createRandom(options.seed)
  let seq = 0
  const signing = createSigningEnd(rover, systemClock.nowMs, options.signingKey)

  const parser = createFrameParser(frame => {
    if (!signing.accepts(frame)) return
    const received = decodeFrame(frame)
    if (received === undefined) return
    if (received.name === 'SETUP_SIGNING') signing.setUp(received)
    else rover.receive(received, { systemId: frame.systemId, componentId: frame.componentId })
  })

  const through = (deliver: () => void): void => {
    if (!faults.on || random() * 100 < faults.lossPercent) return
    if (faults.delayMs > 0) setTimeout(deliver, faults.delayMs)
    else deliver()
  }

  const link: Link = await openLink(
    { kind: 'udp', host: '0.0.0.0', port: 0, remotes: [{ host: options.host, port: options.port }] },
    systemClock,
    {
      onBytes: (_peer, bytes) =>
        through(() => {
          parser.push(bytes)
          options.onReceived()
        }),
      onPeerGone: () => {},
      // Without a listener a radio reports no error.
      onError: () => {},
    },
  )
  const [station] = link.remotes
  const sender = { systemId: rover.systemId, componentId: MAV_COMP_AUTOPILOT }
  return {
    faults,
    flush: () => {
      for (const said of rover.takeOutgoing()) {
        const bytes = encodeFrame(said, sender, seq, signing.sign)
        seq = (seq + 1) & 0xff
        through(() => station?.send(bytes))
      }
    },
    close: () => link.close(),
  }
}
