import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { breaksOff, type PictureType, pictureTypes, withoutMetadata } from './withoutMetadata.ts'

const bytes = (base64: string): Buffer => Buffer.from(base64, 'base64')

/** A fade from red to blue, as an encoder wrote it: in one go, in several scans, packed with and without loss. */
const BASELINE = bytes(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAQABgDASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAQF/8QAFRABAQAAAAAAAAAAAAAAAAAAABP/xAAVAQEBAAAAAAAAAAAAAAAAAAAABf/EABYRAAMAAAAAAAAAAAAAAAAAAAAVYf/aAAwDAQACEQMRAD8AwKlUVSqoohZaUtqIqgogaU//2Q==',
)
const PROGRESSIVE = bytes(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wgARCAAQABgDASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAMF/8QAFQEBAQAAAAAAAAAAAAAAAAAAAAT/2gAMAwEAAhADEAAAAc9FVZZEf//EABUQAQEAAAAAAAAAAAAAAAAAAAAR/9oACAEBAAEFAqqqqv/EABURAQEAAAAAAAAAAAAAAAAAAAAU/9oACAEDAQE/AalT/8QAFREBAQAAAAAAAAAAAAAAAAAAABT/2gAIAQIBAT8BkSP/xAAUEAEAAAAAAAAAAAAAAAAAAAAg/9oACAEBAAY/Al//xAAUEAEAAAAAAAAAAAAAAAAAAAAg/9oACAEBAAE/IUB//9oADAMBAAIAAwAAABDHH//EABURAQEAAAAAAAAAAAAAAAAAAABx/9oACAEDAQE/EKU//8QAFREBAQAAAAAAAAAAAAAAAAAAAHH/2gAIAQIBAT8QlL//xAAUEAEAAAAAAAAAAAAAAAAAAAAg/9oACAEBAAE/EF//AP/Z',
)
const LOSSY = bytes(
  'UklGRlQAAABXRUJQVlA4IEgAAAAwAwCdASoIAAYAAgA0JagCdLcAlgH8AwgD9APf/A9EArXgAP73nEpAeVM/+euOGOKv7kYY4q/99pf69v/gm/QruYB7V5jaAAA=',
)
const LOSSLESS = bytes('UklGRjoAAABXRUJQVlA4TC0AAAAvB0ABAC8AEIT/bRMz8+b/+U+WBoRsJOkUTuEVXuEV3l+rE9H/+HjVrQ62GgAA')
/** One transparent pixel. */
const PNG = bytes('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==')

const SECRET = '52.5200 N 13.4050 E'

/** A TIFF header and one directory: its content is given twice, in the order of bytes of either maker. */
const exifOf = (orientation: number, isLittle: boolean): Buffer => {
  const exif = Buffer.alloc(38)
  const u16 = (value: number, at: number): unknown =>
    isLittle ? exif.writeUInt16LE(value, at) : exif.writeUInt16BE(value, at)
  const u32 = (value: number, at: number): unknown =>
    isLittle ? exif.writeUInt32LE(value, at) : exif.writeUInt32BE(value, at)
  exif.write(isLittle ? 'II' : 'MM', 'latin1')
  u16(42, 2)
  u32(8, 4)
  u16(2, 8)
  // ImageDescription, then Orientation.
  for (const [index, [tag, type, count]] of [
    [0x010e, 2, SECRET.length],
    [0x0112, 3, 1],
  ].entries()) {
    u16(tag ?? 0, 10 + index * 12)
    u16(type ?? 0, 12 + index * 12)
    u32(count ?? 0, 14 + index * 12)
  }
  u32(38, 18)
  u16(orientation, 30)
  return Buffer.concat([exif, Buffer.from(SECRET)])
}

const segment = (marker: number, content: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}
const jpegWith = (picture: Buffer, ...segments: readonly Buffer[]): Buffer =>
  Buffer.concat([picture.subarray(0, 2), ...segments, picture.subarray(2)])
const exifSegment = (exif: Buffer): Buffer => segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exif]))

const pngChunk = (type: string, content: Buffer): Buffer => {
  const chunk = Buffer.alloc(12 + content.length)
  chunk.writeUInt32BE(content.length, 0)
  chunk.write(type, 4, 'latin1')
  content.copy(chunk, 8)
  return chunk
}
/** After the header, which is 25 bytes long and follows the 8 of the signature. */
const pngWith = (...chunks: readonly Buffer[]): Buffer =>
  Buffer.concat([PNG.subarray(0, 33), ...chunks, PNG.subarray(33)])

const riff = (type: string, content: Buffer): Buffer => {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}
/** The extended form of a simple file: a header that tells what follows, pixels, then metadata. */
const webpWith = (simple: Buffer, exif: Buffer): Buffer => {
  const header = Buffer.from([0x0c, 0, 0, 0, 7, 0, 0, 5, 0, 0])
  const chunks = [riff('VP8X', header), simple.subarray(12), riff('EXIF', exif), riff('XMP ', Buffer.from(SECRET))]
  return riff('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]))
}

const bare = (type: PictureType, data: Uint8Array): Buffer => Buffer.from(withoutMetadata(type, data) ?? [])

describe('metadata', () => {
  it.each([
    ['image/jpeg', 'in one go', BASELINE],
    ['image/jpeg', 'in several scans', PROGRESSIVE],
    ['image/png', 'of one pixel', PNG],
    ['image/webp', 'with loss', LOSSY],
    ['image/webp', 'without loss', LOSSLESS],
  ] as const)('that is not there is not missed: %s %s comes back byte for byte', (type, _, picture) => {
    expect(bare(type, picture).equals(picture)).toBe(true)
  })

  it('of a JPEG is removed, at any position, with everything after the end of the picture', () => {
    const thumbnail = segment(0xe0, Buffer.from(`JFXX\0\x10${SECRET}`))
    const notes = [0xe1, 0xe2, 0xe3, 0xed, 0xfe].map(marker => segment(marker, Buffer.from(`of the maker: ${SECRET}`)))
    for (const picture of [BASELINE, PROGRESSIVE]) {
      const taken = Buffer.concat([
        jpegWith(picture, exifSegment(exifOf(1, true)), thumbnail, ...notes),
        Buffer.from(`a film, ${SECRET}`),
      ])
      expect(taken.includes(SECRET)).toBe(true)
      const kept = bare('image/jpeg', taken)
      expect(kept.includes(SECRET)).toBe(false)
      expect(kept.equals(picture)).toBe(true)
    }
  })

  it('of a PNG is removed, as text or packed, with everything after the end of the picture', () => {
    const chunks = ['tEXt', 'zTXt', 'iTXt', 'tIME', 'cAMR'].map(type => pngChunk(type, Buffer.from(SECRET)))
    const taken = Buffer.concat([pngWith(...chunks, pngChunk('eXIf', exifOf(1, false))), Buffer.from(SECRET)])
    expect(bare('image/png', taken).equals(PNG)).toBe(true)
  })

  it('of a WebP is removed, with its flags in the header', () => {
    for (const simple of [LOSSY, LOSSLESS]) {
      const kept = bare('image/webp', Buffer.concat([webpWith(simple, exifOf(1, true)), Buffer.from(SECRET)]))
      expect(kept.includes(SECRET)).toBe(false)
      expect(kept[20]).toBe(0)
      expect(kept.subarray(30).equals(simple.subarray(12))).toBe(true)
    }
  })
})

describe('which way up a picture is', () => {
  it.each([true, false])('stays, the one thing kept of its metadata (little-endian: %s)', isLittle => {
    for (const orientation of [2, 3, 4, 5, 6, 7, 8]) {
      const exif = exifOf(orientation, isLittle)
      for (const [type, taken] of [
        ['image/jpeg', jpegWith(BASELINE, exifSegment(exif))],
        ['image/png', pngWith(pngChunk('eXIf', exif))],
        ['image/webp', webpWith(LOSSY, exif)],
      ] as const) {
        const kept = bare(type, taken)
        expect(kept.includes(SECRET)).toBe(false)
        // One directory of one tag, and no other after it.
        const expected = Buffer.from([
          73,
          73,
          42,
          0,
          8,
          0,
          0,
          0,
          1,
          0,
          0x12,
          1,
          3,
          0,
          1,
          0,
          0,
          0,
          orientation,
          0,
          0,
          0,
          0,
          0,
          0,
          0,
        ])
        expect(kept.includes(expected), `${type} ${orientation}`).toBe(true)
        expect(bare(type, kept).equals(kept)).toBe(true)
      }
    }
  })

  it('is upright where its orientation is invalid', () => {
    for (const orientation of [0, 9, 65_535]) {
      const kept = bare('image/png', pngWith(pngChunk('eXIf', exifOf(orientation, true))))
      expect(kept.equals(PNG)).toBe(true)
    }
    for (const exif of ['', 'II', 'II*\0\xff\xff\xff\xff', 'MM\0*\0\0\0\x08\xff\xff']) {
      expect(bare('image/png', pngWith(pngChunk('eXIf', Buffer.from(exif, 'latin1')))).equals(PNG)).toBe(true)
    }
  })
})

describe('a file that is not a complete picture', () => {
  it('is known as such when it breaks off', () => {
    expect(withoutMetadata('image/jpeg', BASELINE.subarray(0, 100))).toBeUndefined()
    expect(withoutMetadata('image/png', PNG.subarray(0, -1))).toBeUndefined()
    expect(withoutMetadata('image/webp', LOSSY.subarray(0, -1))).toBeUndefined()
    for (const type of pictureTypes) expect(withoutMetadata(type, new Uint8Array())).toBeUndefined()
    for (const [type, picture] of [
      ['image/jpeg', BASELINE],
      ['image/jpeg', PROGRESSIVE],
      ['image/png', PNG],
      ['image/webp', LOSSY],
    ] as const) {
      expect(breaksOff(type, picture)).toBe(false)
      for (const length of [0, 100, picture.length - 20, picture.length - 1])
        expect(breaksOff(type, picture.subarray(0, Math.min(length, picture.length - 1))), `${type} ${length}`).toBe(
          true,
        )
    }
  })

  it('never throws nor returns more than it got, after any change in it; a second time changes nothing', () => {
    const taken = [
      ['image/jpeg', jpegWith(PROGRESSIVE, exifSegment(exifOf(6, false)))],
      ['image/png', pngWith(pngChunk('eXIf', exifOf(6, true)))],
      ['image/webp', webpWith(LOSSY, exifOf(6, true))],
    ] as const
    const change = fc.record({ at: fc.nat(1_000), value: fc.nat(255) })
    fc.assert(
      fc.property(
        fc.constantFrom(...taken),
        fc.array(change, { maxLength: 12 }),
        fc.nat(1_000),
        ([type, picture], changes, length) => {
          const changed = Buffer.from(picture)
          for (const { at, value } of changes) changed[at % changed.length] = value
          const given = length < 500 ? changed.subarray(0, length) : changed
          const kept = withoutMetadata(type, given)
          if (kept === undefined) return
          // A cut-off JPEG gets its two bytes of an end, a cut-off frame the byte that makes it even.
          expect(kept.length).toBeLessThanOrEqual(given.length + 3)
          expect(Buffer.from(withoutMetadata(type, kept) ?? []).equals(Buffer.from(kept))).toBe(true)
        },
      ),
      { numRuns: 2_000 },
    )
  })

  it('never throws for any bytes at all', () => {
    fc.assert(
      fc.property(fc.constantFrom(...pictureTypes), fc.uint8Array({ maxLength: 200 }), (type, data) => {
        expect(() => withoutMetadata(type, data)).not.toThrow()
      }),
    )
  })
})
