import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  crc16,
  crc16Byte,
  createFrameParser,
  createSignatureCheck,
  createSigner,
  decodeFrame,
  decodePayload,
  encodeFrame,
  type Frame,
  layoutById,
  layoutByName,
  type Message,
  type MessageName,
  message,
  messageNames,
} from './index.ts'
import { decodeByTable } from './payload.ts'
import type { FieldLayout } from './table.ts'
import { telemetryDecoders } from './telemetryDecoders.ts'

const scalar = (field: FieldLayout): fc.Arbitrary<number | bigint> => {
  const bits = field.size * 8
  switch (field.type) {
    case 'float':
      return fc.float({ noNaN: false })
    case 'double':
      return fc.double()
    case 'uint64':
      return fc.bigInt(0n, 2n ** 64n - 1n)
    case 'int64':
      return fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n)
    case 'int8':
    case 'int16':
    case 'int32':
      return fc.integer({ min: -(2 ** (bits - 1)), max: 2 ** (bits - 1) - 1 })
    default:
      return fc.integer({ min: 0, max: 2 ** bits - 1 })
  }
}

const value = (field: FieldLayout): fc.Arbitrary<unknown> => {
  if (field.length === 0) return scalar(field)
  // A text ends at its first zero byte, and fills at most its field.
  if (field.type === 'char') return fc.stringMatching(new RegExp(`^[\\x20-\\x7e]{0,${field.length}}$`))
  return fc.array(scalar(field), { minLength: field.length, maxLength: field.length })
}

const messageOf = (name: MessageName): fc.Arbitrary<Message> =>
  fc
    .record(Object.fromEntries(layoutByName(name).fields.map(field => [field.name, value(field)])))
    .map(fields => message(name, fields))

const anyMessage = fc.constantFrom(...messageNames).chain(messageOf)
const sender = fc.record({ systemId: fc.integer({ min: 1, max: 255 }), componentId: fc.integer({ min: 0, max: 255 }) })

const parse = (chunks: readonly Uint8Array[]): { frames: Frame[]; parser: ReturnType<typeof createFrameParser> } => {
  const frames: Frame[] = []
  const parser = createFrameParser(frame => frames.push(frame))
  for (const chunk of chunks) parser.push(chunk)
  return { frames, parser }
}

const decoded = (frames: readonly Frame[]) => frames.map(decodeFrame)

const join = (chunks: readonly Uint8Array[]): Uint8Array => Uint8Array.from(chunks.flatMap(chunk => [...chunk]))

/** The same stream in pieces, cut anywhere. */
const cut = (bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] => {
  const places = [0, ...cuts.map(share => Math.floor(share * bytes.length)).sort((a, b) => a - b), bytes.length]
  return places.slice(1).map((end, i) => bytes.subarray(places[i] ?? 0, end))
}

/** MAVLink 1 knows no extensions and cuts no zeros. */
const encodeV1 = (name: MessageName, fullPayload: Uint8Array, seq: number, systemId: number): Uint8Array => {
  const layout = layoutByName(name)
  const base = layout.fields.filter(({ extension }) => !extension)
  const length = base.reduce((sum, { size, length: count }) => sum + size * Math.max(1, count), 0)
  const bytes = new Uint8Array(8 + length)
  bytes.set([0xfe, length, seq, systemId, 1, layout.id])
  bytes.set(fullPayload.subarray(0, length), 6)
  const crc = crc16Byte(layout.crcExtra, crc16(bytes, 1, 6 + length))
  bytes.set([crc & 0xff, crc >> 8], 6 + length)
  return bytes
}

const runs = { seed: 20260501, numRuns: 300 }

describe('frames', () => {
  test('every message survives encoding and decoding, with any values', () => {
    fc.assert(
      fc.property(anyMessage, sender, fc.integer({ min: 0, max: 255 }), (sent, from, seq) => {
        const { frames } = parse([encodeFrame(sent, from, seq)])
        expect(decoded(frames)).toEqual([sent])
        expect(frames[0]).toMatchObject({ ...from, seq, version: 2, signed: false })
      }),
      { ...runs, numRuns: 600 },
    )
  })

  test('the decoders with fixed offsets agree with the table, for every truncated payload', () => {
    const names = messageNames.filter(name => Object.hasOwn(telemetryDecoders, name))
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.uint8Array({ minLength: 255, maxLength: 255 }),
        fc.nat(),
        (name, bytes, cutAt) => {
          const layout = layoutByName(name)
          const length = cutAt % (layout.length + 1)
          const whole = Uint8Array.from(bytes).fill(0, length)
          const byTable = decodeByTable(layout, new DataView(whole.buffer))
          expect(decodePayload(layout, bytes.subarray(0, length))).toEqual(byTable)
        },
      ),
      { ...runs, numRuns: 600 },
    )
  })

  test('the checksum from the look-up table equals the computed one', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), bytes => {
        expect(crc16(bytes, 0, bytes.length)).toBe(bytes.reduce((sum, byte) => crc16Byte(byte, sum), 0xffff))
      }),
      runs,
    )
  })

  test('noise between frames loses no frame, however the stream is cut', () => {
    const noise = fc.uint8Array({ maxLength: 40 })
    // Noise with magic bytes in it looks most like frames.
    const magicNoise = fc
      .array(fc.constantFrom(0xfd, 0xfe, 0, 1, 5, 9, 0xff), { maxLength: 30 })
      .map(bytes => Uint8Array.from(bytes))
    fc.assert(
      fc.property(
        fc.array(fc.tuple(anyMessage, fc.oneof(noise, magicNoise)), { minLength: 1, maxLength: 8 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }),
        (pieces, cuts) => {
          const from = { systemId: 7, componentId: 1 }
          const stream = join([
            ...pieces.flatMap(([sent, before], i) => [before, encodeFrame(sent, from, i)]),
            // A possible start of a frame at the very end waits for more bytes; the longest frame is 293 bytes.
            new Uint8Array(300),
          ])
          const found = decoded(parse(cut(stream, cuts)).frames)
          expect(found).toEqual(pieces.map(([sent]) => sent))
        },
      ),
      runs,
    )
  })

  test('random bytes neither crash nor pass for a frame', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 200, maxLength: 2_000 }), bytes => {
        expect(parse([bytes, new Uint8Array(300)]).frames).toEqual([])
      }),
      runs,
    )
  })

  test('rejects a frame with any one bit changed', () => {
    fc.assert(
      fc.property(anyMessage, fc.nat(), (sent, place) => {
        const bytes = encodeFrame(sent, { systemId: 1, componentId: 1 }, 0)
        const bit = place % (bytes.length * 8)
        bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        expect(parse([bytes, new Uint8Array(300)]).frames).toEqual([])
      }),
      runs,
    )
  })

  test('MAVLink 1 is read', () => {
    const lowIds = messageNames.filter(name => layoutByName(name).id < 256)
    fc.assert(
      fc.property(fc.constantFrom(...lowIds).chain(messageOf), sent => {
        const full = new Uint8Array(255)
        const v2 = encodeFrame(sent, { systemId: 3, componentId: 1 }, 9)
        full.set(v2.subarray(10, 10 + (v2[1] ?? 0)))
        const { frames } = parse([encodeV1(sent.name, full, 9, 3)])
        const [back] = decoded(frames)
        for (const field of layoutByName(sent.name).fields) {
          if (!field.extension) expect(back?.fields).toHaveProperty(field.name, Reflect.get(sent.fields, field.name))
        }
        expect(frames[0]).toMatchObject({ version: 1, systemId: 3, seq: 9 })
      }),
      runs,
    )
  })

  test('a message that the product does not use is a frame without fields; an unknown one is skipped', () => {
    const wanted = message('HEARTBEAT', { customMode: 4 })
    const heartbeat = encodeFrame(wanted, { systemId: 1, componentId: 1 }, 0)
    const strange = Uint8Array.from(heartbeat)
    strange.set([0xff, 0xff, 0xff], 7)
    expect(decoded(parse([strange, heartbeat]).frames)).toEqual([wanted])
    // ATTITUDE
    const foreign = layoutById(30)
    expect(foreign !== undefined && decodePayload(foreign, new Uint8Array(28))).toBeUndefined()
  })

  test('skips frames with unknown incompatibility flags', () => {
    const bytes = encodeFrame(message('HEARTBEAT', {}), { systemId: 1, componentId: 1 }, 0)
    bytes[2] = 0x02
    expect(parse([bytes, new Uint8Array(300)]).frames).toEqual([])
  })
})

describe('signatures', () => {
  const key = fc.uint8Array({ minLength: 32, maxLength: 32 })
  const from = { systemId: 1, componentId: 1 }

  test('bursts are accepted even when the clock stands still or is set back', () => {
    fc.assert(
      fc.property(key, fc.array(fc.integer({ min: -5_000, max: 5 }), { maxLength: 50 }), (secret, ticks) => {
        let nowMs = Date.UTC(2026, 4, 1)
        const sign = createSigner(secret, 3, () => nowMs)
        const check = createSignatureCheck(secret)
        for (const tick of ticks) {
          nowMs += tick
          const { frames } = parse([encodeFrame(message('HEARTBEAT', {}), from, 0, sign)])
          expect(frames.map(frame => check.check(frame))).toEqual(['accepted'])
        }
      }),
      { ...runs, numRuns: 60 },
    )
  })

  test('a frame is accepted once, with its own key only, and not without a signature', () => {
    fc.assert(
      fc.property(key, key, anyMessage, (secret, other, sent) => {
        fc.pre(Buffer.compare(secret, other) !== 0)
        const sign = createSigner(secret, 1, () => Date.UTC(2026, 4, 1))
        const [frame] = parse([encodeFrame(sent, from, 0, sign)]).frames
        const [unsigned] = parse([encodeFrame(sent, from, 0)]).frames
        if (frame === undefined || unsigned === undefined) throw new Error('both are frames')
        const check = createSignatureCheck(secret)
        expect(createSignatureCheck(other).check(frame)).toBe('wrongKey')
        expect(check.check(frame)).toBe('accepted')
        expect(check.check(frame)).toBe('oldTimestamp')
        expect(check.check(unsigned)).toBe('unsigned')
      }),
      { ...runs, numRuns: 100 },
    )
  })

  test('rejects old frames of a new stream', () => {
    const secret = new Uint8Array(32).fill(7)
    const check = createSignatureCheck(secret)
    const now = Date.UTC(2026, 4, 1)
    const frameAt = (linkId: number, nowMs: number): Frame => {
      const [frame] = parse([
        encodeFrame(
          message('HEARTBEAT', {}),
          from,
          0,
          createSigner(secret, linkId, () => nowMs),
        ),
      ]).frames
      if (frame === undefined) throw new Error('it is a frame')
      return frame
    }
    expect(check.check(frameAt(1, now))).toBe('accepted')
    expect(check.check(frameAt(2, now - 30_000))).toBe('accepted')
    expect(check.check(frameAt(3, now - 90_000))).toBe('oldTimestamp')
  })
})
