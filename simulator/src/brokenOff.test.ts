/** What happens to a mower while a start of it is carried out: the start ends, and the mower stays where it is. */
import { type Message, message, RoverMode } from '@greensward/vehicle/mavlink'
import { afterEach, expect, test } from 'vitest'
import {
  closeTrial,
  id,
  ready,
  replaceSaid,
  rover,
  safetyReasons,
  saved,
  spyOnCommands,
  stands,
  telemetry,
  trial,
} from './testing/safetyHarness.ts'
import { smallMission } from './testing/smallField.ts'

afterEach(closeTrial)

const MANUAL = { command: 176, param1: 1, param2: RoverMode.manual, targetSystem: 1, targetComponent: 1 }
const REMOTE = { systemId: 250, componentId: 1 }
const MISSION_START = 300

/** A mower that is armed for its mission by a slow radio, and not in AUTO yet. */
const armed = async () => {
  await ready({ delayMs: 300 })
  expect(await trial.finish(trial.gateway.upload(id, smallMission.items))).toEqual({ outcome: 'accepted' })
  const commands = spyOnCommands()
  const starting = trial.gateway.start(id)
  expect(await trial.until(() => rover().armed, 5)).toBe(true)
  expect(rover().mode).toBe(RoverMode.hold)
  return { starting, commands }
}

test('SAFE-4a a pilot who takes the mower while it is armed ends its start', async () => {
  const { starting, commands } = await armed()
  rover().receive(message('COMMAND_LONG', MANUAL), REMOTE)
  expect(await trial.finish(starting)).toMatchObject({ outcome: 'rejected', reason: 'stopped' })
  await trial.pass(10)
  expect(commands.map(([command]) => command)).not.toContain(MISSION_START)
  expect(safetyReasons()).toEqual(['startFailed'])
  expect(stands()).toBe(true)
})

test('SAFE-4a after a start has ended, a pilot takes the mower without another stop', async () => {
  const { starting } = await armed()
  void trial.gateway.stop(id)
  await trial.finish(starting)
  await trial.pass(3)
  rover().receive(message('COMMAND_LONG', MANUAL), REMOTE)
  await trial.pass(5)
  expect([safetyReasons(), telemetry()?.mode]).toEqual([[], 'manual'])
})

/** From now on the mower reports that it drives, as where a person drives it by remote control. */
const reportSpeed = (cmPerS: number): (() => void) =>
  replaceSaid((said: Message) =>
    said.name === 'GLOBAL_POSITION_INT' ? [message('GLOBAL_POSITION_INT', { ...said.fields, vx: cmPerS })] : [said],
  )

test('SAFE-3e a mower that is driven by remote control is not started; one at a standstill in that mode is', async () => {
  await ready({ rover: { saved: saved({ INITIAL_MODE: 0 }) } })
  expect(telemetry()?.mode).toBe('manual')
  expect(await trial.finish(trial.gateway.upload(id, smallMission.items))).toEqual({ outcome: 'accepted' })
  const commands = spyOnCommands()
  const stand = reportSpeed(100)
  await trial.pass(1)
  expect(await trial.finish(trial.gateway.start(id))).toMatchObject({ outcome: 'rejected', reason: 'otherHand' })
  expect([commands, telemetry()?.mode]).toEqual([[], 'manual'])
  stand()
  await trial.pass(1)
  expect(await trial.finish(trial.gateway.start(id))).toEqual({ outcome: 'accepted' })
})
