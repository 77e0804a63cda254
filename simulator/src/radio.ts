/** A rover on a real link: frames, sequence numbers, and what a radio does to them. */

import { type Link, openLink, type Peer, systemClock } from '@greensward/vehicle/link'
import { createFrameParser, decodePayload, encodeFrame, MAV_COMP_AUTOPILOT } from '@greensward/vehicle/mavlink'
import { createRandom } from './random.ts'
import type { Rover } from './rover.ts'

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

export const openRadio = async (
  rover: Rover,
  target: { readonly host: string; readonly port: number },
  faults: RadioFaults,
  seed: number,
): Promise<Radio> => {
  const random = createRandom(seed)
  let seq = 0
  const parser = createFrameParser(frame => {
    const heard = decodePayload(frame.layout, frame.payload)
    if (heard !== undefined) {
      rover.receive(heard, { systemId: frame.systemId, componentId: frame.componentId })
    }
  })
  const through = (deliver: () => void): void => {
    if (!faults.on || random() * 100 < faults.lossPercent) return
    if (faults.delayMs > 0) setTimeout(deliver, faults.delayMs)
    else deliver()
  }
  const link: Link = await openLink({ kind: 'udp', host: '0.0.0.0', port: 0, remotes: [target] }, systemClock, {
    onBytes: (_peer: Peer, bytes) => through(() => parser.push(bytes)),
    onPeerGone: () => {},
    // Nobody listening yet is no error for a radio.
    onError: () => {},
  })
  const [station] = link.remotes
  return {
    faults,
    flush: () => {
      for (const said of rover.takeOutgoing()) {
        const bytes = encodeFrame(said, { systemId: rover.systemId, componentId: MAV_COMP_AUTOPILOT }, seq)
        seq = (seq + 1) & 0xff
        through(() => station?.send(bytes))
      }
    },
    close: () => link.close(),
  }
}
