import { afterEach, describe, expect, test } from 'vitest'
import { createGateway, type Gateway, type GatewayEvent, type GatewayOptions, type MowerConfig } from './gateway.ts'
import { createFrameParser, decodeFrame, encodeFrame, type Message, message } from './mavlink/index.ts'
import { createFakeClock, createMemoryLink } from './testing.ts'

const blade = { kind: 'relay', index: 0 } as const
const mower = (systemId: number): MowerConfig => ({ id: `m${systemId}`, systemId, name: `Mower ${systemId}`, blade })

let gateway: Gateway
afterEach(() => gateway.close())

const setUp = async (configs: readonly MowerConfig[], options: Partial<GatewayOptions> = {}) => {
  const clock = createFakeClock()
  const link = createMemoryLink()
  const events: GatewayEvent[] = []
  const sent: Message[] = []
  gateway = createGateway({
    links: [{ kind: 'udp', host: '127.0.0.1', port: 0 }],
    clock,
    onEvent: event => events.push(event),
    openLink: link.open,
    ...options,
  })
  gateway.setMowers(configs)
  await gateway.open()
  const parser = createFrameParser(frame => {
    const received = decodeFrame(frame)
    if (received !== undefined) sent.push(received)
  })
  const place = link.peer('udp:192.0.2.7:14550', bytes => parser.push(bytes))
  let seq = 0
  const say = (systemId: number, said: Message, componentId = 1): void =>
    place.say(encodeFrame(said, { systemId, componentId }, seq++ & 0xff))
  return { clock, events, sent, say }
}

const heartbeat = message('HEARTBEAT', { type: 10, autopilot: 3, customMode: 4, baseMode: 1, mavlinkVersion: 3 })

describe('the fleet', () => {
  test('lists vehicles that are not configured, and sends nothing to them', async () => {
    const { say, sent, clock } = await setUp([])
    say(9, heartbeat)
    await clock.advance(3_000)
    expect(gateway.unknownVehicles()).toEqual([
      { systemId: 9, link: 'udp:192.0.2.7:14550', lastMessageMs: clock.nowMs() - 3_000, ageMs: 3_000 },
    ])
    expect(sent).toEqual([])
  })

  test.each([600_000, -600_000])(
    'SAFE-5 knows how long a vehicle is silent when the wall clock is set by %i ms',
    async byMs => {
      const { say, clock } = await setUp([])
      say(9, heartbeat)
      await clock.advance(6_000)
      clock.setWall(byMs)
      expect(gateway.unknownVehicles()).toMatchObject([{ systemId: 9, ageMs: 6_000 }])
    },
  )

  test('a vehicle becomes known when it is configured, and unknown again when it is not', async () => {
    const { say, sent, clock } = await setUp([])
    say(9, heartbeat)
    gateway.setMowers([mower(9)])
    expect(gateway.unknownVehicles()).toEqual([])
    say(9, heartbeat)
    await clock.advance(100)
    expect(gateway.state('m9')).toMatchObject({
      link: 'udp:192.0.2.7:14550',
      telemetry: { mode: 'hold', armed: false },
    })
    gateway.setMowers([])
    expect(gateway.state('m9')).toBeUndefined()
    const before = sent.length
    await clock.advance(10_000)
    expect(sent).toHaveLength(before)
  })

  test.each([
    [undefined, 200_000],
    [100, 100_000],
  ])('with positions wanted every %s ms it asks for fix and position every %s µs', async (intervalMs, intervalUs) => {
    const { say, sent, clock } = await setUp(
      [mower(1)],
      intervalMs === undefined ? {} : { positionIntervalMs: intervalMs },
    )
    say(1, heartbeat)
    const askedFor = () =>
      sent.flatMap(({ name, fields }) =>
        name === 'COMMAND_LONG' && fields.command === 511 ? [[fields.param1, fields.param2]] : [],
      )
    for (let i = 0; i < 12; i++) {
      await clock.advance(100)
      say(1, message('COMMAND_ACK', { command: 511, result: 0 }))
    }
    expect(askedFor()).toContainEqual([24, intervalUs])
    expect(askedFor()).toContainEqual([33, intervalUs])
    expect(askedFor()).toContainEqual([42, 250_000])
  })

  test('keeps the session of a mower whose name changes, and starts a new one when its blade changes', async () => {
    const { say } = await setUp([mower(1)])
    say(1, heartbeat)
    gateway.setMowers([{ ...mower(1), name: 'The old one' }])
    expect(gateway.state('m1')?.telemetry.mode).toBe('hold')
    gateway.setMowers([{ ...mower(1), blade: { kind: 'relay', index: 1 } }])
    expect(gateway.state('m1')?.telemetry.mode).toBeNull()
  })

  test('the station beats once a second, as system 255', async () => {
    const { say, sent, clock } = await setUp([mower(1)])
    say(1, heartbeat)
    await clock.advance(10_000)
    const beats = sent.filter(({ name }) => name === 'HEARTBEAT')
    expect(beats.length).toBeGreaterThanOrEqual(10)
    expect(beats.length).toBeLessThanOrEqual(12)
  })

  test('only a heartbeat of the autopilot opens a link', async () => {
    const { say, sent, clock } = await setUp([mower(1)])
    say(1, message('GLOBAL_POSITION_INT', { lat: 473_700_000, lon: 85_500_000 }))
    say(1, heartbeat, 154)
    await clock.advance(2_000)
    expect(gateway.state('m1')?.link).toBeNull()
    expect(sent).toEqual([])
  })

  test('refuses a mower that does not exist, and reports no answer from one that never sent a message', async () => {
    await setUp([mower(1)])
    for (const ask of [gateway.start, gateway.clear] as const) {
      expect(await ask('nobody')).toMatchObject({ outcome: 'rejected', reason: 'unknownMower' })
      expect(await ask('m1')).toMatchObject({ outcome: 'noAnswer' })
    }
    expect(await gateway.stop('nobody')).toMatchObject({ acknowledged: false })
    expect(await gateway.stop('m1')).toMatchObject({ acknowledged: false, reason: 'neverReceived' })
    expect(await gateway.download('nobody')).toMatchObject({ ok: false })
  })

  test('an upload without a waypoint is refused', async () => {
    const { say } = await setUp([mower(1)])
    say(1, heartbeat)
    expect(await gateway.upload('m1', [])).toMatchObject({ outcome: 'rejected', reason: 'emptyMission' })
  })

  test('reports a link that cannot be opened at once', async () => {
    await setUp([])
    const failing = createGateway({
      links: [{ kind: 'udp', host: '127.0.0.1', port: 0 }],
      clock: createFakeClock(),
      onEvent: () => {},
      openLink: () => Promise.reject(new Error('the port is taken')),
    })
    await expect(failing.open()).rejects.toThrow('the port is taken')
  })
})
