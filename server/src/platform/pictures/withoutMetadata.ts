/**
 * Takes out of a picture what its pixels do not need: where and with what it was taken, thumbnails, comments, and all bytes
 * after its end. Only parts that are known to be needed stay, so that unforeseen parts go too. The one thing kept
 * of the metadata is the orientation of the picture. Nothing is decoded: the bytes of the pixels are returned unchanged.
 */
import { crc32 } from 'node:zlib'

export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export type PictureType = (typeof pictureTypes)[number]

/** Upright, as a picture is that says nothing of it. */
const UPRIGHT = 1
const ORIENTATION_TAG = 0x0112

const ascii = (text: string): Buffer => Buffer.from(text, 'latin1')
const EXIF_MARK = ascii('Exif\0\0')

const startsWith = (data: Buffer, mark: Buffer): boolean => data.subarray(0, mark.length).equals(mark)

/** @param exif a TIFF header and its first directory; @returns 2 to 8, or `UPRIGHT` also where nothing sensible is said */
const orientationOf = (exif: Buffer): number => {
  const tiff = startsWith(exif, EXIF_MARK) ? exif.subarray(EXIF_MARK.length) : exif
  if (tiff.length < 8) return UPRIGHT
  const isLittle = tiff.readUInt16BE(0) === 0x4949
  const u16 = (at: number): number => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (directory + 2 > tiff.length) return UPRIGHT
  const count = u16(directory)
  for (let index = 0; index < count; index += 1) {
    const entry = directory + 2 + index * 12
    if (entry + 12 > tiff.length) return UPRIGHT
    if (u16(entry) !== ORIENTATION_TAG) continue
    const value = u16(entry + 8)
    return value >= 2 && value <= 8 ? value : UPRIGHT
  }
  return UPRIGHT
}

/** The least Exif there is: one directory with one tag. */
const exifOf = (orientation: number): Buffer => {
  const exif = Buffer.alloc(26)
  exif.write('II*\0', 0, 'latin1')
  exif.writeUInt32LE(8, 4)
  exif.writeUInt16LE(1, 8)
  exif.writeUInt16LE(ORIENTATION_TAG, 10)
  exif.writeUInt16LE(3, 12)
  exif.writeUInt32LE(1, 14)
  exif.writeUInt16LE(orientation, 18)
  return exif
}

const JPEG_START = Buffer.from([0xff, 0xd8])
const JPEG_END = Buffer.from([0xff, 0xd9])
const SCAN = 0xda
const JFIF = ascii('JFIF\0')
/** Application segments that say how colours are to be read; the rest of them is about the picture, not of it. */
const COLOUR_SEGMENTS: ReadonlyMap<number, Buffer> = new Map([
  [0xe2, ascii('ICC_PROFILE\0')],
  [0xee, ascii('Adobe')],
])

/** The end of the coded pixels that begin here: at the next marker that is neither a restart nor a stuffed byte. */
const endOfScan = (data: Buffer, from: number): number => {
  for (let at = data.indexOf(0xff, from); at !== -1; at = data.indexOf(0xff, at + 1)) {
    const next = data[at + 1]
    if (next === undefined) break
    const isCoded = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7)
    if (!isCoded) return at
  }
  return data.length
}

/** A JFIF header without its thumbnail. */
const bareJfif = (segment: Buffer): Buffer => {
  const bare = Buffer.from(segment.subarray(0, 18))
  bare.writeUInt16BE(16, 2)
  bare.fill(0, 16)
  return bare
}

interface BareJpeg {
  readonly bare: Buffer
  /** Whether it had an end; one that breaks off within its pixels gets one. */
  readonly hasEnd: boolean
}

/** ITU-T T.81, annex B. */
const readJpeg = (data: Buffer): BareJpeg | undefined => {
  if (!startsWith(data, JPEG_START)) return undefined
  const headers: Buffer[] = []
  const parts: Buffer[] = []
  let orientation = UPRIGHT
  let hasPixels = false
  let hasEnd = false
  let at = 2
  while (at < data.length) {
    if (data[at] !== 0xff) return undefined
    const marker = data[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === 0xd9) {
      hasEnd = true
      break
    }
    // The others that have no length stand within coded pixels only.
    if (marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd8) || at + 4 > data.length) return undefined
    const end = at + 2 + data.readUInt16BE(at + 2)
    if (end < at + 4 || end > data.length) return undefined
    const segment = data.subarray(at, end)
    const content = segment.subarray(4)
    const colours = COLOUR_SEGMENTS.get(marker)
    if (marker === 0xe0) {
      if (startsWith(content, JFIF) && content.length >= 14 && headers.length === 0) headers.push(bareJfif(segment))
    } else if (marker === 0xe1) {
      if (startsWith(content, EXIF_MARK) && orientation === UPRIGHT) orientation = orientationOf(content)
    } else if (marker < 0xe0 || (colours !== undefined && startsWith(content, colours))) parts.push(segment)
    at = end
    if (marker !== SCAN) continue
    hasPixels = true
    at = endOfScan(data, at)
    parts.push(data.subarray(end, at))
  }
  if (!hasPixels) return undefined
  if (orientation !== UPRIGHT) {
    const exif = exifOf(orientation)
    headers.push(Buffer.from([0xff, 0xe1, 0, 2 + EXIF_MARK.length + exif.length]), EXIF_MARK, exif)
  }
  return { bare: Buffer.concat([JPEG_START, ...headers, ...parts, JPEG_END]), hasEnd }
}

const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const PNG_CHUNKS: ReadonlySet<string> = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA sRGB iCCP cICP sBIT bKGD pHYs'.split(' '),
)

const pngChunk = (type: string, content: Buffer): Buffer => {
  const chunk = Buffer.alloc(12 + content.length)
  chunk.writeUInt32BE(content.length, 0)
  chunk.write(type, 4, 'latin1')
  content.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + content.length)), 8 + content.length)
  return chunk
}

/** W3C PNG, third edition. */
const barePng = (data: Buffer): Buffer | undefined => {
  if (!startsWith(data, PNG_START)) return undefined
  const parts: Buffer[] = [PNG_START]
  let orientation = UPRIGHT
  for (let at = PNG_START.length; at + 12 <= data.length; ) {
    const end = at + 12 + data.readUInt32BE(at)
    if (end > data.length) return undefined
    const type = data.toString('latin1', at + 4, at + 8)
    if (type === 'eXIf') orientation = orientationOf(data.subarray(at + 8, end - 4))
    if (type === 'IEND') {
      if (orientation !== UPRIGHT) parts.push(pngChunk('eXIf', exifOf(orientation)))
      return Buffer.concat([...parts, data.subarray(at, end)])
    }
    if (PNG_CHUNKS.has(type)) parts.push(data.subarray(at, end))
    at = end
  }
  return undefined
}

const WEBP_PIXELS: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'ALPH'])
const WEBP_CHUNKS: ReadonlySet<string> = new Set([...WEBP_PIXELS, 'ICCP', 'ANIM'])
const HAS_EXIF = 0x08
const HAS_XMP = 0x04
/** Place, size, duration and blending of a frame; its own chunks follow. */
const FRAME_HEADER_BYTES = 16

interface RiffChunk {
  readonly type: string
  readonly content: Buffer
}

/** RFC 9649, section 2.3; undefined where a chunk is longer than what is there. */
const riffChunks = (data: Buffer): readonly RiffChunk[] | undefined => {
  const chunks: RiffChunk[] = []
  for (let at = 0; at + 8 <= data.length; ) {
    const length = data.readUInt32LE(at + 4)
    const end = at + 8 + length
    if (end > data.length) return undefined
    chunks.push({ type: data.toString('latin1', at, at + 4), content: data.subarray(at + 8, end) })
    at = end + (length % 2)
  }
  return chunks
}

const riffChunk = (type: string, content: Buffer): Buffer => {
  const header = Buffer.alloc(8)
  header.write(type, 0, 'latin1')
  header.writeUInt32LE(content.length, 4)
  return Buffer.concat([header, content, Buffer.alloc(content.length % 2)])
}

const bareFrame = (frame: Buffer): Buffer | undefined => {
  const chunks = riffChunks(frame.subarray(FRAME_HEADER_BYTES))
  if (frame.length < FRAME_HEADER_BYTES || chunks === undefined) return undefined
  const kept = chunks.filter(({ type }) => WEBP_PIXELS.has(type))
  const pixels = kept.map(({ type, content }) => riffChunk(type, content))
  return Buffer.concat([frame.subarray(0, FRAME_HEADER_BYTES), ...pixels])
}

const bareWebp = (data: Buffer): Buffer | undefined => {
  if (data.length < 12 || data.toString('latin1', 0, 4) !== 'RIFF') return undefined
  if (data.toString('latin1', 8, 12) !== 'WEBP') return undefined
  const end = 8 + data.readUInt32LE(4)
  const chunks = end > data.length ? undefined : riffChunks(data.subarray(12, end))
  if (chunks === undefined) return undefined
  const exif = chunks.find(({ type }) => type === 'EXIF')
  const orientation = exif === undefined ? UPRIGHT : orientationOf(exif.content)
  const parts: Buffer[] = [ascii('WEBP')]
  for (const { type, content } of chunks) {
    if (type === 'VP8X') {
      const header = Buffer.from(content)
      const flags = (header[0] ?? 0) & ~(HAS_EXIF | HAS_XMP)
      header.fill(orientation === UPRIGHT ? flags : flags | HAS_EXIF, 0, 1)
      parts.push(riffChunk(type, header))
    } else if (type === 'ANMF') {
      const frame = bareFrame(content)
      if (frame === undefined) return undefined
      parts.push(riffChunk(type, frame))
    } else if (WEBP_CHUNKS.has(type)) parts.push(riffChunk(type, content))
  }
  if (orientation !== UPRIGHT) parts.push(riffChunk('EXIF', exifOf(orientation)))
  return riffChunk('RIFF', Buffer.concat(parts))
}

const BARE: Readonly<Record<PictureType, (data: Buffer) => Buffer | undefined>> = {
  'image/jpeg': data => readJpeg(data)?.bare,
  'image/png': barePng,
  'image/webp': bareWebp,
}

const bufferOf = (data: Uint8Array): Buffer => Buffer.from(data.buffer, data.byteOffset, data.byteLength)

/** Undefined where the bytes are not a complete picture of that type; a JPEG may break off within its pixels. */
export const withoutMetadata = (type: PictureType, data: Uint8Array): Uint8Array | undefined =>
  BARE[type](bufferOf(data))

/** Whether a picture breaks off; the other types have no metadata removed then. */
export const breaksOff = (type: PictureType, data: Uint8Array): boolean =>
  type === 'image/jpeg' ? readJpeg(bufferOf(data))?.hasEnd !== true : withoutMetadata(type, data) === undefined
