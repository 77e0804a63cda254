/** Stops that are not acknowledged, that a restart comes between, and that the system sends by itself. */
import { expect, test } from 'vitest'
import {
  ADA,
  acknowledged,
  controllerRig,
  drivingController,
  MOWER,
  missionInDatabase,
  unanswered,
} from '../../../testing/controllerRig.ts'

test('SAFE-4a a stopped mission that its mower drives after a restart stays stopped, and the mower is stopped again', async () => {
  const { mower, report, sent, answer, notices, interruptions } = controllerRig()
  mower.takeMission(missionInDatabase('stopped'))
  report({ mode: 'auto', speedMps: 1 })
  expect([mower.mission?.status, sent, notices]).toEqual(['stopped', ['stop'], ['foreignDriveStopped']])
  expect(interruptions).toContain('otherHand')
  report({ mode: 'hold', speedMps: 0 })
  await answer(acknowledged)
  expect([mower.state, mower.mission?.status, sent]).toEqual(['stopped', 'stopped', ['stop']])
})

test('SAFE-4a a start that a person stopped without an answer stays stopped over a restart, though the mower drives', async () => {
  const before = controllerRig()
  before.mower.takeMission({ ...missionInDatabase('uploading'), isUnconfirmed: false })
  const stopping = before.mower.stop(ADA)
  await before.answer(unanswered)
  await stopping
  const recorded = before.mower.mission?.status ?? expect.fail('its mission is gone')
  const { mower, report, sent } = controllerRig()
  mower.takeMission(missionInDatabase(recorded))
  report({ mode: 'auto', speedMps: 1 })
  expect([mower.mission?.status, sent]).toEqual(['stopped', ['stop']])
})

test('SAFE-4a a mission stopped for a lost link stays stopped over a restart, though the mower drove on', () => {
  const before = drivingController()
  before.mower.onMowerEvent({ kind: 'linkLost', mowerId: MOWER })
  const recorded = before.mower.mission?.status ?? expect.fail('its mission is gone')
  const { mower, report, sent } = controllerRig()
  mower.takeMission(missionInDatabase(recorded))
  report({ link: 'lost', mode: 'auto' })
  expect(sent).toEqual([])
  report({ link: 'live' })
  expect([mower.mission?.status, sent]).toEqual(['stopped', ['stop']])
})

/** It drives, and a stop by a person was not acknowledged. */
const unstopped = async () => {
  const field = drivingController()
  const stopping = field.mower.stop(ADA)
  await field.answer(unanswered)
  await stopping
  return field
}

test('SAFE-1d a stop that was not acknowledged is sent again once another thread of the gateway finds it driving', async () => {
  const { mower, report, sent, answer, records } = await unstopped()
  mower.onGatewayRestart()
  report({ mode: 'auto' })
  expect(sent).toEqual(['stop', 'stop'])
  await answer(acknowledged)
  expect([mower.state, mower.mission?.status, records.at(-1)]).toEqual(['stopped', 'stopped', 'mission stop'])
  report({ mode: 'hold' })
  report({ mode: 'auto' })
  expect(sent).toEqual(['stop', 'stop'])
})

test('SAFE-1d a stop that was not acknowledged before the server restarted is sent again, for the same person', async () => {
  const { mower, report, sent, answer, interruptions } = controllerRig()
  mower.takeMission(missionInDatabase('working'), ADA)
  expect(sent).toEqual([])
  report({ mode: 'auto' })
  await answer(acknowledged)
  expect([sent, mower.mission?.status, interruptions]).toEqual([['stop'], 'stopped', ['personStop']])
})

test('SAFE-1d a stop is not sent again beside the gateway that repeats it, nor to a mower that does not drive', async () => {
  const { report, repeats, sent } = await unstopped()
  repeats({ at: 1 })
  report({ mode: 'auto' })
  repeats(undefined)
  report({ mode: 'hold' })
  report({ mode: 'auto', armed: false })
  report({ link: 'lost', armed: true })
  expect(sent).toEqual(['stop'])
  report({ link: 'live' })
  expect(sent).toEqual(['stop', 'stop'])
})

test('SAFE-1d a stop of the entrance whose thread ended before it answered is sent again', () => {
  const { mower, report, sent } = drivingController()
  mower.onStopSent(ADA)
  mower.onGatewayRestart()
  report({ mode: 'auto' })
  expect(sent).toEqual(['stop'])
})

test.each([
  ['its hold', { kind: 'modeChanged', mowerId: MOWER, from: 'auto', to: 'hold' }],
  ['a late acknowledgement', { kind: 'stopAcknowledged', mowerId: MOWER }],
] as const)('SAFE-1d %s ends a stop that was not acknowledged', async (_, event) => {
  const { mower, report, sent } = await unstopped()
  mower.onMowerEvent(event)
  report({ mode: 'auto' })
  expect(sent).toEqual(['stop'])
})

test('SAFE-1d a hold that was reported before the stop was answered does not end it', async () => {
  const { mower, report, sent, answer } = drivingController()
  const stopping = mower.stop(ADA)
  mower.onMowerEvent({ kind: 'modeChanged', mowerId: MOWER, from: 'auto', to: 'hold' })
  await answer(unanswered)
  await stopping
  report({ mode: 'auto' })
  expect(sent).toEqual(['stop', 'stop'])
})

const NOT_STOPPED = { kind: 'notStopped', mowerId: MOWER, reason: 'noAnswer', message: 'It did not answer.' } as const

test('SAFE-1b a safety stop that is not acknowledged raises one alarm until the mower holds, and is on record', () => {
  const { mower, notices, records } = drivingController()
  mower.onMowerEvent({ kind: 'safetyStop', mowerId: MOWER, reason: 'outsideBoundary' })
  mower.onMowerEvent(NOT_STOPPED)
  mower.onMowerEvent(NOT_STOPPED)
  const alarms = () => notices.filter(kind => kind === 'stopNotConfirmed').length
  expect([alarms(), mower.mission?.status]).toEqual([1, 'stopped'])
  expect(records).toEqual(expect.arrayContaining(['mower.stop', 'log line']))
  mower.onMowerEvent({ kind: 'stopAcknowledged', mowerId: MOWER })
  mower.onMowerEvent(NOT_STOPPED)
  expect(alarms()).toBe(2)
})

test('SAFE-1b the safety stop of a start that fails raises an alarm, and the start reports its own end', () => {
  const { mower, notices } = controllerRig()
  mower.takeMission({ ...missionInDatabase('uploading'), isUnconfirmed: false })
  mower.onMowerEvent({ kind: 'safetyStop', mowerId: MOWER, reason: 'startFailed' })
  mower.onMowerEvent(NOT_STOPPED)
  expect([notices, mower.mission?.status]).toEqual([['stopNotConfirmed'], 'uploading'])
})

const NEAR = { code: 'cameNear', params: { other: 'Mower 2' } } as const

test('SAFE-6f a mower that is held at once and does not acknowledge it raises an alarm', async () => {
  const { mower, sent, answer, notices, records } = drivingController()
  expect(mower.holdNow(NEAR)).toBe(true)
  expect([sent, mower.mission?.status]).toEqual([['stop'], 'stopped'])
  await answer(unanswered)
  expect(notices).toEqual(['missionStopped', 'stopNotConfirmed'])
  expect(records).toContain('mower.stop')
})

test('SAFE-6f a mower that is about to drive is held, and its start ends', async () => {
  const { mower, sent, answer } = controllerRig()
  mower.takeMission({ ...missionInDatabase('uploading'), isUnconfirmed: false, isCleared: true })
  expect(mower.holdNow(NEAR)).toBe(true)
  await answer(acknowledged)
  expect([sent, mower.mission?.status, mower.state]).toEqual([['stop'], 'stopped', 'stopped'])
})

test('SAFE-6f a mower found in AUTO is held before its mission is confirmed, and without a mission', async () => {
  const after = controllerRig()
  after.holds(null)
  after.mower.takeMission(missionInDatabase('working'))
  after.report({ mode: 'auto' })
  expect([after.mower.state, after.mower.holdNow(NEAR)]).toEqual(['unconfirmed', true])
  expect([after.sent, after.mower.mission?.status]).toEqual([['stop'], 'stopped'])
  // A machine on a broker reports no arming, and so its mission may stay unconfirmed while it drives.
  const unarmed = controllerRig()
  unarmed.mower.takeMission(missionInDatabase('working'))
  unarmed.report({ mode: 'auto', armed: null })
  expect([unarmed.mower.state, unarmed.mower.holdNow(NEAR), unarmed.sent]).toEqual(['unconfirmed', true, ['stop']])
  const foreign = controllerRig()
  foreign.report({ mode: 'auto' })
  expect(foreign.mower.holdNow(NEAR)).toBe(true)
  expect([foreign.sent, foreign.interruptions]).toEqual([['stop'], ['safetyStop']])
})

test('SAFE-6f a mower that stands or waits with its start, or is sent a stop already, is not sent one', () => {
  const standing = controllerRig()
  expect(standing.mower.holdNow(NEAR)).toBe(false)
  standing.mower.takeMission({ ...missionInDatabase('uploading'), isUnconfirmed: false })
  expect([standing.mower.holdNow(NEAR), standing.sent]).toEqual([false, []])
  const stopping = drivingController()
  void stopping.mower.stop(ADA)
  expect([stopping.mower.holdNow(NEAR), stopping.sent]).toEqual([false, ['stop']])
})

/** What another station puts on board: the same path, one waypoint shorter. */
const another = () => {
  const { drive } = missionInDatabase('working')
  return drive.items.slice(0, -1)
}

test('SAFE-4c a mower that is given another mission while it drives is held', () => {
  const { mower, report, holds, sent } = drivingController()
  report({ missionSeq: 3 })
  // While it is read again nothing is known of it.
  holds(null)
  report({ missionSeq: 3 })
  holds([...missionInDatabase('working').drive.items])
  report({ missionSeq: 3 })
  expect([sent, mower.state]).toEqual([[], 'driving'])
  holds(another())
  report({ missionSeq: 3 })
  expect([sent, mower.mission?.status]).toEqual([['stop'], 'stopped'])
})

test('SAFE-4c SAFE-7h of a mission longer than its memory the gateway says whether a part of it is on board', async () => {
  const { mower, report, holds, sent, adopt } = drivingController()
  holds(another(), 2)
  report({ missionSeq: 3 })
  report({ missionSeq: 3 })
  expect([sent, mower.state]).toEqual([['adoptMission'], 'driving'])
  await adopt({ outcome: 'rejected', reason: 'busy', message: 'The mower is busy with another request.' })
  report({ missionSeq: 3 })
  await adopt({ outcome: 'accepted' })
  report({ missionSeq: 3 })
  expect([sent, mower.state]).toEqual([['adoptMission', 'adoptMission'], 'driving'])
  holds(another())
  report({ missionSeq: 3 })
  await adopt({ outcome: 'rejected', reason: 'anotherMission', message: 'The mower holds another mission.' })
  expect([sent.at(-1), mower.mission?.status]).toEqual(['stop', 'stopped'])
})
