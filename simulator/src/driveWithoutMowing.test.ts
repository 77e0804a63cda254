/** Drives that never switch the blade on, on the vehicle package's own gateway and a simulated mower. */
import { missionItems } from '@greensward/vehicle'
import { MavCmd, message, RoverMode } from '@greensward/vehicle/mavlink'
import { afterEach, expect, test } from 'vitest'
import {
  closeTrial,
  id,
  keepBack,
  mowing,
  ready,
  rover,
  safetyReasons,
  stands,
  trial,
} from './testing/safetyHarness.ts'
import { at, relay } from './testing/smallField.ts'

afterEach(closeTrial)

const home = missionItems(
  { segments: [{ bladeOn: false, speedMps: 2, points: [at(0, 0), at(20, 0), at(20, 20)] }] },
  relay,
)

const bladeOn = (): void =>
  rover().receive(
    message('COMMAND_LONG', { command: MavCmd.doSetRelay, param1: 0, param2: 1, targetSystem: 1, targetComponent: 1 }),
    { systemId: 250, componentId: 1 },
  )

test('SAFE-7i a drive without mowing ends with the blade never on', async () => {
  await ready()
  expect(await trial.finish(trial.gateway.upload(id, home.items))).toEqual({ outcome: 'accepted' })
  expect(await trial.finish(trial.gateway.start(id))).toEqual({ outcome: 'accepted' })
  let wasOn = false
  expect(
    await trial.until(() => {
      wasOn ||= rover().bladeOn
      return rover().mode === RoverMode.hold
    }, 120),
  ).toBe(true)
  expect(wasOn).toBe(false)
})

test('SAFE-7i a drive without mowing is refused while the blade is not reported as off', async () => {
  await ready()
  await trial.finish(trial.gateway.upload(id, home.items))
  keepBack('RELAY_STATUS')
  await trial.pass(2)
  expect(await trial.finish(trial.gateway.start(id))).toMatchObject({ outcome: 'noAnswer', missing: 'bladeNotSeenOff' })
  await trial.pass(5)
  expect(rover().armed).toBe(false)
  expect(rover().body.speedMps).toBe(0)
})

test('SAFE-7i a blade that comes on during a drive without mowing stops the mower, blade first', async () => {
  await ready()
  await trial.finish(trial.gateway.upload(id, home.items))
  await trial.finish(trial.gateway.start(id))
  expect(await trial.until(() => rover().body.speedMps > 1, 30)).toBe(true)
  bladeOn()
  expect(await trial.until(stands, 6)).toBe(true)
  expect(safetyReasons()).toEqual(['bladeOnDrive'])
})

test('SAFE-7i a mission that mows is not taken for a drive', async () => {
  await mowing()
  await trial.pass(5)
  expect(safetyReasons()).toEqual([])
})
