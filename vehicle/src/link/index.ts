/**
 * Links: bytes in and out over UDP, TCP and serial lines. They know no MAVLink. A link may reach several peers (UDP
 * addresses, TCP connections); what is bound to a peer is decided above.
 */
import type { Clock } from '../clock.ts'
import type { Link, LinkConfig, LinkEvents } from './link.ts'
import { openSerial } from './serial.ts'
import { openTcpClient, openTcpServer } from './tcp.ts'
import { openUdp } from './udp.ts'

export { type Clock, systemClock } from '../clock.ts'
export type { Link, LinkConfig, LinkEvents, Peer } from './link.ts'

/** Opens a link; rejects when the address is taken or may not be opened. */
export const openLink = (config: LinkConfig, clock: Clock, events: LinkEvents): Promise<Link> => {
  switch (config.kind) {
    case 'udp':
      return openUdp(config, events)
    case 'tcpClient':
      return openTcpClient(config, clock, events)
    case 'tcpServer':
      return openTcpServer(config, events)
    case 'serial':
      return openSerial(config, clock, events)
  }
}
