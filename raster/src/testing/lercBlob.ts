/** Makes LERC blobs of one value a band, for tests. Source: Esri/lerc, Lerc2.cpp, `WriteHeader`. */
import { signLerc } from '../lercChecksum.ts'

export interface LercBlob {
  readonly width: number
  readonly height: number
  readonly values: readonly number[]
  /** 1 unsigned byte, 6 floating point of 32 bits. */
  readonly kind: 1 | 6
  /** Rows from the top that have values; all where it is left out. */
  readonly rows?: number
}

const VERSION = 4
const END_OF_MASK = -32_768

export const lercBlob = ({ width, height, values, kind, rows = height }: LercBlob): Uint8Array<ArrayBuffer> => {
  const valueBytes = kind === 1 ? 1 : 4
  // Runs of whole bytes of the mask, a bit for each pixel.
  const runs =
    rows === height
      ? []
      : ([
          [rows, 255],
          [height - rows, 0],
        ] as const)
  const maskBytes = runs.length === 0 ? 0 : runs.length * 3 + 2
  const bytes = new Uint8Array(70 + maskBytes + 2 * values.length * valueBytes)
  const view = new DataView(bytes.buffer)
  bytes.set(new TextEncoder().encode('Lerc2 '))
  const whole = [VERSION, 0, height, width, values.length, width * rows, 8, bytes.length, kind]
  for (const [i, value] of whole.entries()) view.setInt32(6 + i * 4, value, true)
  const [least, most] = [Math.min(...values), Math.max(...values)]
  for (const [i, value] of [0.5, least, most].entries()) view.setFloat64(42 + i * 8, value, true)
  view.setInt32(66, maskBytes, true)
  let at = 70
  for (const [count, bits] of runs) {
    view.setInt16(at, (-count * width) / 8, true)
    view.setUint8(at + 2, bits)
    at += 3
  }
  if (maskBytes > 0) {
    view.setInt16(at, END_OF_MASK, true)
    at += 2
  }
  for (const value of [...values, ...values]) {
    if (kind === 1) view.setUint8(at, value)
    else view.setFloat32(at, value, true)
    at += valueBytes
  }
  signLerc(bytes)
  return bytes
}
