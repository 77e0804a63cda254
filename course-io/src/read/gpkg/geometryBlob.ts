/** The geometry of a GeoPackage (OGC 12-128r18, 2.1.3): a header, then well-known binary of ISO or the older EWKB. */
import { said } from '@greensward/messages'
import { arcString } from '../arcs.ts'
import { Unshaped } from '../importRefusal.ts'

const HEADER_BYTES = 8
/** Bytes of the envelope by its code in the flags. */
const ENVELOPE_BYTES = [0, 32, 48, 48, 64] as const
/** A collection in a collection; deeper nesting would exhaust the stack. */
const MOST_LEVELS = 8

const NAMES = [
  'Point',
  'LineString',
  'Polygon',
  'MultiPoint',
  'MultiLineString',
  'MultiPolygon',
  'GeometryCollection',
  'CircularString',
  'CompoundCurve',
  'CurvePolygon',
  'MultiCurve',
  'MultiSurface',
  'Curve',
  'Surface',
  'PolyhedralSurface',
  'TIN',
  'Triangle',
] as const

/** Has Z, has M: thousands in ISO, high bits in EWKB. */
const numbersOf = (code: number): number => {
  const iso = Math.floor((code & 0xfff_ffff) / 1_000)
  const hasZ = (code & 0x8000_0000) !== 0 || iso === 1 || iso === 3
  const hasM = (code & 0x4000_0000) !== 0 || iso === 2 || iso === 3
  return 2 + Number(hasZ) + Number(hasM)
}

/** Reads beyond the end throw a RangeError, so a count that lies ends soon. */
const wkbReader = (view: DataView, start: number, chordError: number) => {
  let at = start
  let isLittle = true
  const u32 = (): number => {
    at += 4
    return view.getUint32(at - 4, isLittle)
  }
  const place = (size: number): number[] => {
    const numbers = [view.getFloat64(at, isLittle), view.getFloat64(at + 8, isLittle)]
    at += size * 8
    return numbers
  }
  const list = <T>(read: () => T): T[] => {
    const items: T[] = []
    for (let left = u32(); left > 0; left--) items.push(read())
    return items
  }
  const geometry = (level: number): unknown => {
    if (level > MOST_LEVELS) throw new RangeError('nested too deep')
    isLittle = view.getUint8(at) === 1
    at += 1
    const code = u32()
    if ((code & 0x2000_0000) !== 0) at += 4
    const size = numbersOf(code)
    const kind = (code & 0xfff_ffff) % 1_000
    const type = NAMES[kind - 1]
    const line = (): number[][] => list(() => place(size))
    const part = (): unknown => coordinatesOf(geometry(level + 1))
    switch (type) {
      case 'Point':
        return { type, coordinates: place(size) }
      case 'LineString':
        return { type, coordinates: line() }
      case 'CircularString':
        return { type: 'LineString', coordinates: arcString(line(), chordError) }
      case 'CompoundCurve':
        return { type: 'LineString', coordinates: joined(list(part)) }
      case 'Polygon':
        return { type, coordinates: list(line) }
      case 'CurvePolygon':
        return { type: 'Polygon', coordinates: list(part) }
      case 'GeometryCollection':
        return { type, geometries: list(() => geometry(level + 1)) }
      case 'MultiPoint':
      case 'MultiLineString':
      case 'MultiPolygon':
        return { type, coordinates: list(part) }
      case 'MultiCurve':
        return { type: 'MultiLineString', coordinates: list(part) }
      case 'MultiSurface':
        return { type: 'MultiPolygon', coordinates: list(part) }
      default:
        throw new Unshaped(said('shapeUnsupported', { type: type ?? kind }))
    }
  }
  return geometry
}

const coordinatesOf = (geometry: unknown): unknown =>
  typeof geometry === 'object' && geometry !== null && 'coordinates' in geometry ? geometry.coordinates : []

/** Parts of a curve as one line: each begins where the one before ends. */
const joined = (parts: readonly unknown[]): unknown[] =>
  parts.flatMap((part, i) => (Array.isArray(part) ? part.slice(i === 0 ? 0 : 1) : []))

const unreadable = (): Unshaped => new Unshaped(said('unreadableShape'))

/**
 * GeoJSON's geometry, still to be checked; null for an empty one.
 * @param chordError how far chords may be from their arc
 * @throws Unshaped for a kind that is not read, and for broken bytes
 */
export const geometryOfBlob = (blob: Uint8Array, chordError: number): unknown => {
  const view = new DataView(blob.buffer, blob.byteOffset, blob.byteLength)
  if (blob.length < HEADER_BYTES + 5 || view.getUint16(0) !== 0x4750) throw unreadable()
  const flags = view.getUint8(3)
  const envelope = ENVELOPE_BYTES[(flags >> 1) & 0b111]
  // Bit 4: empty; bit 5: not of this standard.
  if ((flags & 0b1_0000) !== 0) return null
  if (envelope === undefined || (flags & 0b10_0000) !== 0) throw unreadable()
  try {
    return wkbReader(view, HEADER_BYTES + envelope, chordError)(0)
  } catch (error) {
    if (error instanceof RangeError) throw unreadable()
    throw error
  }
}
