import { packTrack, type ReplayPlace } from '@greensward/domain'
import { expect, it } from 'vitest'
import { createReplayPlayer, type ReplaySource } from './replayPlayer.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const AT = Date.parse('2026-11-20T05:10:00Z')

/** A vehicle that drives a hundred-thousandth of a degree a second, recorded up to now. */
const recorder = (): ReplaySource & { readonly asked: number[]; fail: boolean } => {
  const asked: number[] = []
  const source = {
    asked,
    fail: false,
    nowMs: () => NOW,
    read: async (fromMs: number, toMs: number) => {
      asked.push(fromMs)
      if (source.fail) throw new Error('gone')
      const places = Array.from(
        { length: (toMs - fromMs) / 1_000 },
        (_, step): ReplayPlace => ({
          step,
          position: [((fromMs - AT) / 1_000 + step) / 1e5, 51],
          headingDeg: 90,
          bladeOn: true,
        }),
      ).filter(({ step }) => fromMs + step * 1_000 < NOW)
      return { stepS: 1, tracks: [packTrack('rook', places)] }
    },
  }
  return source
}
/** Until everything that was asked for is there. */
const settled = () => new Promise(resolve => setImmediate(resolve))
const lon = (player: ReturnType<typeof createReplayPlayer>): number | undefined =>
  player.vehicles.all()[0]?.telemetry.position?.[0]

it('stays at its moment until it is played, and then runs at the chosen speed', async () => {
  const player = createReplayPlayer(AT, recorder())
  expect(player.state().isWaiting).toBe(true)
  await settled()
  player.tick(1_000)
  expect(player.state()).toMatchObject({ atMs: AT, isPlaying: false, isWaiting: false })
  expect(lon(player)).toBeCloseTo(0)
  player.play()
  player.setSpeed(60)
  player.tick(1_000)
  expect(player.state().atMs).toBe(AT + 60_000)
  expect(lon(player)).toBeCloseTo(60 / 1e5, 8)
})

it('asks for the next span before it is there, and waits for one that is not', async () => {
  const source = recorder()
  const player = createReplayPlayer(AT, source)
  await settled()
  player.play()
  player.setSpeed(60)
  player.tick(100)
  expect(source.asked).toHaveLength(2)
  player.tick(5_000)
  expect(player.state()).toMatchObject({ atMs: AT + 6_000, isWaiting: true })
  await settled()
  player.tick(5_000)
  expect(player.state()).toMatchObject({ atMs: AT + 306_000, isWaiting: false })
})

it('stops at the present and reports it', async () => {
  const player = createReplayPlayer(NOW - 10_000, recorder())
  await settled()
  player.play()
  player.tick(5_000)
  expect(player.state()).toMatchObject({ isPlaying: true, isAtEnd: false })
  player.tick(5_000)
  expect(player.state()).toMatchObject({ atMs: NOW - 3_000, isPlaying: false, isAtEnd: true })
  player.seek(NOW + 60_000)
  expect(player.state().atMs).toBe(NOW - 3_000)
})

it('reports a failed reading, and reads again on request', async () => {
  const source = recorder()
  source.fail = true
  const player = createReplayPlayer(AT, source)
  await settled()
  expect(player.state().error).toBeInstanceOf(Error)
  source.fail = false
  player.readAgain()
  await settled()
  expect(player.state().error).toBeNull()
  expect(player.vehicles.all()).toHaveLength(1)
})

it('never ages a vehicle by the clock on the wall, and shows nothing that commands one', async () => {
  const player = createReplayPlayer(AT, recorder())
  await settled()
  const [rook] = player.vehicles.all()
  expect(rook).toMatchObject({ kind: 'mower', missionId: null, progress: null, telemetry: { ageMs: 0, link: 'live' } })
  expect(Math.max(0, Date.now() - (rook?.receivedAt ?? 0))).toBe(0)
  player.setCarts(new Set(['rook']))
  expect(player.vehicles.all()[0]?.kind).toBe('cart')
})
