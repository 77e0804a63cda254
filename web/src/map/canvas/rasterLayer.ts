/**
 * The photograph and the elevation model, drawn with the plain 2D canvas: no WebGL is asked of the machine, and a key
 * that is renewed while the page stays open goes with the next byte range.
 */
import TileLayer from 'ol/layer/Tile.js'
import { get as getProjection } from 'ol/proj.js'
import DataTileSource from 'ol/source/DataTile.js'
import TileGrid from 'ol/tilegrid/TileGrid.js'
import type { FromReader, RasterInfo, ToReader } from './rasterMessages.ts'
import type { Shading } from './shade.ts'

/** Who hands out the key of the session. */
export interface KeyRing {
  readonly key: () => string | undefined
  /** A newer key than the used one, once there is one. */
  readonly renewed: (used: string | undefined) => Promise<string | undefined>
}

export interface RasterLayer {
  readonly layer: TileLayer<DataTileSource>
  readonly close: () => void
}

export interface RasterOptions {
  readonly url: string
  readonly shading: Shading | null
  readonly keys: KeyRing
  readonly onOpen: (extent: readonly number[], projection: string) => void
  readonly onFail: (reason: string) => void
}

const gridOf = (info: RasterInfo): TileGrid =>
  new TileGrid({
    extent: [...info.extent],
    origin: [info.extent[0], info.extent[3]],
    resolutions: info.levels.map(level => level.resolution),
    tileSize: info.tileSizePx,
  })

export const openRaster = (options: RasterOptions): RasterLayer => {
  const { url, shading, keys, onOpen, onFail } = options
  const reader = new Worker(new URL('./rasterReader.worker.ts', import.meta.url), { type: 'module' })
  const tell = (message: ToReader): void => reader.postMessage(message)
  const asked = new Map<number, (picture: ImageBitmap | null) => void>()
  let nextTile = 1
  const layer = new TileLayer<DataTileSource>({ className: 'gs-raster', preload: 1 })

  const sourceOf = (info: RasterInfo): DataTileSource =>
    new DataTileSource({
      projection: info.projection,
      tileGrid: gridOf(info),
      wrapX: false,
      transition: 0,
      interpolate: true,
      loader: (level, column, row, { signal }) =>
        new Promise<ImageBitmap>((done, fail) => {
          const tile = nextTile++
          asked.set(tile, picture => (picture === null ? fail(new Error('no picture')) : done(picture)))
          signal.addEventListener('abort', () => tell({ type: 'forget', tile }), { once: true })
          tell({ type: 'tile', tile, level, column, row, shading })
        }),
    })

  reader.addEventListener('message', ({ data }: MessageEvent<FromReader>) => {
    switch (data.type) {
      case 'needKey':
        void keys.renewed(data.used).then(key => tell({ type: 'key', key }))
        return
      case 'failed':
        onFail(data.reason)
        return
      case 'opened':
        if (getProjection(data.info.projection) === null) {
          onFail(data.info.projection)
          return
        }
        layer.setSource(sourceOf(data.info))
        onOpen(data.info.extent, data.info.projection)
        return
      case 'tile':
        asked.get(data.tile)?.(data.picture)
        asked.delete(data.tile)
    }
  })
  reader.addEventListener('error', event => onFail(event.message))
  tell({ type: 'open', url, key: keys.key() })

  return {
    layer,
    close: () => {
      reader.terminate()
      layer.dispose()
    },
  }
}
