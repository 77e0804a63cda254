/** The pictures of an elevation model, drawn once beside it: shaded hills, and how steep it is. */
import { makeBlockCache } from './blockCache.ts'
import { createCogWriter, overviewCount } from './cogWriter.ts'
import { heightDecoder } from './decode.ts'
import { groundMetresPerUnit, toMercator } from './mercator.ts'
import { type Shading, shade } from './shade.ts'
import { openSource } from './source.ts'

export interface ReliefPaths {
  readonly hillshade: string
  readonly slope: string
}

const BAND_ROWS = 512
const KEEP_BYTES = 128 * 1024 * 1024
const SHADINGS = ['hillshade', 'slope'] as const satisfies readonly Shading[]

/**
 * @param from an elevation model of ours, in EPSG:3857
 * @throws where it is none
 */
export const writeReliefs = async (
  from: string,
  to: ReliefPaths,
  onProgress: (share: number) => void = () => {},
): Promise<void> => {
  const source = await openSource(from)
  const { image, affine, projection } = source
  const { width, height } = image
  const corner = (column: number, row: number): [number, number] =>
    toMercator(...projection.toLonLat(...affine.toModel(column, row)))
  const [west, north] = corner(0, 0)
  const [east, south] = corner(width, height)
  const cellUnits = (north - south) / height
  const cache = makeBlockCache({
    image,
    bands: 1,
    decode: heightDecoder(image, source.heightValues, 1),
    empty: length => new Float32Array(length),
    keepBytes: KEEP_BYTES,
  })
  const made = async (shading: Shading) =>
    createCogWriter(to[shading], {
      width,
      height,
      bands: 4,
      bbox: [west, south, east, north],
      overviews: overviewCount(width, height),
      description: shading === 'slope' ? 'How steep the ground is' : 'The ground in the light of the north-west',
    })
  const writers = { hillshade: await made('hillshade'), slope: await made('slope') }
  try {
    for (let top = 0; top < height; top += BAND_ROWS) {
      const rows = Math.min(BAND_ROWS, height - top)
      const first = Math.max(0, top - 1)
      const last = Math.min(height, top + rows + 1)
      const read = await cache.window(0, first, width, last)
      // One row and column more on every side; at the edge of the model its own last ones again.
      const values = new Float32Array((width + 2) * (rows + 2))
      for (let row = 0; row < rows + 2; row++) {
        const source = Math.min(last - 1, Math.max(first, top - 1 + row)) - first
        const line = read.subarray(source * width, (source + 1) * width)
        values.set(line, row * (width + 2) + 1)
        values[row * (width + 2)] = line[0] ?? Number.NaN
        values[row * (width + 2) + width + 1] = line[width - 1] ?? Number.NaN
      }
      const middle = north - (top + rows / 2) * cellUnits
      const cellM = cellUnits * groundMetresPerUnit(middle)
      for (const shading of SHADINGS) {
        await writers[shading].addRows(shade({ values, width, height: rows, cellM }, shading))
      }
      onProgress((top + rows) / height)
    }
    for (const shading of SHADINGS) await writers[shading].finish()
  } catch (error) {
    for (const shading of SHADINGS) await writers[shading].abandon()
    throw error
  } finally {
    await source.close()
  }
}
