/** The layer of a base map of another service. Loaded on demand: most courses have none. */
import {
  baseMapOrigins,
  pictureAddress,
  readBaseMap,
  type TilePlace,
  tileAddress,
  WMS_SIDE_PX,
} from '@greensward/domain'
import TileLayer from 'ol/layer/Tile.js'
import DataTileSource from 'ol/source/DataTile.js'
import { createXYZ } from 'ol/tilegrid.js'
import { forgetOpenedFor, isOpenedFor } from './openedFor.ts'
import type { BaseMapState, GroundDrawing } from './scene.ts'
import { openTileFile } from './tileFile.ts'
import { TileServer } from './tileServer.ts'

type Wanted = NonNullable<GroundDrawing['baseMap']>
type Picture = HTMLImageElement | ImageBitmap

const TILE_SIDE_PX = 256

/** An element and not `fetch`: services need not allow other pages to read what they may show. */
const loadPicture = (address: string, signal: AbortSignal): Promise<HTMLImageElement> =>
  new Promise((resolve, reject) => {
    const image = new Image()
    image.onload = () => resolve(image)
    image.onerror = () => reject(new Error('The tile cannot be loaded'))
    signal.addEventListener('abort', () => {
      image.onerror = null
      image.src = ''
    })
    image.src = address
  })

interface Reader {
  readonly minZoom: number
  readonly maxZoom: number
  readonly sidePx: number
  readonly load: (place: TilePlace, signal: AbortSignal) => Promise<Picture>
}

const openFile = async (url: string, wanted: Wanted, server: TileServer, ended: AbortSignal): Promise<Reader> => {
  const file = await server.ask(ended, () => openTileFile(url))
  return {
    minZoom: Math.max(wanted.minZoom, file.minZoom),
    maxZoom: Math.min(wanted.maxZoom, file.maxZoom),
    sidePx: TILE_SIDE_PX,
    load: async ({ z, x, y }, signal) => {
      const tile = await file.tile(z, x, y, signal)
      // Beside the area of the file there is nothing to see, and nothing is wrong.
      return createImageBitmap(tile === undefined ? new ImageData(1, 1) : new Blob([tile]))
    },
  }
}

const openReader = async (wanted: Wanted, server: TileServer, ended: AbortSignal): Promise<Reader> => {
  const read = readBaseMap(wanted.url)
  if (!read.ok) throw new Error(read.error.code)
  const { minZoom, maxZoom } = wanted
  const { value } = read
  switch (value.kind) {
    case 'pmtiles':
      return openFile(value.url, wanted, server, ended)
    case 'wms':
      return {
        // It draws at any zoom, and few large pictures are better than many small ones.
        minZoom: 0,
        maxZoom,
        sidePx: WMS_SIDE_PX,
        load: (place, signal) => loadPicture(pictureAddress(value, place), signal),
      }
    default:
      return {
        minZoom,
        maxZoom,
        sidePx: TILE_SIDE_PX,
        load: (place, signal) => loadPicture(tileAddress(value.url, place), signal),
      }
  }
}

/** Calls back once when the browser refuses to ask the hosts of an address. */
const onRefusal = (address: string, ended: AbortSignal, refused: () => void): void => {
  const { pictures, data } = baseMapOrigins(address)
  document.addEventListener(
    'securitypolicyviolation',
    ({ effectiveDirective, blockedURI }) => {
      const hosts = effectiveDirective === 'img-src' ? pictures : effectiveDirective === 'connect-src' ? data : []
      if (URL.canParse(blockedURI) && hosts.includes(new URL(blockedURI).origin)) refused()
    },
    { signal: ended },
  )
}

export interface BaseMapLayer {
  readonly layer: TileLayer
  readonly stop: () => void
}

/** A layer that is empty until its service has answered, and stays so where it does not. */
export const openBaseMap = (wanted: Wanted, onState: (state: BaseMapState) => void): BaseMapLayer => {
  const layer = new TileLayer({ className: 'gs-base' })
  const ended = new AbortController()
  let isRefused = false
  const report = (state: 'shown' | 'failed'): void => {
    if (state === 'shown') forgetOpenedFor()
    if (!isRefused) onState(state)
  }
  let reader: Reader | undefined
  const server: TileServer = new TileServer({
    onState: report,
    onReady: () => (reader === undefined ? open() : draw(reader)),
  })
  /** A new source and not `refresh`, after which the layer (ol 10.11.0) keeps tiles that failed before the first refresh. */
  const draw = ({ minZoom, maxZoom, sidePx, load }: Reader): void => {
    const tileGrid = createXYZ({ minZoom: Math.min(minZoom, maxZoom), maxZoom, tileSize: sidePx })
    layer.setSource(
      new DataTileSource({
        projection: 'EPSG:3857',
        tileGrid,
        transition: 0,
        interpolate: true,
        loader: (z, x, y, { signal }) =>
          server.ask(signal, inner => load({ z, x, y }, inner), tileGrid.getTileCoordExtent([z, x, y])),
      }),
    )
  }
  const open = (): void => {
    openReader(wanted, server, ended.signal).then(
      opened => {
        if (ended.signal.aborted) return
        reader = opened
        draw(opened)
      },
      () => {
        if (!ended.signal.aborted) report('failed')
      },
    )
  }
  onRefusal(wanted.url, ended.signal, () => {
    if (isRefused || isOpenedFor(wanted.url)) return
    isRefused = true
    server.stop()
    onState('refused')
  })
  open()
  return {
    layer,
    stop: () => {
      ended.abort()
      server.stop()
      layer.dispose()
    },
  }
}
