/** The layer of a base map of another service. Loaded on demand: most courses have none. */
import { type BaseMapPictures, quadkeyOf, readBaseMap } from '@greensward/domain'
import TileLayer from 'ol/layer/Tile.js'
import DataTileSource from 'ol/source/DataTile.js'
import { createXYZ } from 'ol/tilegrid.js'
import type { GroundDrawing } from './scene.ts'
import { openTileFile } from './tileFile.ts'
import { TileServer } from './tileServer.ts'

type Wanted = NonNullable<GroundDrawing['baseMap']>
type Picture = HTMLImageElement | ImageBitmap

/** Larger pictures are fewer requests, and fewer labels that a seam cuts. */
const WMS_SIDE_PX = 512
const TILE_SIDE_PX = 256
const WORLD = 20_037_508.342789244

interface TilePlace {
  readonly z: number
  readonly x: number
  readonly y: number
}

/** The address of one tile, whose host is one of several where the address names a range such as {a-c}. */
export const tileAddress = (template: string, { z, x, y }: TilePlace): string =>
  template
    .replace(/\{(.)-(.)\}/, (_, from: string, to: string) => {
      const first = from.charCodeAt(0)
      return String.fromCharCode(first + ((x + y) % (to.charCodeAt(0) - first + 1)))
    })
    .replaceAll('{z}', String(z))
    .replaceAll('{x}', String(x))
    .replaceAll('{y}', String(y))
    .replaceAll('{-y}', String(2 ** z - 1 - y))
    .replaceAll('{q}', quadkeyOf(z, x, y))

/** The address of one square picture of a WMS; 1.3.0 says CRS where the versions before say SRS. */
export const pictureAddress = ({ url, version, params }: BaseMapPictures, { z, x, y }: TilePlace): string => {
  const side = (2 * WORLD) / 2 ** z
  const [left, top] = [-WORLD + x * side, WORLD - y * side]
  const query = new URLSearchParams({
    ...params,
    SERVICE: 'WMS',
    REQUEST: 'GetMap',
    [version === '1.3.0' ? 'CRS' : 'SRS']: 'EPSG:3857',
    BBOX: [left, top - side, left + side, top].join(','),
    WIDTH: String(WMS_SIDE_PX),
    HEIGHT: String(WMS_SIDE_PX),
  })
  return `${url}?${query}`
}

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

export interface BaseMapLayer {
  readonly layer: TileLayer
  readonly stop: () => void
}

/** A layer that is empty until its service has answered, and stays so where it does not. */
export const openBaseMap = (wanted: Wanted, onState: (state: 'shown' | 'failed') => void): BaseMapLayer => {
  const layer = new TileLayer({ className: 'gs-base' })
  const ended = new AbortController()
  const server: TileServer = new TileServer({
    onState,
    onReady: () => (layer.getSource() === null ? open() : layer.getSource()?.refresh()),
  })
  const open = (): void => {
    openReader(wanted, server, ended.signal).then(
      ({ minZoom, maxZoom, sidePx, load }) => {
        if (ended.signal.aborted) return
        layer.setSource(
          new DataTileSource({
            projection: 'EPSG:3857',
            tileGrid: createXYZ({ minZoom: Math.min(minZoom, maxZoom), maxZoom, tileSize: sidePx }),
            transition: 0,
            interpolate: true,
            loader: (z, x, y, { signal }) => server.ask(signal, inner => load({ z, x, y }, inner)),
          }),
        )
      },
      () => {
        if (!ended.signal.aborted) onState('failed')
      },
    )
  }
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
