/** A low battery and the checks before arming, as ArduPilot Rover reports them. */
import {
  BatteryChargeState,
  MAV_SYS_STATUS_BATTERY,
  MAV_SYS_STATUS_PREARM_CHECK,
  type Message,
  type MessageName,
  type MessageOf,
  message,
  RoverMode,
} from '@greensward/vehicle/mavlink'
import { describe, expect, test } from 'vitest'
import { applyFaultLine } from './faults.ts'
import { createRover } from './rover.ts'

const station = { systemId: 255, componentId: 190 }
const target = { targetSystem: 1, targetComponent: 1 }
const MAV_CMD = { arm: 400, setMode: 176, requestMessage: 512, reboot: 246 }
const ID = { sysStatus: 1, batteryStatus: 147 }

const open = (parameters: Readonly<Record<string, number>> = {}) => {
  const home = [8.55, 47.37] as const
  const waypoint = { command: 16, frame: 3, params: [0, 0, 0, 0] as const, altM: 0 }
  const items = [0, 0, 0.001].map(north => ({
    ...waypoint,
    lat: Math.round((47.37 + north) * 1e7),
    lon: Math.round(8.55 * 1e7),
  }))
  const rover = createRover({
    systemId: 1,
    home,
    headingDeg: 0,
    steering: 'skid',
    seed: 1,
    timeFactor: 1,
    ekfReadyAfterS: 0,
    saved: { position: home, headingDeg: 0, battery: 1, items, parameters: { BATT_FS_LOW_ACT: 2, ...parameters } },
  })
  const said: Message[] = []
  const pass = (seconds: number): void => {
    for (let left = seconds; left > 1e-9; left -= 0.02) {
      rover.step(0.02)
      said.push(...rover.takeOutgoing())
    }
  }
  const last = <N extends MessageName>(name: N): MessageOf<N> | undefined =>
    said.filter((one): one is MessageOf<N> => one.name === name).at(-1)
  const command = (id: number, param1 = 0, param2 = 0): number | undefined => {
    rover.receive(message('COMMAND_LONG', { command: id, param1, param2, ...target }), station)
    pass(0.04)
    return last('COMMAND_ACK')?.fields.result
  }
  const request = <N extends MessageName>(name: N, id: number): MessageOf<N> | undefined => {
    command(MAV_CMD.requestMessage, id)
    return last(name)
  }
  const texts = (pattern: RegExp): string[] =>
    said.flatMap(one => (one.name === 'STATUSTEXT' && pattern.test(one.fields.text) ? [one.fields.text] : []))
  const isHealthy = (bit: number): boolean =>
    ((request('SYS_STATUS', ID.sysStatus)?.fields.onboardControlSensorsHealth ?? 0) & bit) !== 0
  const drive = (): void => {
    expect(command(MAV_CMD.arm, 1)).toBe(0)
    expect(command(MAV_CMD.setMode, 1, RoverMode.auto)).toBe(0)
    pass(1)
  }
  const setVolts = (volts: number): void => {
    expect(applyFaultLine(`1 volts ${volts}`, [{ rover, radio: noRadio }])).toBe('ok')
  }
  return { rover, pass, command, request, texts, isHealthy, drive, setVolts }
}

const noRadio = { faults: { on: true, lossPercent: 0, delayMs: 0 }, flush: () => {}, close: async () => {} }

describe('the battery failsafe', () => {
  test('holds once per boot, and does not act again after a resume', () => {
    const { rover, pass, command, request, texts, isHealthy, drive, setVolts } = open()
    drive()
    setVolts(10.45)
    pass(9.5)
    expect(rover.mode).toBe(RoverMode.auto)
    pass(1)
    expect(rover.mode).toBe(RoverMode.hold)
    expect(texts(/^Battery/)).toEqual([expect.stringMatching(/^Battery 1 is low 10\.45V used \d+ mAh$/)])
    expect(request('BATTERY_STATUS', ID.batteryStatus)?.fields.chargeState).toBe(BatteryChargeState.low)
    expect(isHealthy(MAV_SYS_STATUS_BATTERY)).toBe(false)
    expect(command(MAV_CMD.setMode, 1, RoverMode.auto)).toBe(0)
    // Not even after the voltage has been good in between.
    setVolts(12.6)
    pass(5)
    setVolts(10.4)
    pass(30)
    expect(rover.mode).toBe(RoverMode.auto)
    expect(texts(/^Battery/)).toHaveLength(1)
    expect(isHealthy(MAV_SYS_STATUS_BATTERY)).toBe(false)
  })

  test('is not checked while the rover is disarmed, and acts again after a reboot', () => {
    const { rover, pass, command, texts, isHealthy, drive, setVolts } = open()
    setVolts(10.4)
    pass(20)
    expect(texts(/^Battery/)).toEqual([])
    setVolts(12.6)
    for (const times of [1, 2]) {
      drive()
      setVolts(10.4)
      pass(11)
      expect(rover.mode).toBe(RoverMode.hold)
      expect(texts(/^Battery/)).toHaveLength(times)
      setVolts(12.6)
      expect(command(MAV_CMD.arm, 0)).toBe(0)
      expect(command(MAV_CMD.reboot, 1)).toBe(0)
      expect(isHealthy(MAV_SYS_STATUS_BATTERY)).toBe(true)
    }
  })
})

describe('the checks before arming', () => {
  test.each([
    [{ BATT_LOW_VOLT: 11 }, 10.9, 'Battery 1 low voltage failsafe'],
    [{ BATT_LOW_VOLT: 0, BATT_ARM_VOLT: 12 }, 11.9, 'Battery 1 below minimum arming voltage'],
  ])('with %j refuse to arm at %s V, which the text and the bit say', (parameters, volts, words) => {
    const { rover, pass, command, request, texts, isHealthy, setVolts } = open(parameters)
    pass(1)
    const status = request('SYS_STATUS', ID.sysStatus)
    expect((status?.fields.onboardControlSensorsEnabled ?? 0) & MAV_SYS_STATUS_PREARM_CHECK).not.toBe(0)
    expect(isHealthy(MAV_SYS_STATUS_PREARM_CHECK)).toBe(true)
    setVolts(volts)
    rover.reboot()
    pass(1.1)
    expect(isHealthy(MAV_SYS_STATUS_PREARM_CHECK)).toBe(false)
    expect(texts(/^PreArm/)).toEqual([`PreArm: ${words}`])
    expect(command(MAV_CMD.arm, 1)).toBe(4)
    expect(rover.armed).toBe(false)
    expect(texts(/^Arm/)).toEqual([`Arm: ${words}`])
    // Said again each half minute.
    pass(61)
    expect(texts(/^PreArm/)).toHaveLength(3)
    setVolts(12.6)
    pass(1.1)
    expect(isHealthy(MAV_SYS_STATUS_PREARM_CHECK)).toBe(true)
    expect(command(MAV_CMD.arm, 1)).toBe(0)
  })

  test('pass while the rover is armed, and are not enabled where they are all left out', () => {
    const armed = open()
    armed.drive()
    armed.setVolts(10.4)
    armed.pass(3)
    expect(armed.isHealthy(MAV_SYS_STATUS_PREARM_CHECK)).toBe(true)
    const unchecked = open({ ARMING_SKIPCHK: -1 })
    unchecked.setVolts(10.4)
    unchecked.pass(2)
    const enabled = unchecked.request('SYS_STATUS', ID.sysStatus)?.fields.onboardControlSensorsEnabled ?? 0
    expect(enabled & MAV_SYS_STATUS_PREARM_CHECK).toBe(0)
    expect(unchecked.texts(/^PreArm/)).toEqual([])
    expect(unchecked.command(MAV_CMD.arm, 1)).toBe(0)
  })
})
