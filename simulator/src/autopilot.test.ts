/** Behaviour of a real autopilot on a shared link: its texts, its neighbours, its clock, its modes. */
import {
  createFrameParser,
  decodeFrame,
  encodeFrame,
  type Message,
  message,
  RoverMode,
} from '@greensward/vehicle/mavlink'
import { afterEach, describe, expect, test } from 'vitest'
import { HOME } from './testing/harness.ts'
import {
  closeTrial,
  id,
  kinds,
  ready,
  replaceSaid,
  rover,
  saved,
  sayAs,
  telemetry,
  trial,
} from './testing/safetyHarness.ts'
import { at, smallMission } from './testing/smallField.ts'

afterEach(closeTrial)

describe('texts of the mower', () => {
  test('that come after its refusal are waited for', async () => {
    await ready()
    await trial.finish(trial.gateway.upload(id, smallMission.items))
    let late: Message[] = []
    const elsewhere = { boundary: [at(100, 100), at(130, 100), at(130, 130)], obstacles: [] }
    await trial.finish(trial.gateway.uploadFence(id, elsewhere))
    await trial.finish(trial.gateway.enableFence(id, true))
    replaceSaid(said => {
      if (said.name !== 'STATUSTEXT') return [said]
      late.push(said)
      return []
    })
    const starting = trial.gateway.start(id)
    await trial.until(() => late.length > 0, 5)
    await trial.pass(0.2)
    for (const words of late) sayAs(1, words)
    late = []
    expect(await trial.finish(starting)).toMatchObject({
      message: expect.stringContaining('Arm: vehicle outside fence'),
    })
  })

  test('longer than a message are joined to one text, with a mark for lost pieces', async () => {
    await ready()
    const chunk = (chunkSeq: number, text: string): void =>
      sayAs(1, message('STATUSTEXT', { severity: 3, id: 7, chunkSeq, text }))
    const full = 'x'.repeat(50)
    chunk(0, full)
    chunk(1, 'end')
    chunk(0, full)
    chunk(2, 'end')
    const texts = () => trial.events.flatMap(event => (event.kind === 'statusText' ? [event.text] : []))
    expect(texts().slice(-2)).toEqual([`${full}end`, `${full}…end`])
    chunk(0, full)
    sayAs(1, message('STATUSTEXT', { severity: 6, text: 'another' }))
    expect(texts().slice(-2)).toEqual([`${full}…`, 'another'])
  })
})

describe('others on the same link', () => {
  test('SAFE-8d ignores heartbeats of a gimbal, a ground station or another autopilot', async () => {
    await ready()
    const auto = { customMode: RoverMode.auto, baseMode: 128 }
    sayAs(154, message('HEARTBEAT', { ...auto, type: 26, autopilot: 8 }))
    sayAs(1, message('HEARTBEAT', { ...auto, type: 6, autopilot: 8 }))
    sayAs(1, message('HEARTBEAT', { ...auto, type: 6, autopilot: 3 }))
    sayAs(1, message('HEARTBEAT', { ...auto, type: 10, autopilot: 12 }))
    expect(telemetry()).toMatchObject({ mode: 'hold', armed: false })
    expect(trial.events.filter(({ kind }) => kind === 'refusedFrame')).toMatchObject([{ reason: 'otherVehicle' }])
  })

  test('SAFE-2b ignores answers to another ground station', async () => {
    await ready()
    await trial.finish(trial.gateway.upload(id, smallMission.items))
    // From now on this station's commands are lost, and another one's are answered.
    const { receive } = rover()
    Object.assign(rover(), { receive: () => {} })
    const answer = (targetSystem: number, targetComponent: number): void =>
      sayAs(1, message('COMMAND_ACK', { command: 176, result: 0, targetSystem, targetComponent }))
    replaceSaid(said => (said.name === 'HEARTBEAT' ? [] : [said]))
    const stopping = trial.gateway.stop(id)
    answer(254, 190)
    answer(255, 25)
    expect(await trial.finish(stopping)).toMatchObject({ acknowledged: false })
    const again = trial.gateway.stop(id)
    answer(255, 190)
    expect(await trial.finish(again)).toMatchObject({ acknowledged: true, tries: 1 })
    Object.assign(rover(), { receive })
  })

  test('a command that is in progress is waited for and not sent again', async () => {
    await ready()
    const asked: number[] = []
    const { receive } = rover()
    const spied: typeof receive = (received, from) => {
      if (received.name === 'COMMAND_LONG') asked.push(received.fields.command)
      receive(received, from)
    }
    Object.assign(rover(), { receive: spied })
    await trial.finish(trial.gateway.upload(id, smallMission.items))
    const answers: Message[] = []
    const letThrough = replaceSaid(said => {
      if (said.name !== 'COMMAND_ACK' || said.fields.command !== 400) return [said]
      answers.push(said)
      return [message('COMMAND_ACK', { ...said.fields, result: 5 })]
    })
    const starting = trial.gateway.start(id)
    await trial.until(() => answers.length > 0, 3)
    // Heartbeats would show it armed before the answer comes.
    await trial.pass(0.3)
    letThrough()
    for (const words of answers) sayAs(1, words)
    expect(await trial.finish(starting)).toEqual({ outcome: 'accepted' })
    expect(asked.filter(command => command === 400)).toHaveLength(1)
  })
})

describe('clocks', () => {
  const position = (timeBootMs: number, eastM = 0): Message =>
    message('GLOBAL_POSITION_INT', {
      timeBootMs,
      lat: Math.round(at(eastM, 0)[1] * 1e7),
      lon: Math.round(at(eastM, 0)[0] * 1e7),
    })
  /** From now on only the messages of the test arrive. */
  const quiet = async (): Promise<void> => {
    await ready()
    replaceSaid(said => (said.name === 'GLOBAL_POSITION_INT' ? [] : [said]))
    sayAs(1, position(1_000_000))
    sayAs(1, position(2_000_000))
  }

  test('ignores a late message, and does not count it as a reboot', async () => {
    await quiet()
    trial.events.length = 0
    sayAs(1, position(2_000_300, 1))
    sayAs(1, position(2_000_100, 0.5))
    sayAs(1, position(1_990_000, 0.2))
    sayAs(1, position(2_000_400, 1.1))
    expect(kinds()).not.toContain('rebooted')
    expect(((telemetry()?.position?.[0] ?? 0) - HOME[0]) * 75_000).toBeCloseTo(1.1, 1)
  })

  test('that start again from zero count as a reboot', async () => {
    await quiet()
    sayAs(1, position(4_000))
    expect(kinds()).not.toContain('rebooted')
    sayAs(1, position(4_200))
    expect(kinds().filter(kind => kind === 'rebooted')).toHaveLength(1)
  })

  test('that wrap after 49.7 days do not count as a reboot', async () => {
    await ready()
    replaceSaid(said => (said.name === 'GLOBAL_POSITION_INT' ? [] : [said]))
    sayAs(1, position(2 ** 32 - 500))
    trial.events.length = 0
    sayAs(1, position(300))
    sayAs(1, position(500))
    expect(kinds()).not.toContain('rebooted')
    expect(telemetry()?.link).toBe('live')
  })
})

describe('battery and mission of a mower that does not know them', () => {
  test('are unknown, never 0', async () => {
    await ready()
    replaceSaid(said => (said.name === 'BATTERY_STATUS' || said.name === 'MISSION_CURRENT' ? [] : [said]))
    sayAs(1, message('BATTERY_STATUS', { batteryRemaining: -1, voltages: Array.from({ length: 10 }, () => 65_535) }))
    expect(telemetry()).toMatchObject({ battery: null, batteryV: null, charging: null })
    expect(await trial.finish(trial.gateway.upload(id, smallMission.items))).toEqual({ outcome: 'accepted' })
    expect(await trial.finish(trial.gateway.start(id))).toMatchObject({ reason: 'unknownBattery' })
    // Without the fields that newer versions add, nothing says how many items there are.
    for (let seq = 0; seq < 3; seq++) sayAs(1, message('MISSION_CURRENT', { seq }))
    expect(trial.gateway.state(id)?.mission).toHaveLength(smallMission.items.length)
  })
})

test('SAFE-3 a mower that reports no charge starts by the word of a person, and not by itself', async () => {
  await ready()
  rover().faults.noGauge = true
  expect(await trial.until(() => telemetry()?.battery === null, 5)).toBe(true)
  expect(await trial.finish(trial.gateway.upload(id, smallMission.items))).toEqual({ outcome: 'accepted' })
  expect(await trial.finish(trial.gateway.start(id))).toMatchObject({ reason: 'unknownBattery' })
  const blade = { kind: 'relay', index: 0 } as const
  trial.gateway.setMowers([{ id, systemId: 1, name: 'Mower 1', blade, isFullConfirmed: true }])
  expect(await trial.finish(trial.gateway.start(id))).toEqual({ outcome: 'accepted' })
})

test('a mower that boots in MANUAL, as a fresh autopilot does, is started and stopped as any other', async () => {
  await ready({ rover: { saved: saved({ INITIAL_MODE: 0 }) } })
  expect(telemetry()?.mode).toBe('manual')
  await trial.finish(trial.gateway.upload(id, smallMission.items))
  expect(await trial.finish(trial.gateway.start(id))).toEqual({ outcome: 'accepted' })
  expect(await trial.finish(trial.gateway.stop(id))).toMatchObject({ acknowledged: true })
  expect(await trial.until(() => telemetry()?.mode === 'hold' && rover().body.speedMps === 0, 5)).toBe(true)
})

test('refuses a start with a blade on a missing relay, and names the setting to check', async () => {
  await ready({ mower: { blade: { kind: 'relay', index: 7 } } })
  await trial.finish(trial.gateway.upload(id, smallMission.items))
  expect(await trial.finish(trial.gateway.start(id))).toMatchObject({
    reason: 'failed',
    detail: 'bladeNotWired',
    answer: 'RELAY8_FUNCTION = 1, RELAY8_PIN > 0',
  })
  expect(rover().armed).toBe(false)
})

test('switches the blade off on a mower that its failsafe sends home', async () => {
  await ready({ rover: { saved: saved({ FS_GCS_ENABLE: 1, FS_ACTION: 1 }) } })
  await trial.finish(trial.gateway.upload(id, smallMission.items))
  await trial.finish(trial.gateway.start(id))
  await trial.until(() => telemetry()?.bladeOn === true, 60)
  // The mower no longer receives the station, which still receives it.
  const { receive } = rover()
  Object.assign(rover(), { receive: () => {} })
  expect(await trial.until(() => telemetry()?.mode === 'rtl', 10)).toBe(true)
  Object.assign(rover(), { receive })
  expect(await trial.until(() => !rover().bladeOn, 3)).toBe(true)
})

test('erasing counts when the mission is empty, not after an acknowledgement of an earlier command', async () => {
  await ready()
  await trial.finish(trial.gateway.upload(id, smallMission.items))
  const { receive } = rover()
  const deaf: typeof receive = (received, from) => {
    if (received.name !== 'MISSION_CLEAR_ALL') receive(received, from)
  }
  Object.assign(rover(), { receive: deaf })
  const clearing = trial.gateway.clear(id)
  for (let i = 0; i < 200; i++) {
    sayAs(1, message('MISSION_ACK', { type: 0, targetSystem: 255, targetComponent: 190 }))
    await trial.pass(0.1)
  }
  expect(await trial.finish(clearing)).toMatchObject({ outcome: 'noAnswer' })
  expect(rover().save().items).toHaveLength(smallMission.items.length)
})

test('frames of the gateway are addressed to the autopilot and come from system 255, component 190', async () => {
  await ready()
  const seen: number[][] = []
  const parser = createFrameParser(frame => {
    if (decodeFrame(frame) !== undefined) seen.push([frame.systemId, frame.componentId])
  })
  const place = trial.stranger('memory:1')
  expect(place).toBeDefined()
  const { receive } = rover()
  const spied: typeof receive = (received, from) => {
    parser.push(encodeFrame(received, from, 0))
    receive(received, from)
  }
  Object.assign(rover(), { receive: spied })
  await trial.finish(trial.gateway.upload(id, smallMission.items))
  expect(new Set(seen.map(String))).toEqual(new Set(['255,190']))
})
