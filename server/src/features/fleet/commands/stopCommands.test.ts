/** How long a stop waits for the gateways of other servers. */
import type { CommandOutcome } from '@greensward/contract'
import { mavlinkCapabilities } from '@greensward/vehicle'
import { openMowerCapabilities } from '@greensward/vehicle/openMower'
import { expect, test } from 'vitest'
import { SYSTEM } from '../../../shared/missionLife/moveMission.ts'
import type { FleetParts } from '../fleetParts.ts'
import { createStopCommands } from './stopCommands.ts'

const ACCEPTED: CommandOutcome = { outcome: 'accepted', reason: null, why: null, standingStill: false }

/** A fleet of which another server controls every mower; that server answers a stop after so long. */
const elsewhere = (mowerIds: readonly string[], answersAfterMs: number) => {
  const notices: string[] = []
  const waitedMs: number[] = []
  const parts = {
    ctx: {
      config: { isGateway: false },
      bus: {
        askAll: async (subject: string, _: unknown, timeoutMs: number, isEnough: (values: unknown[]) => boolean) => {
          waitedMs.push(timeoutMs)
          if (subject === 'stop' && answersAfterMs <= timeoutMs)
            isEnough([mowerIds.map(id => ({ id, outcome: ACCEPTED }))])
        },
      },
      events: {
        emit: (name: string, { kind }: { kind: string }) => name === 'notice' && notices.push(kind),
      },
    },
    garage: { mowers: new Map(mowerIds.map(id => [id, {}])), nameOf: (id: string) => id },
    registry: { get: () => undefined },
    journal: { enter: async () => undefined },
    interruptions: { noteStop: () => undefined, endAll: () => undefined },
    autopilots: { of: () => ({ phone: null }) },
    capabilitiesOf: ({ id }: { id: string }) =>
      id.startsWith('open') ? openMowerCapabilities : mavlinkCapabilities(200),
  } as unknown as FleetParts
  return { commands: createStopCommands(parts, () => undefined), notices, waitedMs }
}

test('SAFE-15b a stop of an OpenMower over another server is waited for until its last try is over', async () => {
  const { commands, notices } = elsewhere(['open 1'], 6_000)
  expect((await commands.stop('open 1', SYSTEM)).outcome).toBe('accepted')
  expect(notices).toEqual([])
})

test('SAFE-1c Stop all waits for the slowest of its mowers, and no longer than mowers on MAVLink need without one', async () => {
  const mixed = elsewhere(['mower 1', 'open 1'], 6_000)
  expect((await mixed.commands.stopAll(SYSTEM)).notStopped).toEqual([])
  const { commands, notices, waitedMs } = elsewhere(['mower 1', 'mower 2'], 60_000)
  expect((await commands.stopAll(SYSTEM)).notStopped).toHaveLength(2)
  expect([notices, Math.max(...waitedMs)]).toEqual([['stopNotConfirmed', 'stopNotConfirmed'], 4_000])
})
