/** Behaviour of a real autopilot on a shared link: its texts, its parameters, its fence, its neighbours. */
import {
  createFrameParser,
  decodeFrame,
  encodeFrame,
  type Message,
  message,
  RoverMode,
} from '@greensward/vehicle/mavlink'
import { afterEach, describe, expect, test } from 'vitest'
import { first, HOME, mowerId, startTrial, type Trial, type TrialOptions } from './testing/harness.ts'
import { at, smallMission } from './testing/smallField.ts'

const id = mowerId(1)
let trial: Trial

afterEach(async () => {
  await trial.gateway.close()
})

const rover = () => first(trial.rovers)
const telemetry = () => trial.gateway.state(id)?.telemetry
const kinds = () => trial.events.map(({ kind }) => kind)

const saved = (parameters: Readonly<Record<string, number>>) => ({
  position: [HOME[0], HOME[1]] as const,
  headingDeg: 0,
  battery: 1,
  items: [],
  parameters,
})

const ready = async (options?: TrialOptions): Promise<void> => {
  trial = await startTrial(options)
  await trial.until(() => telemetry()?.ready === true && trial.gateway.state(id)?.mission !== null, 60)
}

/** Puts what the mower says into other words before it is sent. */
const retell = (tell: (said: Message) => readonly Message[]): (() => void) => {
  const { takeOutgoing } = rover()
  Object.assign(rover(), { takeOutgoing: () => takeOutgoing().flatMap(tell) })
  return () => Object.assign(rover(), { takeOutgoing })
}

/** The same place as the mower's, so that nothing is refused for where it comes from. */
const sayAs = (componentId: number, said: Message): void =>
  trial.stranger('memory:1').say(encodeFrame(said, { systemId: 1, componentId }, 0))

describe('parameters', () => {
  test('of a factory-new mower are listed one by one, with the recommended value and the reason', async () => {
    await ready({ lossPercent: 10, seed: 2 })
    const report = await trial.finish(trial.gateway.failsafeReport(id))
    if (!report.ok) throw new Error(report.error.message)
    const line = (name: string) => report.value.lines.find(candidate => candidate.name === name)
    expect(report.value.isFine).toBe(false)
    expect(line('FS_GCS_ENABLE')).toMatchObject({ value: 0, wanted: 1, verdict: 'poor' })
    expect(line('FS_ACTION')).toMatchObject({ value: 2, verdict: 'fine' })
    expect(line('AVOID_ENABLE')).toMatchObject({ value: 3, wanted: 0, verdict: 'poor' })
    expect(line('RELAY1_DEFAULT')).toMatchObject({ value: 0, verdict: 'fine' })
    // Newer versions know the checks before arming by another name; the old one is not missed.
    expect(line('ARMING_SKIPCHK')).toMatchObject({ value: 0, verdict: 'fine' })
    expect(line('ARMING_CHECK')).toBeUndefined()
    expect(line('MAV_GCS_SYSID')).toMatchObject({ value: 255, verdict: 'fine' })
    for (const { name, wanted, verdict } of report.value.lines) {
      if (verdict !== 'poor' || wanted === null) continue
      expect(await trial.finish(trial.gateway.setParameter(id, name, wanted))).toEqual({ outcome: 'accepted' })
    }
    const after = await trial.finish(trial.gateway.failsafeReport(id))
    expect(after.ok && after.value.lines.filter(({ verdict }) => verdict === 'poor')).toEqual([])
    expect(after).toMatchObject({ ok: true, value: { isFine: true } })
  })

  test('that the mower lacks are unknown; without any value the report counts as not answered', async () => {
    await ready()
    expect(await trial.finish(trial.gateway.readParameters(id, ['FS_ACTION', 'NO_SUCH_THING']))).toEqual({
      ok: true,
      value: new Map([['FS_ACTION', 2]]),
    })
    expect(await trial.finish(trial.gateway.readParameter(id, 'NO_SUCH_THING'))).toMatchObject({ ok: false })
    first(trial.radios).on = false
    expect(await trial.finish(trial.gateway.failsafeReport(id))).toMatchObject({ error: { reason: 'noAnswer' } })
  })

  test('count only when read back: a value that the mower did not change is reported as unchanged', async () => {
    await ready()
    retell(said =>
      said.name === 'PARAM_VALUE' && said.fields.paramId === 'FS_ACTION'
        ? [message('PARAM_VALUE', { ...said.fields, paramValue: 1 })]
        : [said],
    )
    expect(await trial.finish(trial.gateway.setParameter(id, 'FS_ACTION', 2))).toMatchObject({
      outcome: 'rejected',
      reason: 'notSet',
      message: 'The mower kept FS_ACTION at 1.',
    })
  })

  test('are read despite the loss of one message in five each way', async () => {
    await ready({ lossPercent: 20, seed: 4 })
    for (const value of [1, 2, 1, 2, 1.5]) {
      expect(await trial.finish(trial.gateway.setParameter(id, 'FS_TIMEOUT', value))).toEqual({ outcome: 'accepted' })
      expect(rover().parameters.get('FS_TIMEOUT')).toBe(value)
    }
  })
})

describe('the fence', () => {
  test('has as many corners as the mower reports that it stores, not as many as its parameters promise', async () => {
    await ready()
    const ring = (corners: number) => ({
      boundary: Array.from({ length: corners }, (_, i) => {
        const angle = (i / corners) * 2 * Math.PI
        return at(30 * Math.cos(angle), 30 * Math.sin(angle))
      }),
      obstacles: [],
    })
    const send = (corners: number) => trial.finish(trial.gateway.uploadFence(id, ring(corners)))
    expect(await send(85)).toMatchObject({ outcome: 'rejected', reason: 'fenceTooLarge' })
    expect(await send(84)).toEqual({ outcome: 'accepted' })
    await trial.finish(trial.gateway.setParameter(id, 'BRD_SD_FENCE', 64))
    expect(trial.gateway.state(id)?.capacity.fenceItems).toBe(255)
    // It has not booted since.
    expect(await send(200)).toMatchObject({ outcome: 'rejected', reason: 'fenceTooLarge' })
    expect(trial.gateway.state(id)?.capacity.fenceItems).toBe(84)
    expect(await trial.finish(trial.gateway.reboot(id))).toEqual({ outcome: 'accepted' })
    await trial.until(() => telemetry()?.ready === true, 30)
    expect(await send(200)).toEqual({ outcome: 'accepted' })
    expect(rover().fence).toHaveLength(200)
  })

  test('waits while the mower is armed or drives: the autopilot is not restarted', async () => {
    await ready()
    await trial.finish(trial.gateway.upload(id, smallMission.items))
    await trial.finish(trial.gateway.start(id))
    await trial.pass(2)
    expect(await trial.finish(trial.gateway.reboot(id))).toMatchObject({ reason: 'notStanding' })
    await trial.finish(trial.gateway.stop(id))
    await trial.pass(5)
    expect(await trial.finish(trial.gateway.reboot(id))).toMatchObject({ reason: 'armedForReboot' })
    expect(rover().armed).toBe(true)
  })

  const wide = { boundary: [at(-5, -5), at(30, -5), at(30, 40), at(-5, 40)], obstacles: [] }

  test('SAFE-6c is enabled with all its parameters, and a mower that leaves it holds by itself', async () => {
    await ready({ lossPercent: 5 })
    const narrow = { boundary: [at(-5, -5), at(30, -5), at(30, 15), at(-5, 15)], obstacles: [] }
    expect(await trial.finish(trial.gateway.uploadFence(id, narrow))).toEqual({ outcome: 'accepted' })
    expect(await trial.finish(trial.gateway.enableFence(id, true))).toEqual({ outcome: 'accepted' })
    expect(Object.fromEntries(rover().parameters)).toMatchObject({
      FENCE_ENABLE: 1,
      FENCE_TYPE: 4,
      FENCE_ACTION: 2,
      AVOID_ENABLE: 2,
    })
    await trial.finish(trial.gateway.upload(id, smallMission.items))
    await trial.finish(trial.gateway.start(id))
    await trial.until(() => rover().mode === RoverMode.hold && rover().body.y > 14, 60)
    expect(rover().body.y).toBeLessThan(16.5)
    await trial.pass(3)
    expect(rover()).toMatchObject({ mode: RoverMode.hold, bladeOn: false })
    expect(kinds()).not.toContain('safetyStop')
  })

  test('keeps the mower out of obstacles and circles too', async () => {
    for (const inside of [
      { obstacles: [[at(3, 12), at(9, 12), at(9, 14), at(3, 14)]] },
      { obstacles: [], circles: [{ center: at(5, 13), radiusM: 2 }] },
    ]) {
      await ready()
      expect(await trial.finish(trial.gateway.uploadFence(id, { ...wide, ...inside }))).toEqual({ outcome: 'accepted' })
      await trial.finish(trial.gateway.setParameter(id, 'FENCE_ENABLE', 1))
      expect(rover().parameters.get('AVOID_ENABLE')).toBe(2)
      await trial.finish(trial.gateway.upload(id, smallMission.items))
      await trial.finish(trial.gateway.start(id))
      await trial.until(() => rover().mode === RoverMode.hold, 60)
      expect(rover().body.y).toBeLessThan(14.5)
      expect(rover().body.y).toBeGreaterThan(10.5)
      await trial.gateway.close()
    }
  })

  test('lets the mower mow up to its edge; the avoidance of the autopilot would stop it earlier', async () => {
    const edge = { boundary: [at(-5, -5), at(30, -5), at(30, 25.5), at(-5, 25.5)], obstacles: [] }
    await ready()
    await trial.finish(trial.gateway.uploadFence(id, edge))
    await trial.finish(trial.gateway.enableFence(id, true))
    await trial.finish(trial.gateway.upload(id, smallMission.items))
    await trial.finish(trial.gateway.start(id))
    expect(await trial.until(() => kinds().includes('missionEnded'), 200)).toBe(true)
    await trial.gateway.close()
    // As it comes from the factory, but for the fence itself.
    await ready({ rover: { saved: saved({ FENCE_ENABLE: 1, FENCE_TYPE: 4, FENCE_ACTION: 2 }) } })
    await trial.finish(trial.gateway.uploadFence(id, edge))
    await trial.finish(trial.gateway.upload(id, smallMission.items))
    await trial.finish(trial.gateway.start(id))
    expect(await trial.until(() => kinds().includes('missionEnded'), 100)).toBe(false)
    expect(rover().body.y).toBeLessThan(24.9)
  })

  test('too large for the mower is refused before it is sent', async () => {
    await ready()
    const tooMany = Array.from({ length: 256 }, (_, i) => at(i, i % 2))
    for (const fence of [
      { ...wide, boundary: wide.boundary.slice(0, 2) },
      { ...wide, boundary: tooMany },
      { ...wide, circles: [{ center: at(0, 0), radiusM: 0 }] },
    ]) {
      expect(await trial.finish(trial.gateway.uploadFence(id, fence))).toMatchObject({ reason: 'badFence' })
    }
    expect(rover().fence).toEqual([])
  })

  test('outside of it the mower does not arm, and says why', async () => {
    await ready()
    const elsewhere = { boundary: [at(100, 100), at(130, 100), at(130, 130)], obstacles: [] }
    await trial.finish(trial.gateway.uploadFence(id, elsewhere))
    await trial.finish(trial.gateway.enableFence(id, true))
    await trial.finish(trial.gateway.upload(id, smallMission.items))
    expect(await trial.finish(trial.gateway.start(id))).toMatchObject({
      outcome: 'rejected',
      reason: 'failed',
      message: 'The mower refused to arm (failed). It says: Arm: vehicle outside fence',
    })
  })
})

describe('texts of the mower', () => {
  test('that come after its refusal are waited for', async () => {
    await ready()
    await trial.finish(trial.gateway.upload(id, smallMission.items))
    let late: Message[] = []
    const elsewhere = { boundary: [at(100, 100), at(130, 100), at(130, 130)], obstacles: [] }
    await trial.finish(trial.gateway.uploadFence(id, elsewhere))
    await trial.finish(trial.gateway.enableFence(id, true))
    retell(said => {
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
    retell(said => (said.name === 'HEARTBEAT' ? [] : [said]))
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
    const letThrough = retell(said => {
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
    retell(said => (said.name === 'GLOBAL_POSITION_INT' ? [] : [said]))
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
    retell(said => (said.name === 'GLOBAL_POSITION_INT' ? [] : [said]))
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
    retell(said => (said.name === 'BATTERY_STATUS' || said.name === 'MISSION_CURRENT' ? [] : [said]))
    sayAs(1, message('BATTERY_STATUS', { batteryRemaining: -1, voltages: Array.from({ length: 10 }, () => 65_535) }))
    expect(telemetry()).toMatchObject({ battery: null, batteryV: null, charging: null })
    expect(await trial.finish(trial.gateway.upload(id, smallMission.items))).toEqual({ outcome: 'accepted' })
    expect(await trial.finish(trial.gateway.start(id))).toMatchObject({ reason: 'unknownBattery' })
    // Without the fields that newer versions add, nothing says how many items there are.
    for (let seq = 0; seq < 3; seq++) sayAs(1, message('MISSION_CURRENT', { seq }))
    expect(trial.gateway.state(id)?.mission).toHaveLength(smallMission.items.length)
  })
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
    message: expect.stringContaining('RELAY8_FUNCTION must be 1'),
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
