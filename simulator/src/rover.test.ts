/** The simulated rover gives the answers that were measured on ArduPilot Rover 4.7. */
import {
  type Message,
  type MessageFields,
  type MessageName,
  type MessageOf,
  message,
  RoverMode,
} from '@greensward/vehicle/mavlink'
import { describe, expect, test } from 'vitest'
import { createRover, type Rover } from './rover.ts'

const station = { systemId: 255, componentId: 190 }
const secondStation = { systemId: 254, componentId: 190 }
const target = { targetSystem: 1, targetComponent: 1 }

/** A rover and everything it said. */
const conversation = (ekfReadyAfterS = 0) => {
  const rover = createRover({
    systemId: 1,
    home: [8.55, 47.37],
    headingDeg: 0,
    steering: 'skid',
    seed: 1,
    timeFactor: 1,
    ekfReadyAfterS,
  })
  const said: Message[] = []
  const pass = (seconds: number, dtS = 0.02): Message[] => {
    const from = said.length
    for (let left = seconds; left > 1e-9; left -= dtS) {
      rover.step(dtS)
      said.push(...rover.takeOutgoing())
    }
    return said.slice(from)
  }
  const tell = <N extends MessageName>(name: N, fields: Partial<MessageFields[N]>, from = station): Message[] => {
    rover.receive(message(name, fields), from)
    return pass(0.02)
  }
  const command = (id: number, ...params: number[]): number | undefined => {
    const [param1 = 0, param2 = 0, param3 = 0] = params
    const answers = tell('COMMAND_LONG', { command: id, param1, param2, param3, ...target })
    return only(answers, 'COMMAND_ACK')[0]?.fields.result
  }
  return { rover, said, pass, tell, command }
}

const only = <N extends MessageName>(messages: readonly Message[], name: N): MessageOf<N>[] =>
  messages.filter((said): said is MessageOf<N> => said.name === name)

const acks = (messages: readonly Message[]): number[] => only(messages, 'MISSION_ACK').map(({ fields }) => fields.type)
const requests = (messages: readonly Message[]): number[] =>
  only(messages, 'MISSION_REQUEST').map(({ fields }) => fields.seq)

const item = (seq: number, command: number, fields: Partial<MessageFields['MISSION_ITEM_INT']> = {}) => ({
  seq,
  command,
  frame: 3,
  ...target,
  ...fields,
})

/** Waypoints to the north, relay on at the second. */
const mission: readonly Partial<MessageFields['MISSION_ITEM_INT']>[] = [
  item(0, 16, { x: 1, y: 1 }),
  item(1, 181, { param1: 0, param2: 0 }),
  item(2, 16, { x: 473_700_500, y: 85_500_000 }),
  item(3, 181, { param1: 0, param2: 1 }),
  item(4, 178, { param1: 1, param2: 1.5 }),
  item(5, 16, { x: 473_704_000, y: 85_500_000 }),
  item(6, 181, { param1: 0, param2: 0 }),
  item(7, 178, { param1: 1, param2: 0.5 }),
]

const upload = ({ tell }: ReturnType<typeof conversation>, items = mission): number | undefined => {
  tell('MISSION_COUNT', { count: items.length, ...target })
  let last: Message[] = []
  for (const fields of items) last = tell('MISSION_ITEM_INT', fields)
  return acks(last).at(-1)
}

const driving = () => {
  const talk = conversation()
  upload(talk)
  talk.command(400, 1)
  talk.command(176, 1, RoverMode.auto)
  talk.pass(10)
  expect(talk.rover.bladeOn).toBe(true)
  return talk
}

const moving = (rover: Rover): boolean => rover.body.speedMps > 0.1

describe('transfer', () => {
  test('asks with MISSION_REQUEST, item by item, and ends with an acknowledgement', () => {
    const talk = conversation()
    expect(requests(talk.tell('MISSION_COUNT', { count: 8, ...target }))).toEqual([0])
    const answers = mission.flatMap(fields => talk.tell('MISSION_ITEM_INT', fields))
    expect(requests(answers)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(acks(answers)).toEqual([0])
    expect(only(talk.said, 'MISSION_REQUEST_INT')).toEqual([])
  })

  test('gives item 0 back as its home and the frame of placeless items as 0', () => {
    const talk = conversation()
    upload(talk)
    const back = [0, 1, 2].map(seq => only(talk.tell('MISSION_REQUEST_INT', { seq, ...target }), 'MISSION_ITEM_INT')[0])
    expect(back[0]?.fields).toMatchObject({ command: 16, x: 473_700_000, y: 85_500_000 })
    expect(back[1]?.fields).toMatchObject({ command: 181, frame: 0 })
    expect(back[2]?.fields).toMatchObject({ command: 16, frame: 3, x: 473_700_500 })
  })

  test('answers an item it has already with 13 and continues', () => {
    const talk = conversation()
    talk.tell('MISSION_COUNT', { count: 8, ...target })
    talk.tell('MISSION_ITEM_INT', mission[0] ?? {})
    expect(acks(talk.tell('MISSION_ITEM_INT', mission[0] ?? {}))).toEqual([13])
    expect(requests(talk.tell('MISSION_ITEM_INT', mission[1] ?? {}))).toEqual([2])
  })

  test('asks again each second and gives up after 8 s with 15, with a shortened mission', () => {
    const talk = conversation()
    upload(talk)
    talk.tell('MISSION_COUNT', { count: 3, ...target })
    const said = talk.pass(9)
    expect(requests(said)).toEqual([0, 0, 0, 0, 0, 0, 0])
    expect(acks(said)).toEqual([15])
    expect(talk.rover.save().items).toHaveLength(3)
  })

  test('answers a second ground station with 14', () => {
    const talk = conversation()
    talk.tell('MISSION_COUNT', { count: 8, ...target })
    const [ack] = only(talk.tell('MISSION_COUNT', { count: 2, ...target }, secondStation), 'MISSION_ACK')
    expect(ack?.fields).toMatchObject({ type: 14, targetSystem: 254 })
  })

  test('holds 655 items and answers more with 4', () => {
    const talk = conversation()
    expect(acks(talk.tell('MISSION_COUNT', { count: 656, ...target }))).toEqual([4])
    expect(requests(talk.tell('MISSION_COUNT', { count: 655, ...target }))).toEqual([0])
  })

  test('answers an item that was not requested with 1', () => {
    const talk = conversation()
    upload(talk)
    expect(acks(talk.tell('MISSION_ITEM_INT', mission[7] ?? {}))).toEqual([1])
  })
})

describe('a mission that changes under way', () => {
  test('CLEAR_ALL is refused with 1 in AUTO, armed, and accepted in HOLD', () => {
    const talk = driving()
    expect(acks(talk.tell('MISSION_CLEAR_ALL', target))).toEqual([1])
    expect(moving(talk.rover)).toBe(true)
    talk.command(176, 1, RoverMode.hold)
    expect(acks(talk.tell('MISSION_CLEAR_ALL', target))).toEqual([0])
    expect(talk.rover.bladeOn).toBe(true)
  })

  test('COUNT 0 succeeds and stops the mower, with the blade still on', () => {
    const talk = driving()
    expect(acks(talk.tell('MISSION_COUNT', { count: 0, ...target }))).toEqual([0])
    talk.pass(3)
    expect(moving(talk.rover)).toBe(false)
    expect(talk.rover).toMatchObject({ bladeOn: true, armed: true, mode: RoverMode.auto })
  })

  test('an upload succeeds and stops the mower, with the blade still on', () => {
    const talk = driving()
    expect(upload(talk)).toBe(0)
    talk.pass(3)
    expect(moving(talk.rover)).toBe(false)
    expect(talk.rover.bladeOn).toBe(true)
  })
})

describe('modes', () => {
  test('arms before its position is good, and then refuses AUTO with 4', () => {
    const talk = conversation(5)
    upload(talk)
    expect(talk.command(400, 1)).toBe(0)
    expect(talk.command(176, 1, RoverMode.auto)).toBe(4)
    expect(talk.command(300)).toBe(4)
    talk.pass(6)
    expect(talk.command(300)).toBe(0)
    expect(talk.rover.mode).toBe(RoverMode.auto)
  })

  test('refuses AUTO without a mission', () => {
    const talk = conversation()
    expect(talk.command(176, 1, RoverMode.auto)).toBe(4)
  })

  test('does not know DO_PAUSE_CONTINUE', () => {
    expect(driving().command(193, 0)).toBe(3)
  })

  test('keeps the blade on through a hold, and continues at the same item with AUTO', () => {
    const talk = driving()
    const before = talk.rover.missionIndex
    talk.command(176, 1, RoverMode.hold)
    talk.pass(3)
    expect(talk.rover).toMatchObject({ bladeOn: true, missionIndex: before })
    expect(moving(talk.rover)).toBe(false)
    talk.command(176, 1, RoverMode.auto)
    talk.pass(2)
    expect(talk.rover.missionIndex).toBe(before)
    expect(moving(talk.rover)).toBe(true)
  })

  test('forgets its progress when disarmed in HOLD, and jumps with 224', () => {
    const talk = driving()
    talk.command(176, 1, RoverMode.hold)
    talk.command(400, 0)
    expect(talk.rover.missionIndex).toBe(0)
    expect(talk.command(224, 5)).toBe(0)
    expect(talk.rover.missionIndex).toBe(5)
    expect(talk.command(224, 99)).toBe(4)
  })

  test('stays in AUTO at the end, carries out only the first item behind the last waypoint, and reports it', () => {
    const talk = driving()
    talk.pass(60)
    expect(talk.rover).toMatchObject({ mode: RoverMode.auto, armed: true, bladeOn: false })
    expect(moving(talk.rover)).toBe(false)
    const reached = only(talk.said, 'MISSION_ITEM_REACHED').map(({ fields }) => fields.seq)
    expect(reached).toEqual([2, 4, 5])
    expect(only(talk.said, 'STATUSTEXT').map(({ fields }) => fields.text)).toContain('Mission Complete')
  })
})

describe('failsafes', () => {
  const heartbeat = { type: 6, autopilot: 8 }

  test('ignores a lost ground station by default', () => {
    const talk = driving()
    talk.tell('HEARTBEAT', heartbeat)
    talk.pass(5.8)
    expect(talk.rover.mode).toBe(RoverMode.auto)
  })

  test('with FS_GCS_ENABLE it holds after about 5.6 s, blade on, and does not continue by itself', () => {
    const talk = driving()
    talk.tell('PARAM_SET', { paramId: 'FS_GCS_ENABLE', paramValue: 1, paramType: 9, ...target })
    talk.tell('HEARTBEAT', heartbeat)
    talk.pass(5.5)
    expect(talk.rover.mode).toBe(RoverMode.auto)
    talk.pass(0.3)
    expect(talk.rover).toMatchObject({ mode: RoverMode.hold, bladeOn: true })
    talk.tell('HEARTBEAT', heartbeat)
    talk.pass(5)
    expect(talk.rover.mode).toBe(RoverMode.hold)
  })

  test('heartbeats of another system id than 255 do not count', () => {
    const talk = driving()
    talk.tell('PARAM_SET', { paramId: 'FS_GCS_ENABLE', paramValue: 1, paramType: 9, ...target })
    talk.tell('HEARTBEAT', heartbeat)
    for (let i = 0; i < 6; i++) {
      talk.tell('HEARTBEAT', heartbeat, secondStation)
      talk.pass(1)
    }
    expect(talk.rover.mode).toBe(RoverMode.hold)
  })

  test('a flat battery and a lost position hold it with the blade on', () => {
    const flat = driving()
    flat.tell('PARAM_SET', { paramId: 'BATT_LOW_VOLT', paramValue: 22, ...target })
    flat.rover.setBattery(0.05)
    flat.pass(11)
    // By default it only says so.
    expect(flat.rover.mode).toBe(RoverMode.auto)
    const careful = driving()
    careful.tell('PARAM_SET', { paramId: 'BATT_LOW_VOLT', paramValue: 22, ...target })
    careful.tell('PARAM_SET', { paramId: 'BATT_FS_LOW_ACT', paramValue: 2, ...target })
    careful.rover.setBattery(0.05)
    careful.pass(11)
    expect(careful.rover).toMatchObject({ mode: RoverMode.hold, bladeOn: true })
    const blind = driving()
    blind.rover.faults.fixType = 1
    blind.pass(1.3)
    expect(blind.rover).toMatchObject({ mode: RoverMode.hold, bladeOn: true })
  })

  test('its clocks run on simulated time', () => {
    const fast = driving()
    fast.tell('PARAM_SET', { paramId: 'FS_GCS_ENABLE', paramValue: 1, paramType: 9, ...target })
    fast.tell('HEARTBEAT', heartbeat)
    // Three steps of two seconds.
    fast.pass(6, 2)
    expect(fast.rover.mode).toBe(RoverMode.hold)
  })
})

describe('telemetry and parameters', () => {
  test('sends what was asked for as often as asked, and 25 ms is the least', () => {
    const talk = conversation()
    expect(talk.command(511, 33, 200_000)).toBe(0)
    expect(only(talk.pass(10), 'GLOBAL_POSITION_INT')).toHaveLength(50)
    expect(talk.command(511, 33, 1_000)).toBe(0)
    expect(only(talk.pass(10, 0.005), 'GLOBAL_POSITION_INT')).toHaveLength(400)
  })

  test('answers the interval of a message it does not have with 2', () => {
    expect(conversation().command(511, 12_345, 100_000)).toBe(2)
  })

  test('reports and accepts parameters, and is silent about those it does not have', () => {
    const talk = conversation()
    const ask = (paramId: string) =>
      only(talk.tell('PARAM_REQUEST_READ', { paramId, paramIndex: -1, ...target }), 'PARAM_VALUE')
    expect(ask('FS_GCS_ENABLE').map(({ fields }) => fields.paramValue)).toEqual([0])
    talk.tell('PARAM_SET', { paramId: 'FS_GCS_ENABLE', paramValue: 1, ...target })
    expect(ask('FS_GCS_ENABLE').map(({ fields }) => fields.paramValue)).toEqual([1])
    expect(ask('NO_SUCH_THING')).toEqual([])
  })

  test('messages for another system are none of its business', () => {
    const talk = conversation()
    talk.tell('COMMAND_LONG', { command: 400, param1: 1, targetSystem: 2 })
    expect(talk.rover.armed).toBe(false)
  })

  test('gives its version when asked', () => {
    const talk = conversation()
    expect(talk.command(512, 148)).toBe(0)
    expect(only(talk.said, 'AUTOPILOT_VERSION')).toHaveLength(1)
  })
})

test('a rover that is saved and created again continues where it was, with its mission', () => {
  const talk = driving()
  const saved = talk.rover.save()
  const again = createRover({
    systemId: 1,
    home: [8.55, 47.37],
    headingDeg: 0,
    steering: 'skid',
    seed: 1,
    timeFactor: 1,
    ekfReadyAfterS: 0,
    saved: JSON.parse(JSON.stringify(saved)),
  })
  expect(again.position).toEqual(saved.position)
  expect(again.save().items).toEqual(saved.items)
  expect(again).toMatchObject({ armed: false, bladeOn: false })
})

test('the same seed gives the same run', () => {
  const runs = [driving(), driving()].map(({ said }) => said)
  expect(runs[0]).toEqual(runs[1])
})
