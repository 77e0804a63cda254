/** Some seconds of one vehicle's positions as bytes: twenty for each position, where a row of a table takes two hundred. */
import type { DriveMode, FixType, Telemetry, TelemetrySample } from '@greensward/domain'

/** A position of a vehicle and when it was there. */
export interface Sample {
  readonly atMs: number
  readonly telemetry: Pick<
    Telemetry,
    'headingDeg' | 'speedMps' | 'accuracyM' | 'fixType' | 'battery' | 'mode' | 'bladeOn'
  > & { readonly position: readonly [number, number] }
}

/** The first byte says how the rest is to be read, so that older rows stay readable. */
const VERSION = 1
const BYTES = 20
/** Milliseconds that fit after the first sample. */
export const LONGEST_CHUNK_MS = 65_535

const NONE_16 = 0xffff
const NONE_SPEED = 0x7fff
const NONE_8 = 0xff

/** The stored values are indexes into these lists, so the lists only ever grow at their ends. */
const FIXES: readonly FixType[] = ['noGps', 'noFix', 'fix2d', 'fix3d', 'dgps', 'rtkFloat', 'rtkFixed']
const MODES: readonly DriveMode[] = ['manual', 'hold', 'auto', 'guided', 'rtl', 'other']

const scaled = (value: number | null, scale: number, most: number, none: number): number =>
  value === null ? none : Math.max(0, Math.min(most, Math.round(value * scale)))

/** A word that is not in the list is kept as unknown. */
const placeIn = <T>(words: readonly T[], word: T | null): number => {
  const place = word === null ? -1 : words.indexOf(word)
  return place < 0 ? NONE_8 : place
}

/** @param samples at least one, in the order of their times, within `LONGEST_CHUNK_MS` */
export const packSamples = (samples: readonly Sample[]): Buffer => {
  const startMs = samples[0]?.atMs ?? 0
  const bytes = Buffer.alloc(1 + samples.length * BYTES)
  bytes.writeUInt8(VERSION, 0)
  let at = 1
  for (const { atMs, telemetry } of samples) {
    const [lon, lat] = telemetry.position
    const { headingDeg, speedMps, accuracyM, battery, bladeOn } = telemetry
    bytes.writeUInt16LE(Math.max(0, Math.min(LONGEST_CHUNK_MS, atMs - startMs)), at)
    bytes.writeInt32LE(Math.round(lon * 1e7), at + 2)
    bytes.writeInt32LE(Math.round(lat * 1e7), at + 6)
    bytes.writeUInt16LE(scaled(headingDeg, 100, 36_000, NONE_16), at + 10)
    const speed = speedMps === null ? NONE_SPEED : Math.max(-32_000, Math.min(32_000, Math.round(speedMps * 100)))
    bytes.writeInt16LE(speed, at + 12)
    bytes.writeUInt16LE(scaled(accuracyM, 1_000, 65_000, NONE_16), at + 14)
    bytes.writeUInt8(scaled(battery, 200, 200, NONE_8), at + 16)
    bytes.writeUInt8(placeIn(FIXES, telemetry.fixType), at + 17)
    bytes.writeUInt8(placeIn(MODES, telemetry.mode), at + 18)
    bytes.writeUInt8(bladeOn === null ? NONE_8 : Number(bladeOn), at + 19)
    at += BYTES
  }
  return bytes
}

const share = (stored: number, scale: number, none: number): number | null => (stored === none ? null : stored / scale)

/** @throws Error for bytes of another version than this program knows */
export const unpackSamples = (from: Date, bytes: Buffer): TelemetrySample[] => {
  if (bytes.readUInt8(0) !== VERSION) throw new Error(`positions of version ${bytes.readUInt8(0)} cannot be read`)
  const samples: TelemetrySample[] = []
  for (let at = 1; at + BYTES <= bytes.length; at += BYTES) {
    const heading = bytes.readUInt16LE(at + 10)
    const speed = bytes.readInt16LE(at + 12)
    const blade = bytes.readUInt8(at + 19)
    samples.push({
      at: new Date(from.getTime() + bytes.readUInt16LE(at)).toISOString(),
      position: [bytes.readInt32LE(at + 2) / 1e7, bytes.readInt32LE(at + 6) / 1e7],
      headingDeg: heading === NONE_16 ? null : (heading % 36_000) / 100,
      speedMps: speed === NONE_SPEED ? null : speed / 100,
      accuracyM: share(bytes.readUInt16LE(at + 14), 1_000, NONE_16),
      battery: share(bytes.readUInt8(at + 16), 200, NONE_8),
      fixType: FIXES[bytes.readUInt8(at + 17)] ?? null,
      mode: MODES[bytes.readUInt8(at + 18)] ?? null,
      bladeOn: blade === NONE_8 ? null : blade === 1,
    })
  }
  return samples
}
