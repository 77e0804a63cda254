/** The frames against an independent implementation, both ways. */
import {
  common,
  MavLinkPacketParser,
  MavLinkPacketSignature,
  MavLinkPacketSplitter,
  MavLinkProtocolV1,
  MavLinkProtocolV2,
  minimal,
} from 'node-mavlink'
import { describe, expect, test } from 'vitest'
import {
  createFrameParser,
  createSignatureCheck,
  createSigner,
  decodePayload,
  encodeFrame,
  type Frame,
  message,
} from './index.ts'

const from = { systemId: 255, componentId: 190 }
const key = MavLinkPacketSignature.key('the greens of the seventh')

const framesOf = (...chunks: Uint8Array[]): Frame[] => {
  const frames: Frame[] = []
  const parser = createFrameParser(frame => frames.push(frame))
  for (const chunk of chunks) parser.push(chunk)
  return frames
}

const theirItem = (): common.MissionItemInt => {
  const item = new common.MissionItemInt()
  Object.assign(item, { targetSystem: 1, targetComponent: 1, seq: 300, command: 16, frame: 3, autocontinue: 1 })
  Object.assign(item, { x: 473_700_123, y: -85_500_456, z: 1.5, param1: 2, param2: 0, param3: -1, param4: 0 })
  return item
}

/** Their reading of a stream of bytes. */
const theirPackets = async (bytes: Uint8Array) => {
  const splitter = new MavLinkPacketSplitter()
  const parser = splitter.pipe(new MavLinkPacketParser())
  const packets: {
    header: { msgid: number; sysid: number }
    payload: Buffer
    signature: MavLinkPacketSignature | null
  }[] = []
  parser.on('data', packet => packets.push(packet))
  splitter.end(Buffer.from(bytes))
  await new Promise(resolve => parser.on('end', resolve))
  return packets
}

describe('node-mavlink', () => {
  test.each([
    ['1', new MavLinkProtocolV1(9, 1)],
    ['2', new MavLinkProtocolV2(9, 1)],
  ])('is understood when it writes MAVLink %s', (_version, protocol) => {
    const [frame] = framesOf(protocol.serialize(theirItem(), 5))
    expect(frame).toMatchObject({ systemId: 9, componentId: 1, seq: 5 })
    if (frame === undefined) throw new Error('a frame is there')
    expect(decodePayload(frame.layout, frame.payload)).toEqual(
      message('MISSION_ITEM_INT', {
        param1: 2,
        param3: -1,
        x: 473_700_123,
        y: -85_500_456,
        z: 1.5,
        seq: 300,
        command: 16,
        targetSystem: 1,
        targetComponent: 1,
        frame: 3,
        autocontinue: 1,
      }),
    )
  })

  test('reads the frames that we write, including text and truncated zeros', async () => {
    const bytes = Buffer.concat([
      encodeFrame(message('STATUSTEXT', { severity: 4, text: 'Only 655 items are supported' }), from, 0),
      encodeFrame(message('HEARTBEAT', { type: 6, autopilot: 8, systemStatus: 4, mavlinkVersion: 3 }), from, 1),
      encodeFrame(message('COMMAND_LONG', { command: 176, param1: 1, param2: 4, targetSystem: 1 }), from, 2),
    ])
    const packets = await theirPackets(bytes)
    expect(packets.map(({ header }) => header.msgid)).toEqual([253, 0, 76])
    const protocol = new MavLinkProtocolV2()
    const [text, heartbeat, command] = packets
    if (text === undefined || heartbeat === undefined || command === undefined) throw new Error('all three are there')
    expect(protocol.data(text.payload, common.StatusText).text).toBe('Only 655 items are supported')
    expect(protocol.data(heartbeat.payload, minimal.Heartbeat)).toMatchObject({ type: 6, autopilot: 8 })
    expect(protocol.data(command.payload, common.CommandLong)).toMatchObject({ command: 176, _param1: 1, _param2: 4 })
  })

  test('accepts our signatures', async () => {
    const sign = createSigner(key, 2, () => Date.UTC(2026, 4, 1))
    const [packet] = await theirPackets(encodeFrame(message('HEARTBEAT', { customMode: 10 }), from, 0, sign))
    expect(packet?.signature?.linkId).toBe(2)
    expect(packet?.signature?.matches(key)).toBe(true)
    expect(packet?.signature?.matches(MavLinkPacketSignature.key('another'))).toBe(false)
  })

  test('its signatures are accepted, and those of a burst within one millisecond refused as replays', () => {
    // Its clock has steps of a millisecond, so of two frames in one of them the second is not newer than the first.
    const protocol = new MavLinkProtocolV2(9, 1, MavLinkProtocolV2.IFLAG_SIGNED)
    const nowMs = Date.UTC(2026, 4, 1)
    const signed = (atMs: number): Frame => {
      const [frame] = framesOf(protocol.sign(protocol.serialize(theirItem(), 0), 4, key, atMs))
      if (frame === undefined) throw new Error('a frame is there')
      return frame
    }
    const check = createSignatureCheck(key)
    expect(check.check(signed(nowMs))).toBe('accepted')
    expect(check.check(signed(nowMs))).toBe('oldTimestamp')
    expect(check.check(signed(nowMs + 1))).toBe('accepted')
    expect(createSignatureCheck(new Uint8Array(32)).check(signed(nowMs + 2))).toBe('wrongKey')
  })
})
