/** Which mowers of others are received here, with a real gateway on a clock that the test sets. */
import { createGateway } from '@greensward/vehicle'
import { encodeFrame, message } from '@greensward/vehicle/mavlink'
import { createFakeClock, createMemoryLink } from '@greensward/vehicle/testing'
import { asRemote } from '@greensward/vehicle/thread'
import { expect, test } from 'vitest'
import type { FleetParts } from './fleetParts.ts'
import type { EntranceKeeper } from './gateway/entranceKeeper.ts'
import { MowerLinks } from './mowerLinks.ts'

const HEARTBEAT = message('HEARTBEAT', { type: 10, autopilot: 3, customMode: 4, baseMode: 1, mavlinkVersion: 3 })

test.each([600_000, -600_000])(
  'SAFE-5 a mower that others control counts as received for 5 s, also when the wall clock is set by %i ms',
  async byMs => {
    const clock = createFakeClock()
    const link = createMemoryLink()
    const gateway = createGateway({
      links: [{ kind: 'udp', host: '127.0.0.1', port: 0 }],
      clock,
      onEvent: () => {},
      openLink: link.open,
    })
    await gateway.open()
    const parts = {
      gateway: asRemote(gateway),
      ownership: { holds: () => false },
      garage: { mowers: new Map([['m9', { systemId: 9 }]]), brokerMowers: new Map() },
    } as unknown as FleetParts
    const links = new MowerLinks(parts, {} as EntranceKeeper, {} as never)
    expect(links.receives('m9')).toBe(false)
    link.peer('udp:192.0.2.7:14550', () => {}).say(encodeFrame(HEARTBEAT, { systemId: 9, componentId: 1 }, 0))
    clock.setWall(byMs)
    await clock.advance(4_900)
    expect(links.receives('m9')).toBe(true)
    await clock.advance(200)
    expect(links.receives('m9')).toBe(false)
    await gateway.close()
  },
)
