/** A low battery and failed checks before arming: what the gateway knows of them, and what it refuses. */
import { message } from '@greensward/vehicle/mavlink'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { first, HOME, mowerId, startTrial, type Trial } from './testing/harness.ts'
import { smallMission } from './testing/smallField.ts'

const id = mowerId(1)
let trial: Trial

const rover = () => first(trial.rovers)
const telemetry = () => trial.gateway.state(id)?.telemetry
const start = () => trial.finish(trial.gateway.start(id))
const LOW_V = 10.45

beforeEach(async () => {
  const parameters = { BATT_FS_LOW_ACT: 2 }
  trial = await startTrial({
    rover: { saved: { position: [HOME[0], HOME[1]], headingDeg: 0, battery: 1, items: [], parameters } },
  })
  await trial.until(() => telemetry()?.ready === true && trial.gateway.state(id)?.mission !== null, 60)
  await trial.finish(trial.gateway.upload(id, smallMission.items))
})
afterEach(async () => {
  await trial.gateway.close()
})

/** Drives until the autopilot has held for its battery. */
const holdForBattery = async (): Promise<void> => {
  expect(await start()).toEqual({ outcome: 'accepted' })
  await trial.pass(5)
  rover().setVoltage(LOW_V)
  expect(await trial.until(() => telemetry()?.mode === 'hold', 15)).toBe(true)
}

describe('the battery failsafe', () => {
  test('reports its voltage before the mower leaves AUTO, once', async () => {
    expect(telemetry()).toMatchObject({ batteryFailsafe: false, preArm: 'passed', preArmText: null })
    await holdForBattery()
    await trial.pass(5)
    const acted = trial.events.findIndex(({ kind }) => kind === 'batteryFailsafe')
    expect(trial.events[acted]).toMatchObject({ kind: 'batteryFailsafe', volts: LOW_V })
    const held = trial.events.findIndex(event => event.kind === 'modeChanged' && event.from === 'auto')
    expect(acted).toBeLessThan(held)
    expect(trial.events.filter(({ kind }) => kind === 'batteryFailsafe')).toHaveLength(1)
  })

  test('SAFE-3b nothing starts or resumes after it has acted, until the autopilot has restarted', async () => {
    await holdForBattery()
    const refused = { outcome: 'rejected', reason: 'batteryFailsafe' }
    expect(await trial.finish(trial.gateway.resume(id, 2))).toMatchObject(refused)
    // The failsafe does not act a second time, so a voltage that has recovered proves nothing.
    rover().setVoltage(12.6)
    await trial.pass(5)
    expect(await start()).toMatchObject(refused)
    expect(telemetry()?.mode).toBe('hold')
    rover().reboot()
    expect(await trial.until(() => telemetry()?.batteryFailsafe === false && telemetry()?.ready === true, 30)).toBe(
      true,
    )
    expect(await start()).toEqual({ outcome: 'accepted' })
  })

  test('SAFE-3b a gateway that restarts knows that it acted, although its text came before', async () => {
    await holdForBattery()
    await trial.restartGateway()
    expect(await trial.until(() => telemetry()?.batteryFailsafe === true, 20)).toBe(true)
    await trial.until(() => telemetry()?.ready === true && trial.gateway.state(id)?.mission !== null, 60)
    expect(await start()).toMatchObject({ outcome: 'rejected', reason: 'batteryFailsafe' })
  })

  test('is known from the charge state alone if texts and SYS_STATUS are lost', async () => {
    const { takeOutgoing } = rover()
    const lost = ['STATUSTEXT', 'SYS_STATUS']
    Object.assign(rover(), { takeOutgoing: () => takeOutgoing().filter(({ name }) => !lost.includes(name)) })
    rover().setVoltage(LOW_V)
    rover().receive(message('COMMAND_LONG', { command: 400, param1: 1, targetSystem: 1 }), {
      systemId: 255,
      componentId: 190,
    })
    // Lowered while disarmed, it refuses to arm at all.
    await trial.pass(2)
    expect(rover().armed).toBe(false)
    expect(telemetry()?.batteryFailsafe).toBe(false)
    rover().setVoltage(null)
    rover().receive(message('COMMAND_LONG', { command: 400, param1: 1, targetSystem: 1 }), {
      systemId: 255,
      componentId: 190,
    })
    await trial.pass(1)
    rover().setVoltage(LOW_V)
    expect(await trial.until(() => telemetry()?.batteryFailsafe === true, 20)).toBe(true)
    expect(trial.events).toContainEqual(expect.objectContaining({ kind: 'batteryFailsafe', volts: LOW_V }))
  })
})

test('failed checks before arming are known with their text, which ends when they pass', async () => {
  rover().setVoltage(LOW_V)
  rover().reboot()
  expect(await trial.until(() => telemetry()?.preArm === 'failed' && telemetry()?.ready === true, 30)).toBe(true)
  expect(await trial.until(() => telemetry()?.preArmText !== null, 60)).toBe(true)
  expect(telemetry()?.preArmText).toBe('Battery 1 low voltage failsafe')
  expect(await start()).toMatchObject({
    reason: 'failed',
    message: expect.stringContaining('Battery 1 low voltage failsafe'),
  })
  rover().setVoltage(null)
  expect(await trial.until(() => telemetry()?.preArm === 'passed', 5)).toBe(true)
  expect(telemetry()?.preArmText).toBeNull()
})
