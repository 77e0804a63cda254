import type { SafetyReason } from '@greensward/vehicle'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  ADA,
  acknowledged,
  drivingController as driving,
  MOWER,
  missionInDatabase as mission,
  controllerRig as rig,
  unanswered,
} from '../../../testing/controllerRig.ts'

test('a mission of the database is unconfirmed until its mower is seen driving it', () => {
  const { mower, report, sent } = rig()
  expect(mower.state).toBe('idle')
  mower.takeMission(mission('working'))
  expect(mower.state).toBe('unconfirmed')
  report({ mode: 'auto' })
  expect([mower.state, mower.mission?.status, sent]).toEqual(['driving', 'working', []])
})

test('a mission of the database is stopped when its mower is seen holding', () => {
  const { mower, report } = rig()
  mower.takeMission(mission('working'))
  report({ mode: 'hold' })
  expect([mower.state, mower.mission?.status]).toEqual(['stopped', 'stopped'])
})

test('a stop is sent at once, and the mission is stopped once the mower has acknowledged it', async () => {
  const { mower, sent, answer } = driving()
  const stopping = mower.stop(ADA)
  expect([sent, mower.state, mower.mission?.status]).toEqual([['stop'], 'stopping', 'working'])
  await answer(acknowledged)
  expect((await stopping).outcome).toBe('accepted')
  expect([mower.state, mower.mission?.status]).toEqual(['stopped', 'stopped'])
})

test('a stop without an answer leaves the mission driving and raises an alarm', async () => {
  const { mower, answer, notices } = driving()
  const stopping = mower.stop(ADA)
  await answer(unanswered)
  expect((await stopping).outcome).toBe('noAnswer')
  expect([mower.state, notices]).toEqual(['driving', ['stopNotConfirmed']])
})

test('stays stopping until the last of two stops is answered', async () => {
  const { mower, answer } = driving()
  const stopping = mower.stop(ADA)
  mower.onStopSent(ADA)
  await answer(acknowledged)
  await stopping
  expect([mower.state, mower.mission?.status]).toEqual(['stopping', 'stopped'])
  mower.onStopAnswered(ADA, acknowledged)
  expect(mower.state).toBe('stopped')
})

test('leaving AUTO while a person stops it is not recorded as a hold of the system', async () => {
  const { mower, answer, notices } = driving()
  const stopping = mower.stop(ADA)
  mower.onMowerEvent({ kind: 'modeChanged', mowerId: MOWER, from: 'auto', to: 'hold' })
  expect(mower.mission?.status).toBe('working')
  await answer(acknowledged)
  await stopping
  expect(notices).not.toContain('missionStopped')
})

const CHARGE = { code: 'interruptedToCharge', params: { percent: 30 } } as const

test('SAFE-13n an interrupted mission leaves its mower idle, and the right to continue the route holds', async () => {
  const { mower, sent, answer, notices, interruptions } = driving()
  const interrupted = mower.interrupt(CHARGE)
  expect([sent, mower.state]).toEqual([['stop'], 'stopping'])
  mower.onMowerEvent({ kind: 'modeChanged', mowerId: MOWER, from: 'auto', to: 'hold' })
  await answer(acknowledged)
  expect(await interrupted).toBe(true)
  expect([mower.state, mower.mission, notices, interruptions]).toEqual(['idle', undefined, [], []])
})

test('SAFE-13n a stop by a person during the interruption counts: the mission is stopped, and only a press continues', async () => {
  const { mower, answer, interruptions } = driving()
  const interrupted = mower.interrupt(CHARGE)
  const stopping = mower.stop(ADA)
  await answer(acknowledged)
  expect([await interrupted, (await stopping).outcome]).toEqual([false, 'accepted'])
  expect([mower.state, mower.mission?.status]).toEqual(['stopped', 'stopped'])
  expect(interruptions).toContain('personStop')
})

test('SAFE-13n a mower that does not acknowledge its interruption is one that did not stop', async () => {
  const { mower, answer, notices, interruptions } = driving()
  const interrupted = mower.interrupt(CHARGE)
  await answer(unanswered)
  expect(await interrupted).toBe(false)
  expect([mower.state, notices, interruptions]).toEqual(['driving', ['stopNotConfirmed'], ['safetyStop']])
})

test('SAFE-13n a stopped mission lets its mower go where a person sends it elsewhere, and its route waits for a press', async () => {
  const { mower, answer, sent, interruptions } = driving()
  const { id = '' } = mower.mission ?? {}
  expect(mower.interruptStopped(id, ADA)).toBe(false)
  const stopping = mower.stop(ADA)
  await answer(acknowledged)
  await stopping
  expect(mower.interruptStopped('another', ADA)).toBe(false)
  expect([mower.state, mower.mission?.status]).toEqual(['stopped', 'stopped'])
  expect(mower.interruptStopped(id, ADA)).toBe(true)
  expect([mower.state, mower.mission, sent]).toEqual(['idle', undefined, ['stop']])
  expect(interruptions).toEqual(['personStop', 'personStop'])
})

test.each<SafetyReason>(['rtkLost', 'outsideBoundary', 'linkLost'])(
  'a safety stop for %s stops the mission',
  reason => {
    const { mower } = driving()
    mower.onMowerEvent({ kind: 'safetyStop', mowerId: MOWER, reason })
    expect([mower.state, mower.mission?.status]).toEqual(['stopped', 'stopped'])
  },
)

test('is idle after its last item, and unfencing while its fence is removed', async () => {
  const { mower, removeFences } = driving()
  mower.onMowerEvent({ kind: 'missionEnded', mowerId: MOWER, seq: 3 })
  expect([mower.state, mower.mission]).toEqual(['idle', undefined])
  mower.removeFence()
  expect(mower.state).toBe('unfencing')
  await removeFences()
  expect(mower.state).toBe('idle')
})

test('takes a mission of the database while its fence is removed', () => {
  const { mower, faults } = driving()
  mower.onMowerEvent({ kind: 'missionEnded', mowerId: MOWER, seq: 3 })
  mower.removeFence()
  mower.takeMission(mission('working'))
  expect([mower.state, faults]).toEqual(['unconfirmed', []])
})

test('a drive without a start from here is reported once, after two seconds', () => {
  const { mower, report, pass, notices } = rig()
  report({ mode: 'auto', speedMps: 1 })
  expect(mower.state).toBe('idle')
  pass(2_000)
  report({ speedMps: 1 })
  pass(2_000)
  report({ speedMps: 0 })
  expect([mower.state, notices]).toEqual(['foreignDrive', ['foreignDrive']])
  report({ mode: 'hold' })
  expect(mower.state).toBe('idle')
})

test('a gateway that restarts leaves a drive unconfirmed and forgets the stops of its entrance', () => {
  const { mower } = driving()
  mower.onStopSent(ADA)
  expect(mower.state).toBe('stopping')
  mower.onGatewayRestart()
  expect(mower.state).toBe('unconfirmed')
})

test('SAFE-13c a mower that is found driving after a restart is reported once, and again after one of its gateway', () => {
  const found = rig()
  found.mower.takeMission(mission('working'))
  found.report({ mode: 'auto', speedMps: 1 })
  found.report({ speedMps: 1 })
  expect([found.mower.state, found.emitted]).toEqual(['driving', ['foundDriving']])
  found.mower.onGatewayRestart()
  found.report({ mode: 'auto' })
  expect(found.emitted).toEqual(['foundDriving', 'foundDriving'])
  const holding = rig()
  holding.mower.takeMission(mission('working'))
  holding.report({ mode: 'hold', speedMps: 0 })
  expect([holding.mower.state, holding.emitted]).toEqual(['stopped', []])
})

test('a released mower has no mission and still sends a stop', async () => {
  const { mower, sent, answer } = driving()
  mower.release()
  expect([mower.state, mower.mission]).toEqual(['released', undefined])
  const stopping = mower.stop(ADA)
  expect(sent).toEqual(['stop'])
  await answer(acknowledged)
  await stopping
  expect(mower.state).toBe('released')
})

test('SAFE-13b a pilot who takes a mower between two tasks of its shift ends the right to continue', () => {
  const { mower, interruptions } = rig()
  mower.onMowerEvent({ kind: 'modeChanged', mowerId: MOWER, from: 'auto', to: 'hold' })
  expect(interruptions).toEqual([])
  mower.onMowerEvent({ kind: 'modeChanged', mowerId: MOWER, from: 'hold', to: 'manual' })
  expect(interruptions).toEqual(['otherHand'])
})

test.each([
  [{ kind: 'linkLost', mowerId: MOWER }, 'linkLost'],
  [{ kind: 'rebooted', mowerId: MOWER }, 'mowerRestarted'],
  [{ kind: 'safetyStop', mowerId: MOWER, reason: 'rtkLost' }, 'rtkLost'],
  [{ kind: 'safetyStop', mowerId: MOWER, reason: 'bladeCommandFailed' }, 'bladeFault'],
  [{ kind: 'safetyStop', mowerId: MOWER, reason: 'outsideBoundary' }, 'safetyStop'],
  [{ kind: 'bladeStopFailed', mowerId: MOWER }, 'bladeFault'],
  [{ kind: 'batteryFailsafe', mowerId: MOWER, volts: 20 }, 'batteryFailsafe'],
  [{ kind: 'positionJump', mowerId: MOWER, distanceM: 400 }, 'positionJump'],
] as const)('%o of a mower without a mission interrupts its shift', (event, kind) => {
  const { mower, interruptions } = rig()
  mower.onMowerEvent(event as never)
  expect(interruptions).toContain(kind)
})

test('SAFE-13f a stop interrupts its shift before it is answered, also from the entrance of the gateway', () => {
  const { mower, interruptions } = rig()
  void mower.stop(ADA)
  expect(interruptions).toEqual(['personStop'])
  mower.onStopSent(ADA)
  mower.onGatewayRestart()
  expect(interruptions).toEqual(['personStop', 'personStop', 'serverRestarted'])
})

test('SAFE-6h a stopped drive that its shift plans again is erased, which does not interrupt the shift', async () => {
  const { mower, interruptions, report, sent } = rig()
  mower.takeMission(mission('working'))
  report({ mode: 'hold' })
  const before = [...interruptions]
  await mower.replaceDrive('another')
  expect([sent, mower.mission?.status]).toEqual([[], 'stopped'])
  await mower.replaceDrive('mission')
  expect([sent, mower.mission, mower.state]).toEqual([['clear'], undefined, 'idle'])
  expect(interruptions).toEqual(before)
})

test('a mission that the system holds interrupts its shift', () => {
  const { mower, interruptions } = driving()
  mower.hold({ code: 'cartThere', params: { cart: 'Cart 7' } })
  expect(interruptions).toEqual(['missionStopped'])
})

test('SAFE-13b a pilot who takes a mower while its start is being sent ends the right to continue', () => {
  const { mower, interruptions } = rig()
  mower.takeMission(mission('uploading'))
  mower.onMowerEvent({ kind: 'modeChanged', mowerId: MOWER, from: 'hold', to: 'manual' })
  expect(interruptions).toContain('otherHand')
})

test('a drive without a start from here interrupts its shift', () => {
  const { report, pass, interruptions } = rig()
  report({ mode: 'auto', speedMps: 1 })
  pass(2_000)
  report({ speedMps: 1 })
  expect(interruptions).toEqual(['otherHand'])
})

type Act = (field: ReturnType<typeof rig>) => unknown

const acts: readonly Act[] = [
  ({ mower }) => mower.takeMission(mission('working')),
  ({ mower }) => mower.takeMission(mission('stopped')),
  ({ mower }) => mower.takeMission(mission('uploading')),
  ({ mower }) => {
    void mower.stop(ADA)
  },
  ({ answer }) => answer(acknowledged),
  ({ answer }) => answer(unanswered),
  ({ mower }) => mower.onStopSent(ADA),
  ({ mower }) => mower.onStopAnswered(ADA, acknowledged),
  ({ mower }) => mower.onStopAnswered(ADA, undefined),
  ({ mower }) => mower.onMowerEvent({ kind: 'missionEnded', mowerId: MOWER, seq: 3 }),
  ({ mower }) => mower.onMowerEvent({ kind: 'modeChanged', mowerId: MOWER, from: 'auto', to: 'hold' }),
  ({ mower }) => mower.onMowerEvent({ kind: 'safetyStop', mowerId: MOWER, reason: 'rtkLost' }),
  ({ mower }) => mower.onGatewayRestart(),
  ({ mower }) => mower.removeFence(),
  ({ removeFences }) => removeFences(),
  ({ report }) => report({ mode: 'auto', speedMps: 1 }),
  ({ report }) => report({ mode: 'hold', speedMps: 0 }),
  ({ pass }) => pass(2_500),
]

test('changes its state only as the table lists, and never disagrees with its mission, in any order of events', () =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.nat(acts.length - 1), { maxLength: 40 }), async steps => {
      const field = rig()
      for (const step of steps) {
        await acts[step]?.(field)
        expect(field.faults).toEqual([])
        const { state, mission: bound } = field.mower
        if (state === 'driving') expect(bound?.status).toBe('working')
        if (state === 'stopped') expect(bound?.status).toBe('stopped')
        if (state === 'idle' || state === 'unfencing') expect(bound).toBeUndefined()
      }
    }),
    { numRuns: 200 },
  ))
