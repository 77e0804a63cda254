/** The memory of the simulated autopilot, and changes to its mission while it drives, as measured on ArduPilot Rover 4.7. */
import { type Message, type MessageFields, type MessageName, message, RoverMode } from '@greensward/vehicle/mavlink'
import { describe, expect, test } from 'vitest'
import { createRover, type Rover } from './rover.ts'

const target = { targetSystem: 1, targetComponent: 1 }
const E7 = 1e7

const open = () => {
  const rover: Rover = createRover({
    systemId: 1,
    home: [8.55, 47.37],
    headingDeg: 0,
    steering: 'skid',
    seed: 1,
    timeFactor: 1,
    ekfReadyAfterS: 0,
  })
  const pass = (seconds: number): Message[] => {
    const said: Message[] = []
    for (let left = seconds; left > 1e-9; left -= 0.02) {
      rover.step(0.02)
      said.push(...rover.takeOutgoing())
    }
    return said
  }
  const tell = <N extends MessageName>(name: N, fields: Partial<MessageFields[N]>): Message[] => {
    rover.receive(message(name, fields), { systemId: 255, componentId: 190 })
    return pass(0.02)
  }
  const command = (id: number, ...[param1 = 0, param2 = 0]: number[]) =>
    tell('COMMAND_LONG', { command: id, param1, param2, ...target })
  const read = (paramId: string): number | undefined =>
    tell('PARAM_REQUEST_READ', { paramIndex: -1, paramId, ...target }).flatMap(said =>
      said.name === 'PARAM_VALUE' ? [said.fields.paramValue] : [],
    )[0]
  const set = (paramId: string, paramValue: number) => tell('PARAM_SET', { paramId, paramValue, ...target })
  const announce = (count: number, missionType: number) => {
    const said = tell('MISSION_COUNT', { count, missionType, ...target })
    return {
      texts: textsOf(said),
      refusedWith: said.flatMap(({ name, fields }) => (name === 'MISSION_ACK' ? [fields.type] : []))[0],
    }
  }
  const item = (seq: number, northM: number) =>
    tell('MISSION_ITEM_INT', {
      seq,
      command: 16,
      frame: 3,
      x: 47.37 * E7 + Math.round((northM / 111_200) * E7),
      y: 8.55 * E7,
      ...target,
    })
  return { rover, pass, tell, command, read, set, announce, item }
}

const textsOf = (said: readonly Message[]): string[] =>
  said.flatMap(({ name, fields }) => (name === 'STATUSTEXT' ? [fields.text] : []))

describe('memory for a mission and a fence', () => {
  test('holds 655 items and 84 of a fence, and says so when asked for more', () => {
    const { announce } = open()
    expect(announce(656, 0)).toEqual({ texts: ['Only 655 items are supported'], refusedWith: 4 })
    expect(announce(85, 1)).toEqual({ texts: ['Only 84 items are supported'], refusedWith: 4 })
    expect(announce(84, 1).refusedWith).toBeUndefined()
  })

  test('is on the card once its size was set and the autopilot was rebooted', () => {
    const { announce, set, command } = open()
    set('BRD_SD_MISSION', 64)
    set('BRD_SD_FENCE', 64)
    expect(announce(656, 0).refusedWith).toBe(4)
    command(246, 1)
    expect(announce(4_300, 0).refusedWith).toBeUndefined()
    expect(announce(255, 1).refusedWith).toBeUndefined()
  })

  test('is counted in MIS_TOTAL and FENCE_TOTAL, which cannot be set', () => {
    const { read, set, announce, item } = open()
    expect(read('MIS_TOTAL')).toBe(0)
    announce(3, 0)
    for (const seq of [0, 1, 2]) item(seq, seq)
    set('MIS_TOTAL', 90)
    expect(read('MIS_TOTAL')).toBe(3)
    expect(read('FENCE_TOTAL')).toBe(0)
  })
})

test('items written under way restart the command once each, and the mower brakes to a standstill with its blade on', () => {
  const { rover, pass, tell, command, announce, item } = open()
  announce(12, 0)
  for (let seq = 0; seq < 12; seq++) item(seq, seq * 10)
  command(400, 1)
  command(300)
  command(181, 0, 1)
  pass(5)
  expect(rover).toMatchObject({ mode: RoverMode.auto, bladeOn: true })
  expect(rover.body.speedMps).toBeGreaterThan(0.8)
  const said = tell('MISSION_WRITE_PARTIAL_LIST', { startIndex: 8, endIndex: 11, ...target })
  for (const seq of [8, 9, 10, 11]) said.push(...item(seq, seq * 10 + 1))
  expect(textsOf(said).filter(text => text === 'Auto mission changed, restarted command')).toHaveLength(4)
  let slowestMps = Number.POSITIVE_INFINITY
  for (let s = 0; s < 3; s += 0.02) {
    pass(0.02)
    slowestMps = Math.min(slowestMps, rover.body.speedMps)
  }
  expect(slowestMps).toBeLessThan(0.02)
  expect(rover).toMatchObject({ mode: RoverMode.auto, bladeOn: true })
  expect(rover.body.speedMps).toBeGreaterThan(0.3)
})
