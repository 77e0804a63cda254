/** Makes small GeoTIFF files of many forms, for tests: uncompressed or packed, any bits, turned, planar, big-endian. */
import { writeFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { ascii, directoryBytes, double, long, short, type Tag, writeDirectory } from '../tiffDirectory.ts'

export interface TrialTiff {
  readonly width: number
  readonly height: number
  readonly bands: number
  readonly bits: 8 | 16 | 32
  /** 1 unsigned, 2 signed, 3 floating point. */
  readonly format: 1 | 2 | 3
  readonly value: (column: number, row: number, band: number) => number
  readonly photometric?: number
  readonly compression?: number
  /** Of the only strip of a compression that is none of ours. */
  readonly packed?: Uint8Array
  readonly isPlanar?: boolean
  readonly noData?: number
  readonly extra?: readonly number[]
  readonly palette?: readonly number[]
  /** Of the projection; none leaves the keys out. */
  readonly keys?: readonly number[]
  readonly scale?: readonly [number, number]
  readonly tiepoint?: readonly [number, number]
  readonly matrix?: readonly number[]
  /** Says other sides than the picture has. */
  readonly claims?: { readonly width: number; readonly height: number }
}

export const projectedKeys = (code: number, ...more: number[]): number[] => [
  1,
  1,
  0,
  3 + more.length / 4,
  1024,
  0,
  1,
  1,
  1025,
  0,
  1,
  1,
  3072,
  0,
  1,
  code,
  ...more,
]
export const geographicKeys = (code: number): number[] => [1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, code]

export const writeTrialTiff = (path: string, tiff: TrialTiff): void => {
  const { width, height, bands, bits, format, value, compression = 1, isPlanar = false } = tiff
  const bytes = bits / 8
  const strip = (from: readonly number[]): Uint8Array => {
    const data = new Uint8Array(width * height * from.length * bytes)
    const view = new DataView(data.buffer)
    let at = 0
    for (let row = 0; row < height; row++) {
      for (let column = 0; column < width; column++) {
        for (const band of from) {
          const one = value(column, row, band)
          if (format === 3) view.setFloat32(at, one, true)
          else if (bits === 8) view.setUint8(at, one)
          else if (bits === 16 && format === 2) view.setInt16(at, one, true)
          else if (bits === 16) view.setUint16(at, one, true)
          else view.setUint32(at, one, true)
          at += bytes
        }
      }
    }
    return tiff.packed ?? (compression === 8 ? deflateSync(data) : data)
  }
  const all = Array.from({ length: bands }, (_, band) => band)
  const strips = isPlanar ? all.map(band => strip([band])) : [strip(all)]
  const made = (offsets: readonly number[]): Tag[] => [
    long(256, [tiff.claims?.width ?? width]),
    long(257, [tiff.claims?.height ?? height]),
    short(258, ...all.map(() => bits)),
    short(259, compression),
    short(262, tiff.photometric ?? (bands > 2 ? 2 : 1)),
    long(273, offsets),
    short(277, bands),
    long(278, [tiff.claims?.height ?? height]),
    long(
      279,
      strips.map(one => one.byteLength),
    ),
    short(284, isPlanar ? 2 : 1),
    ...(tiff.palette === undefined ? [] : [short(320, ...tiff.palette)]),
    ...(tiff.extra === undefined ? [] : [short(338, ...tiff.extra)]),
    short(339, ...all.map(() => format)),
    ...(tiff.scale === undefined ? [] : [double(33550, ...tiff.scale, 0)]),
    ...(tiff.tiepoint === undefined ? [] : [double(33922, 0, 0, 0, ...tiff.tiepoint, 0)]),
    ...(tiff.matrix === undefined ? [] : [double(34264, ...tiff.matrix)]),
    ...(tiff.keys === undefined ? [] : [short(34735, ...tiff.keys)]),
    ...(tiff.noData === undefined ? [] : [ascii(42113, String(tiff.noData))]),
  ]
  let end = 8 + directoryBytes(made(strips.map(() => 0)))
  const offsets = strips.map(one => {
    const offset = end
    end += one.byteLength
    return offset
  })
  const file = new Uint8Array(end)
  const view = new DataView(file.buffer)
  view.setUint16(0, 0x4949, true)
  view.setUint16(2, 42, true)
  view.setUint32(4, 8, true)
  writeDirectory(view, 8, made(offsets), 0)
  strips.forEach((one, i) => {
    file.set(one, offsets[i] ?? 0)
  })
  writeFileSync(path, file)
}
