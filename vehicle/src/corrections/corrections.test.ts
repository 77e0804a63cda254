import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Message } from '../mavlink/index.ts'
import { createCorrections } from './corrections.ts'

/** As ArduPilot puts them together again: until a piece that is not full, or the fourth. */
const assemble = (messages: readonly Message[]): number[] => {
  const bytes: number[] = []
  for (const { name, fields } of messages) {
    if (name !== 'GPS_RTCM_DATA') throw new Error(`unexpected ${name}`)
    bytes.push(...fields.data.slice(0, fields.len))
  }
  return bytes
}

test('every RTCM message up to 720 bytes is reassembled unchanged, with a known end', () => {
  const corrections = createCorrections()
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 720 }), rtcm => {
      const pieces = corrections.fragments(rtcm)
      expect(assemble(pieces)).toEqual([...rtcm])
      const last = pieces.at(-1)
      const ended = last?.name === 'GPS_RTCM_DATA' && (last.fields.len < 180 || pieces.length === 4)
      expect(ended || rtcm.length === 180).toBe(true)
      expect(pieces.length).toBeLessThanOrEqual(4)
    }),
    { seed: 20260504, numRuns: 200 },
  )
})

test('pieces carry their index and the number of their message, which wraps after 31', () => {
  const corrections = createCorrections()
  const flags = (length: number) =>
    corrections
      .fragments(new Uint8Array(length))
      .map(piece => (piece.name === 'GPS_RTCM_DATA' ? piece.fields.flags : -1))
  expect(flags(100)).toEqual([0b00000_00_0])
  expect(flags(400)).toEqual([0b00001_00_1, 0b00001_01_1, 0b00001_10_1])
  for (let i = 2; i < 32; i++) flags(1)
  expect(flags(10)).toEqual([0])
})

test('does not send messages that are too long or empty', () => {
  expect(createCorrections().fragments(new Uint8Array(721))).toEqual([])
  expect(createCorrections().fragments(new Uint8Array(0))).toEqual([])
})
