import { type Telemetry, telemetry } from '@greensward/domain'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LiveVehicle, vehicleMove, vehiclesIn } from './liveVehicle.ts'
import { moveOf } from './moveOf.ts'

const number = (min: number, max: number) => fc.option(fc.double({ min, max, noNaN: true, noDefaultInfinity: true }))
const flag = fc.option(fc.boolean())
/** Few enough that two of them are often the same. */
const telemetries: fc.Arbitrary<Telemetry> = fc.record({
  position: fc.option(
    fc.tuple(fc.double({ min: -180, max: 180, noNaN: true }), fc.double({ min: -90, max: 90, noNaN: true })),
  ),
  headingDeg: number(0, 359),
  speedMps: number(0, 5),
  accuracyM: number(0, 9),
  batteryV: number(10, 30),
  ageMs: number(0, 5_000),
  fixType: fc.constantFrom(null, 'rtkFixed'),
  battery: fc.constantFrom(null, 0.5),
  charging: flag,
  batteryFailsafe: flag,
  preArm: fc.constantFrom(null, 'passed', 'failed', 'off'),
  preArmText: fc.constantFrom(null, 'Battery 1 low voltage failsafe'),
  armed: flag,
  mode: fc.constantFrom(null, 'auto', 'hold'),
  bladeOn: flag,
  ready: flag,
  missionSeq: fc.constantFrom(null, 3, 4),
  missionCount: fc.constantFrom(null, 9),
  link: fc.constantFrom('live', 'stale'),
})
const [id, other, missionId] = [1, 2, 3].map(n => `00000000-0000-4000-8000-00000000000${n}`) as [string, string, string]
const vehicles: fc.Arbitrary<LiveVehicle> = fc
  .record({
    telemetry: telemetries,
    progress: number(0, 1),
    missionId: fc.constantFrom(null, missionId),
    energyShort: fc.constantFrom(null, { shortPercent: 12, homePercent: 31 }, { shortPercent: 12, homePercent: null }),
    stop: fc.constantFrom(null, { requestedAt: '2026-05-01T06:00:00.000Z', acknowledged: false, standingStill: false }),
  })
  .map(rest => ({ id, kind: 'mower' as const, ...rest }))

const MOVING = ['position', 'headingDeg', 'speedMps', 'accuracyM', 'batteryV', 'ageMs'] as const

/** All of a vehicle that a move does not carry. */
const stillOf = ({ progress: _, telemetry: all, ...rest }: LiveVehicle) => ({
  ...rest,
  telemetry: Object.fromEntries(Object.entries(all).filter(([name]) => !MOVING.some(moving => moving === name))),
})

test('a move says everything that changed, or there is none', () => {
  fc.assert(
    fc.property(vehicles, vehicles, fc.boolean(), (sent, wild, isMove) => {
      const now = isMove
        ? {
            ...sent,
            progress: wild.progress,
            telemetry: { ...sent.telemetry, ...Object.fromEntries(MOVING.map(name => [name, wild.telemetry[name]])) },
          }
        : wild
      const move = moveOf(sent, now)
      expect(move !== undefined).toBe(JSON.stringify(stillOf(sent)) === JSON.stringify(stillOf(now)))
      if (move === undefined) return
      const received = { event: 'moved', message: [vehicleMove.parse(JSON.parse(JSON.stringify(move)))] } as const
      expect(vehiclesIn(received, () => sent)).toEqual([JSON.parse(JSON.stringify(now))])
    }),
  )
})

test('sends a move for what changes with every position, and the whole vehicle for everything else', () => {
  const [sent] = fc.sample(vehicles, 1)
  if (sent === undefined) throw new Error('no vehicle came')
  expect(moveOf(sent, sent)).toHaveLength(MOVING.length + 2)
  for (const name of Object.keys(telemetry.shape)) {
    const changed = { ...sent, telemetry: { ...sent.telemetry, [name]: 'else' } } as unknown as LiveVehicle
    expect([name, moveOf(sent, changed) !== undefined]).toEqual([name, MOVING.some(moving => moving === name)])
  }
})

test('ignores a move of another vehicle, or of one that was never sent', () => {
  const [sent] = fc.sample(vehicles, 1)
  if (sent === undefined) throw new Error('no vehicle came')
  expect(moveOf({ ...sent, id: other }, sent)).toBeUndefined()
  const move = moveOf(sent, sent)
  const message = move === undefined ? [] : [move, sent]
  expect(vehiclesIn({ event: 'moved', message }, () => undefined)).toEqual([sent])
})
