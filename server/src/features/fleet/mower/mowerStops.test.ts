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
