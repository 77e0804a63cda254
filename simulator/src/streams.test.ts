import { layoutByName, type MessageName } from '@greensward/vehicle/mavlink'
import { expect, test } from 'vitest'
import { createStreams } from './streams.ts'

/** How often each message goes out in ten seconds of the wall. */
const sentIn10S = (timeFactor: number, asked: readonly (readonly [MessageName, number])[]): Record<string, number> => {
  const sent: Record<string, number> = {}
  const streams = createStreams({
    timeFactor,
    send: name => {
      sent[name] = (sent[name] ?? 0) + 1
    },
  })
  for (const [name, intervalMs] of asked)
    expect(streams.setInterval(layoutByName(name).id, intervalMs * 1_000)).toBe(true)
  // As the program does: a step each hundredth of a second, and the vehicle's time goes so many times as fast.
  for (let step = 1; step <= 1_000; step += 1) streams.update((step * timeFactor) / 100)
  return sent
}
const ASKED = [
  ['GLOBAL_POSITION_INT', 200],
  ['RELAY_STATUS', 400],
] as const

test('a mower sends as often as it was asked to', () => {
  const sent = sentIn10S(1, ASKED)
  expect(sent.GLOBAL_POSITION_INT).toBeCloseTo(50, -1)
  expect(sent.RELAY_STATUS).toBeCloseTo(25, -1)
})

test.each([20, 100])(
  'one whose time goes %i times as fast sends five times as often by the wall, and no more heartbeats',
  factor => {
    const sent = sentIn10S(factor, ASKED)
    expect(sent.GLOBAL_POSITION_INT).toBeGreaterThan(200)
    expect(sent.GLOBAL_POSITION_INT).toBeLessThanOrEqual(251)
    expect(sent.RELAY_STATUS).toBeGreaterThan(100)
    expect(sent.RELAY_STATUS).toBeLessThanOrEqual(126)
    expect(sent.HEARTBEAT).toBeLessThanOrEqual(11)
  },
)
