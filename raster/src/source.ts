/** A GeoTIFF of somebody else's: checked by what it claims before anything of it is unpacked, then read in blocks. */
import { open as openFile, stat } from 'node:fs/promises'
import { fromFile, type GeoTIFF, type GeoTIFFImage, getDecoder } from 'geotiff'
import { type Affine, readAffine } from './affine.ts'
import { LERC, ZSTANDARD } from './boundedDecoders.ts'
import { Fault } from './fault.ts'
import { type HeightValues, readHeightValues } from './heightValues.ts'
import { type Projection, readProjection } from './projection.ts'
import { readTurnedLists } from './turnedLists.ts'
import { WEBP } from './webp.ts'

/** A side, and a whole picture; more is refused before it is unpacked. */
const MOST_SIDE = 200_000
export const MOST_PIXELS = 600_000_000
/** One strip or tile is unpacked as a whole. */
const MOST_BLOCK_BYTES = 256 * 1024 * 1024
/** Deflate packs nothing tighter than this, and the older ways do not reach it. */
const BEST_PACKING = 1_400
/** A Zstandard block of four bytes repeats one byte 128 KiB times: RFC 8878, section 3.1.1.2. */
const BEST_ZSTANDARD = 32_768
/** A block of one value takes 70 bytes in LERC, however large it is; larger ones than this have to hold more. */
const SMALL_BYTES = 4 * 1024 * 1024
const MOST_DIRECTORIES = 64
const MASK = 4
const REDUCED = 1

/** Supported compressions: none, LZW, JPEG, deflate, PackBits, LERC, Zstandard, WebP. */
const COMPRESSIONS: ReadonlySet<number> = new Set([1, 5, 7, 8, 32_946, 32_773, LERC, ZSTANDARD, WEBP])
const UNPACKED = 1
const JPEG = 7

export type Values =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array

/** One strip or tile as the file holds it: all bands of a pixel side by side. */
export interface Block {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly values: Values
}

export interface SourceImage {
  readonly width: number
  readonly height: number
  readonly bands: number
  readonly bits: number
  /** 1 unsigned, 2 signed, 3 floating point. */
  readonly format: number
  readonly photometric: number
  /** For each band beyond the colours: 1 or 2 says how opaque a pixel is. */
  readonly extraBands: readonly number[]
  readonly palette: ArrayLike<number> | undefined
  readonly noData: number | null
  readonly blockWidth: number
  readonly blockHeight: number
  readonly block: (column: number, row: number) => Promise<Block>
}

export interface RasterSource {
  readonly image: SourceImage
  /** Says of each pixel whether there is one, where the file has such a mask. */
  readonly mask: SourceImage | undefined
  readonly affine: Affine
  readonly projection: Projection
  readonly heightValues: HeightValues
  readonly close: () => Promise<void>
}

type Directory = GeoTIFFImage['fileDirectory']
type TagName = Parameters<Directory['loadValue']>[0]

const tag = async (directory: Directory, name: TagName): Promise<unknown> =>
  directory.hasTag(name) ? await directory.loadValue(name) : undefined

const list = (value: unknown): ArrayLike<number> | undefined =>
  Array.isArray(value) || (ArrayBuffer.isView(value) && 'length' in value)
    ? (value as unknown as ArrayLike<number>)
    : typeof value === 'number'
      ? [value]
      : undefined

const first = (value: unknown, otherwise: number): number => Number(list(value)?.[0] ?? otherwise)

const isBigEndianHere = new Uint8Array(Uint16Array.of(1).buffer)[0] === 0

/** Turns the bytes of each value around where the file has them the other way round. */
const inOurOrder = (data: ArrayBuffer, bytes: number, isLittleEndian: boolean): ArrayBuffer => {
  if (bytes === 1 || isLittleEndian === !isBigEndianHere) return data
  const turned = new Uint8Array(data.slice(0))
  for (let at = 0; at + bytes <= turned.length; at += bytes) turned.subarray(at, at + bytes).reverse()
  return turned.buffer
}

/**
 * Undoes the differences of the horizontal predictor (TIFF 6.0, section 14) in values of our own order. The library does
 * it in the order of the host, which turns heights of a big-endian file into others.
 */
const undoDifferences = (data: ArrayBuffer, bits: number, rowValues: number, stride: number): void => {
  const values = bits === 16 ? new Uint16Array(data) : new Uint32Array(data)
  for (let row = 0; row + rowValues <= values.length; row += rowValues)
    for (let i = row + stride; i < row + rowValues; i++) values[i] = (values[i] ?? 0) + (values[i - stride] ?? 0)
}

const typed = (data: ArrayBuffer, format: number, bits: number): Values | undefined => {
  const whole = bits <= 8 ? 1 : bits / 8
  const length = Math.floor(data.byteLength / whole)
  if (format === 3) {
    return bits === 32 ? new Float32Array(data, 0, length) : bits === 64 ? new Float64Array(data, 0, length) : undefined
  }
  if (bits <= 8) return format === 2 ? new Int8Array(data) : new Uint8Array(data)
  if (bits === 16) return format === 2 ? new Int16Array(data, 0, length) : new Uint16Array(data, 0, length)
  if (bits === 32) return format === 2 ? new Int32Array(data, 0, length) : new Uint32Array(data, 0, length)
  return undefined
}

const offsetsOf = async (directory: Directory, isTiled: boolean): Promise<readonly [number[], number[]]> => {
  const [offsets, counts] = await Promise.all([
    tag(directory, isTiled ? 'TileOffsets' : 'StripOffsets'),
    tag(directory, isTiled ? 'TileByteCounts' : 'StripByteCounts'),
  ])
  return [Array.from(list(offsets) ?? [], Number), Array.from(list(counts) ?? [], Number)]
}

interface Claims {
  readonly width: number
  readonly height: number
  readonly bands: number
  readonly bits: number
  readonly blockWidth: number
  readonly pixelBits: number
  readonly blockBytes: number
  readonly compression: number
  /** Strips or tiles that the image has to have. */
  readonly blocks: number
}

/** @throws Fault for an image that claims more than the bytes of its file can hold */
const checkClaims = (
  { width, height, bands, bits, blockWidth, pixelBits, blockBytes, compression, blocks }: Claims,
  offsets: readonly number[],
  counts: readonly number[],
  fileBytes: number,
): void => {
  if (offsets.length < blocks || counts.length < blocks) throw new Fault('fileDamaged')
  // A WebP block says its own sides, which are checked before it is unpacked; of one colour it takes some dozens of bytes.
  const isBounded =
    compression === UNPACKED || compression === WEBP || (compression === LERC && blockBytes <= SMALL_BYTES)
  const bestPacking = compression === ZSTANDARD ? BEST_ZSTANDARD : BEST_PACKING
  let packedBytes = 0
  for (let i = 0; i < blocks; i++) {
    const offset = offsets[i] ?? 0
    const count = counts[i] ?? 0
    if (count === 0) continue
    if (!(offset > 0 && count > 0 && offset + count <= fileBytes)) throw new Fault('fileDamaged')
    const claimed = Math.min(blockBytes, Math.ceil((blockWidth * pixelBits) / 8) * height)
    if (!isBounded && claimed / bestPacking > count + 64) throw new Fault('claimsTooMuch')
    if (compression !== UNPACKED && count > claimed * 2 + 65_536) {
      throw new Fault('claimsTooMuch')
    }
    packedBytes += count
  }
  if (packedBytes === 0) throw new Fault('fileDamaged')
  const wholeBytes = (width * height * bits * bands) / 8
  if (compression !== WEBP && wholeBytes > SMALL_BYTES + 4_096 * packedBytes) throw new Fault('claimsTooMuch')
}

/** How the values of an image are laid out in its file. */
interface Layout extends Claims {
  readonly format: number
  readonly sampleBits: readonly number[]
  readonly blockHeight: number
  /** The bands are one after the other instead of side by side. */
  readonly isPlanar: boolean
}

/** @throws Fault for a layout that is not read, or is larger than is taken here */
const readLayout = async (image: GeoTIFFImage): Promise<Layout> => {
  const directory = image.fileDirectory
  const width = image.getWidth()
  const height = image.getHeight()
  const bands = image.getSamplesPerPixel()
  if (!(width > 0 && height > 0 && bands > 0)) throw new Fault('fileDamaged')
  if (width > MOST_SIDE || height > MOST_SIDE || width * height > MOST_PIXELS)
    throw new Fault('tooManyPixels', { width, height })
  if (bands > 64) throw new Fault('unsupported', { bands })
  const sampleBits = Array.from(list(await tag(directory, 'BitsPerSample')) ?? [1], Number)
  const bits = sampleBits[0] ?? 1
  const format = first(await tag(directory, 'SampleFormat'), 1)
  const isRead = format === 3 ? bits === 32 || bits === 64 : bits <= 8 || bits === 16 || bits === 32
  if (!isRead || ![1, 2, 3].includes(format) || sampleBits.some(one => one !== bits))
    throw new Fault('unsupported', { bits: sampleBits.join(', ') })
  const compression = first(await tag(directory, 'Compression'), UNPACKED)
  if (!COMPRESSIONS.has(compression)) throw new Fault('unsupported', { compression })
  const isPicture = bits === 8 && format === 1 && (bands === 3 || bands === 4)
  if (compression === WEBP && (!isPicture || image.planarConfiguration === 2))
    throw new Fault('unsupported', { compression, bands, bits })
  // libtiff packs the bytes of a value the wrong way round and loses some values of floating point, other programs do not.
  if (compression === LERC && bits > 8 && !image.littleEndian) throw new Fault('unsupported', { compression, bits })
  const blockWidth = image.getTileWidth()
  const blockHeight = image.getTileHeight()
  const isPlanar = image.planarConfiguration === 2
  const pixelBits = bits * (isPlanar ? 1 : bands)
  const blockBytes = Math.ceil((blockWidth * pixelBits) / 8) * blockHeight
  if (
    !(blockWidth > 0 && blockHeight > 0) ||
    blockBytes > MOST_BLOCK_BYTES ||
    blockBytes * (isPlanar ? bands : 1) > 2 * MOST_BLOCK_BYTES
  )
    throw new Fault('tooManyPixels', { blockWidth, blockHeight })
  const blocks = Math.ceil(width / blockWidth) * Math.ceil(height / blockHeight) * (isPlanar ? bands : 1)
  return {
    ...{ width, height, bands, bits, format, sampleBits, compression },
    ...{ blockWidth, blockHeight, isPlanar, pixelBits, blockBytes, blocks },
  }
}

/** Unpacks one strip or tile: of one band where the bands are one after the other, otherwise of all. */
type ReadValues = (column: number, row: number, band: number) => Promise<Values>

/** @throws Fault for differences that cannot be undone */
const openValues = async (image: GeoTIFFImage, layout: Layout): Promise<ReadValues> => {
  const directory = image.fileDirectory
  const { height, bands, bits, format, sampleBits, compression, blockWidth, blockHeight, isPlanar } = layout
  const predictor = first(await tag(directory, 'Predictor'), 1)
  const hasTurnedDifferences = predictor === 2 && bits > 8 && image.littleEndian === isBigEndianHere
  if (hasTurnedDifferences && bits > 32) throw new Fault('unsupported', { bits })
  const decoder = await getDecoder(compression, {
    tileWidth: blockWidth,
    tileHeight: blockHeight,
    planarConfiguration: image.planarConfiguration,
    bitsPerSample: sampleBits,
    predictor: hasTurnedDifferences ? 1 : predictor,
    samplesPerPixel: bands,
    ...(compression === JPEG ? { JPEGTables: await tag(directory, 'JPEGTables') } : {}),
    ...(compression === LERC ? { LercParameters: list(await tag(directory, 'LercParameters')) } : {}),
  } as Parameters<typeof getDecoder>[1])
  const rowValues = blockWidth * (isPlanar ? 1 : bands)

  return async (column, row, band) => {
    let data: ArrayBufferLike
    try {
      data = (await image.getTileOrStrip(column, row, band, decoder)).data
    } catch (error) {
      if (error instanceof RangeError && /alloc/i.test(error.message)) throw error
      throw new Fault('fileDamaged')
    }
    if (!(data instanceof ArrayBuffer)) throw new Fault('fileDamaged')
    const ordered = inOurOrder(data, bits <= 8 ? 1 : bits / 8, image.littleEndian)
    if (hasTurnedDifferences) undoDifferences(ordered, bits, rowValues, isPlanar ? 1 : bands)
    const values = typed(ordered, format, bits)
    const rows = Math.min(blockHeight, height - row * blockHeight)
    if (values === undefined || values.length < rowValues * rows) throw new Fault('fileDamaged')
    return values
  }
}

/** The first values of each band, side by side. */
const interleaved = (planes: readonly Values[], count: number): Float32Array | Float64Array => {
  const length = count * planes.length
  const values = planes[0] instanceof Float64Array ? new Float64Array(length) : new Float32Array(length)
  for (const [band, plane] of planes.entries())
    for (let i = 0; i < count; i++) values[i * planes.length + band] = plane[i] ?? 0
  return values
}

/** @throws Fault for claims that no file of this size can keep, or that are more than is taken here */
const readImage = async (image: GeoTIFFImage, fileBytes: number): Promise<SourceImage> => {
  const directory = image.fileDirectory
  await readTurnedLists(image, fileBytes)
  const layout = await readLayout(image)
  checkClaims(layout, ...(await offsetsOf(directory, image.isTiled)), fileBytes)
  const readValues = await openValues(image, layout)
  const noData = image.getGDALNoData()
  const { width, height, bands, bits, format, blockWidth, blockHeight, isPlanar } = layout
  return {
    ...{ width, height, bands, bits, format, blockWidth, blockHeight },
    photometric: first(await tag(directory, 'PhotometricInterpretation'), 1),
    extraBands: Array.from(list(await tag(directory, 'ExtraSamples')) ?? [], Number),
    palette: list(await tag(directory, 'ColorMap')),
    noData: noData !== null && Number.isFinite(noData) ? noData : null,
    block: async (column, row) => {
      const place = {
        left: column * blockWidth,
        top: row * blockHeight,
        width: blockWidth,
        height: Math.min(blockHeight, height - row * blockHeight),
      }
      if (!isPlanar) return { ...place, values: await readValues(column, row, 0) }
      const planes: Values[] = []
      for (let band = 0; band < bands; band++) planes.push(await readValues(column, row, band))
      return { ...place, values: interleaved(planes, place.width * place.height) }
    },
  }
}

const isTiff = async (path: string): Promise<boolean> => {
  const file = await openFile(path, 'r')
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return ['49492a00', '4d4d002a', '49492b00', '4d4d002b'].includes(buffer.toString('hex'))
  } finally {
    await file.close()
  }
}

/** The pictures of the file, the largest first; directories that lead in a circle end. */
const imagesOf = async (file: GeoTIFF): Promise<GeoTIFFImage[]> => {
  const images: GeoTIFFImage[] = []
  for (let i = 0; i < MOST_DIRECTORIES; i++) {
    try {
      images.push(await file.getImage(i))
    } catch (error) {
      if (i === 0) throw error
      break
    }
  }
  return images
}

const subfile = (image: GeoTIFFImage): number => {
  const directory = image.fileDirectory
  return directory.hasTag('NewSubfileType') ? Number(directory.getValue('NewSubfileType')) : 0
}

/** @throws Fault that says why it cannot be used */
export const openSource = async (path: string): Promise<RasterSource> => {
  const { size } = await stat(path)
  if (!(await isTiff(path))) throw new Fault('notTiff')
  let file: GeoTIFF | undefined
  try {
    const opened = await fromFile(path).catch(() => {
      throw new Fault('fileDamaged')
    })
    file = opened
    const images = await imagesOf(opened).catch(() => {
      throw new Fault('fileDamaged')
    })
    const main = images.find(one => (subfile(one) & (MASK | REDUCED)) === 0) ?? images[0]
    if (main === undefined) throw new Fault('fileDamaged')
    // Of a file that was cut short nothing is left to say where it is: what is wrong with it is that it is not whole.
    const image = await readImage(main, size)
    const directory = main.fileDirectory
    const keys = main.getGeoKeys() ?? {}
    const affine = readAffine({
      scale: list(await tag(directory, 'ModelPixelScale')),
      tiepoints: list(await tag(directory, 'ModelTiepoint')),
      matrix: list(await tag(directory, 'ModelTransformation')),
      isPoint: Number((keys as Record<string, unknown>).GTRasterTypeGeoKey ?? 1) === 2,
    })
    const projection = readProjection(keys)
    const maskImage = images.find(
      other => (subfile(other) & MASK) !== 0 && other.getWidth() === image.width && other.getHeight() === image.height,
    )
    const mask = maskImage === undefined ? undefined : await readImage(maskImage, size)
    const heightValues = readHeightValues(await main.getGDALMetadata(0))
    return { image, mask, affine, projection, heightValues, close: async () => void (await opened.close()) }
  } catch (error) {
    await file?.close()
    if (error instanceof Fault) throw error
    if (error instanceof RangeError && /alloc/i.test(error.message)) throw error
    throw new Fault('fileDamaged')
  }
}
