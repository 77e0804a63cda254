/** The single commands to a mower, by what its messages have shown; nothing watches it beside them. */
import { expect, test } from 'vitest'
import { MavCmd, type Message, message, RoverMode } from '../mavlink/index.ts'
import { StateStore } from '../state/stateStore.ts'
import { createFakeClock } from '../testing.ts'
import { createMowerCommands } from './mowerCommands.ts'

const BLADE = { kind: 'relay', index: 0 } as const
const ARMED = 128
const RTK_FIXED = 6

/** A mower that has said where it is, its mode and its fix. */
const mower = ({ customMode = RoverMode.auto as number, fixType = RTK_FIXED } = {}) => {
  const clock = createFakeClock()
  const store = new StateStore(BLADE, clock)
  const sent: number[] = []
  const listeners = new Set<(received: Message) => void>()
  const receive = (received: Message): void => {
    store.apply({ kind: 'message', message: received })
    for (const listener of [...listeners]) listener(received)
  }
  const conversation = {
    clock,
    systemId: 1,
    send: (outgoing: Message) => {
      if (outgoing.name !== 'COMMAND_LONG') return true
      sent.push(outgoing.fields.command)
      queueMicrotask(() => receive(message('COMMAND_ACK', { command: outgoing.fields.command, result: 0 })))
      return true
    },
    listen: (listener: (received: Message) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    timeRate: () => 1,
  }
  receive(message('HEARTBEAT', { customMode, type: 10, autopilot: 3, baseMode: ARMED }))
  receive(message('GPS_RAW_INT', { fixType }))
  receive(message('GLOBAL_POSITION_INT', { timeBootMs: 60_000, lat: 473_700_000, lon: 85_500_000 }))
  const { bladeOn } = createMowerCommands(conversation, store, BLADE)
  return { clock, sent, bladeOn: () => bladeOn(new AbortController().signal) }
}

test('the blade is switched on during a mission, with RTK and a live link', async () => {
  const { sent, bladeOn } = mower()
  expect(await bladeOn()).toEqual({ outcome: 'accepted' })
  expect(sent).toEqual([MavCmd.doSetRelay])
})

test.each([
  ['without RTK', { fixType: 3 }, 0],
  ['with stale telemetry', {}, 4_000],
  ['in HOLD', { customMode: RoverMode.hold }, 0],
] as const)('SAFE-7g the blade is not switched on %s', async (_, seen, ageMs) => {
  const { clock, sent, bladeOn } = mower(seen)
  await clock.advance(ageMs)
  expect(await bladeOn()).toMatchObject({ outcome: 'rejected', reason: 'bladeForbidden' })
  expect(sent).toEqual([])
})
