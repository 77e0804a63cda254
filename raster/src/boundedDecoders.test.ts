import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { fixture } from '@greensward/testing/fixtures'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LERC, ZSTANDARD } from './boundedDecoders.ts'
import { openSource } from './source.ts'
import { lercBlob } from './testing/lercBlob.ts'
import { projectedKeys, type TrialTiff, writeTrialTiff } from './testing/trialTiff.ts'

let folder = ''
let made = 0
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'decoders-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const GREY = { bands: 1, bits: 8, format: 1, value: () => 90 } as const
const HEIGHTS = { bands: 1, bits: 32, format: 3, value: () => 50 } as const
const square = (side: number) => ({ width: side, height: side })

/** The values of the only strip. */
const stripOf = async (tiff: Omit<TrialTiff, 'keys' | 'scale' | 'tiepoint'>) => {
  const path = join(folder, `${++made}.tif`)
  writeTrialTiff(path, { ...tiff, keys: projectedKeys(32_630), scale: [1, 1], tiepoint: [513_500, 5_838_000] })
  const source = await openSource(path)
  try {
    const { values } = await source.image.block(0, 0)
    return values
  } finally {
    await source.close()
  }
}

describe('blocks of one value, as at the border of a photograph', () => {
  const side = 1_500

  it('are read from Zstandard', async () => {
    const packed = zstdCompressSync(new Uint8Array(side * side).fill(90))
    expect(packed.length).toBeLessThan(100)
    const values = await stripOf({ ...GREY, ...square(side), compression: ZSTANDARD, packed })
    expect(new Set(values)).toEqual(new Set([90]))
  })

  it('are read from LERC', async () => {
    const packed = lercBlob({ ...square(side), values: [90], kind: 1 })
    const values = await stripOf({ ...GREY, ...square(side), compression: LERC, packed })
    expect(values).toHaveLength(side * side)
    expect(new Set(values)).toEqual(new Set([90]))
  })

  it('are refused where the claim is larger than their bytes can hold, or than a small block', async () => {
    const claims = square(9_000)
    const zstandard = zstdCompressSync(new Uint8Array(400).fill(90))
    const lerc = lercBlob({ ...claims, values: [90], kind: 1 })
    const tiff = { ...GREY, ...square(20), claims }
    await expect(stripOf({ ...tiff, compression: ZSTANDARD, packed: zstandard })).rejects.toThrow('claimsTooMuch')
    await expect(stripOf({ ...tiff, compression: LERC, packed: lerc })).rejects.toThrow('claimsTooMuch')
  })
})

describe('a block that claims more than the picture has room for is refused', () => {
  const strip = { ...GREY, ...square(20) }

  it('in Zstandard', async () => {
    const packed = zstdCompressSync(new Uint8Array(40_000_000))
    await expect(stripOf({ ...strip, compression: ZSTANDARD, packed })).rejects.toThrow('fileDamaged')
  })

  it('in LERC, by its sides, its bands and the size of its values', async () => {
    for (const more of [square(8_000), { ...square(20), values: [1, 2] }, { ...square(20), kind: 6 as const }]) {
      const packed = lercBlob({ values: [90], kind: 1, ...more })
      await expect(stripOf({ ...strip, compression: LERC, packed })).rejects.toThrow('fileDamaged')
    }
  })
})

describe('pixels that a LERC blob leaves out', () => {
  it('have no height', async () => {
    const packed = lercBlob({ ...square(16), values: [50], kind: 6, rows: 10 })
    const values = await stripOf({ ...HEIGHTS, ...square(16), compression: LERC, packed })
    expect([values[0], values[159], values[160], values[255]]).toEqual([50, 50, Number.NaN, Number.NaN])
  })

  it('are clear where the file has an opacity that the blob has not', async () => {
    const packed = lercBlob({ ...square(16), values: [10, 20, 30], kind: 1, rows: 10 })
    const rgba = { bands: 4, bits: 8, format: 1, value: () => 0, extra: [2], ...square(16) } as const
    const values = await stripOf({ ...rgba, compression: LERC, packed })
    expect(Array.from(values.subarray(0, 4))).toEqual([10, 20, 30, 255])
    expect(values[160 * 4 + 3]).toBe(0)
    expect(values).toHaveLength(16 * 16 * 4)
  })
  it('are clear where all bands of the blob have the same value', async () => {
    const packed = lercBlob({ ...square(16), values: [77, 77, 77], kind: 1, rows: 10 })
    const rgba = { bands: 4, bits: 8, format: 1, value: () => 0, extra: [2], ...square(16) } as const
    const values = await stripOf({ ...rgba, compression: LERC, packed })
    expect(Array.from(values.subarray(159 * 4, 161 * 4))).toEqual([77, 77, 77, 255, 0, 0, 0, 0])
    expect(values).toHaveLength(16 * 16 * 4)
  })

  it('are clear in a file of GDAL, at the edge of a grey photograph', async () => {
    const source = await openSource(fixture('rasters/edge-lerc.tif'))
    try {
      const { values, width } = await source.image.block(1, 0)
      expect(width).toBe(32)
      // The second column of tiles begins at 32, and the photograph ends at 40.
      expect(Array.from(values.subarray(7 * 4, 9 * 4))).toEqual([77, 77, 77, 255, 0, 0, 0, 0])
      expect(values).toHaveLength(32 * 32 * 4)
    } finally {
      await source.close()
    }
  })

  it('are not guessed where a byte of the blob is wrong', async () => {
    const packed = lercBlob({ ...square(16), values: [77, 77, 77], kind: 1, rows: 10 })
    packed[72] = 0
    const rgba = { bands: 4, bits: 8, format: 1, value: () => 0, extra: [2], ...square(16) } as const
    await expect(stripOf({ ...rgba, compression: LERC, packed })).rejects.toThrow('fileDamaged')
  })
})
