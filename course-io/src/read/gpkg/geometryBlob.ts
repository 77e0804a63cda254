/** The geometry of a GeoPackage (OGC 12-128r18, 2.1.3): a header, then well-known binary of ISO or the older EWKB. */

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
] as const

/** Has Z, has M: thousands in ISO, high bits in EWKB. */
const numbersOf = (code: number): number => {
  const iso = Math.floor((code & 0xfff_ffff) / 1_000)
  const hasZ = (code & 0x8000_0000) !== 0 || iso === 1 || iso === 3
  const hasM = (code & 0x4000_0000) !== 0 || iso === 2 || iso === 3
  return 2 + Number(hasZ) + Number(hasM)
}

/** Reads beyond the end throw a RangeError, so a count that lies ends soon. */
const wkbReader = (view: DataView, start: number) => {
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
    const type = NAMES[((code & 0xfff_ffff) % 1_000) - 1]
    const line = (): number[][] => list(() => place(size))
    switch (type) {
      case undefined:
        return null
      case 'Point':
        return { type, coordinates: place(size) }
      case 'LineString':
        return { type, coordinates: line() }
      case 'Polygon':
        return { type, coordinates: list(line) }
      case 'GeometryCollection':
        return { type, geometries: list(() => geometry(level + 1)) }
      default:
        return { type, coordinates: list(() => coordinatesOf(geometry(level + 1))) }
    }
  }
  return geometry
}

const coordinatesOf = (geometry: unknown): unknown =>
  typeof geometry === 'object' && geometry !== null && 'coordinates' in geometry ? geometry.coordinates : []

/** GeoJSON's geometry, still to be checked; null for an empty one, an unknown kind such as a curve, and for broken bytes. */
export const geometryOfBlob = (blob: Uint8Array): unknown => {
  const view = new DataView(blob.buffer, blob.byteOffset, blob.byteLength)
  if (blob.length < HEADER_BYTES + 5 || view.getUint16(0) !== 0x4750) return null
  const flags = view.getUint8(3)
  const envelope = ENVELOPE_BYTES[(flags >> 1) & 0b111]
  // Bit 5: not of this standard; bit 4: empty.
  if (envelope === undefined || (flags & 0b11_0000) !== 0) return null
  try {
    return wkbReader(view, HEADER_BYTES + envelope)(0)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
