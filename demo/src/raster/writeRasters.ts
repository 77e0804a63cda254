/** Orthophoto and terrain of the demo course as files. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { overviewCount, writeCog } from '@greensward/raster'
import { COURSE_NAME } from '../course/site.ts'
import { type Georeference, georeference } from './canvas.ts'
import { layOut } from './layers.ts'
import { orthophoto } from './orthophoto.ts'
import { terrain } from './terrain.ts'

export interface HeightModel extends Georeference {
  /** Metres above sea level, in rows from the north-west. */
  readonly heightsM: Float32Array
}

/** The invented ground on a grid of about two metres; matches the orthophoto. */
export const heightModel = (metresPerPixel = 2): HeightModel => {
  const place = georeference(metresPerPixel)
  const field = terrain(layOut(1))
  const heightsM = new Float32Array(place.width * place.height)
  for (let row = 0; row < place.height; row++) {
    for (let column = 0; column < place.width; column++) {
      const x = (column + 0.5 - place.width / 2) * place.eastM
      const y = (place.height / 2 - row - 0.5) * place.southM
      heightsM[row * place.width + column] = field.at(x, y)
    }
  }
  return { ...place, heightsM }
}

export interface RasterFiles {
  /** Path of the cloud-optimised GeoTIFF, EPSG:3857, red green blue. */
  readonly orthophoto: string
  /** Path of the GeoTIFF of heights in metres, EPSG:3857, 32-bit floats. */
  readonly dem: string
}

/**
 * Draws and writes `orthophoto.tif` and `dem.tif` into a folder, which is made if need be. Takes some seconds of one
 * thread at 0.25 m a pixel, most of it without yielding: call it from a worker where others wait.
 */
export const writeDemoRasters = async (
  folder: string,
  request: { readonly metresPerPixel?: number; readonly onProgress?: (share: number) => void } = {},
): Promise<RasterFiles> => {
  await mkdir(folder, { recursive: true })
  const onProgress = request.onProgress ?? (() => {})
  const paths = { orthophoto: join(folder, 'orthophoto.tif'), dem: join(folder, 'dem.tif') }
  const photo = orthophoto({ ...request, onProgress: share => onProgress(share * 0.7) })
  await writeCog(
    paths.orthophoto,
    {
      width: photo.width,
      height: photo.height,
      bands: 3,
      bbox: photo.bbox,
      overviews: overviewCount(photo.width, photo.height),
      description: `${COURSE_NAME}, an invented golf course: drawn, not photographed`,
    },
    photo.rgb,
  )
  onProgress(0.92)
  const ground = heightModel()
  await writeCog(
    paths.dem,
    {
      width: ground.width,
      height: ground.height,
      bands: 1,
      bbox: ground.bbox,
      overviews: overviewCount(ground.width, ground.height),
      description: `${COURSE_NAME}, an invented golf course: heights in metres, drawn, not surveyed`,
    },
    ground.heightsM,
  )
  onProgress(1)
  return paths
}
