/**
 * What lies below the course: a base map, a picture from the air or of the relief, a second one beside it to compare,
 * contour lines. Drawn with the plain 2D canvas: no WebGL is asked of the machine.
 */
import type { PolygonGeometry, Position } from '@greensward/domain'
import { type Extent, intersects } from 'ol/extent.js'
import LayerGroup from 'ol/layer/Group.js'
import TileLayer from 'ol/layer/Tile.js'
import type OlMap from 'ol/Map.js'
import type RenderEvent from 'ol/render/Event.js'
import DataTileSource from 'ol/source/DataTile.js'
import TileGrid from 'ol/tilegrid/TileGrid.js'
import { apply } from 'ol/transform.js'
import { toMap } from './project.ts'
import { CONTOUR_SIDE_PX, type GroundPoint, type RasterInfo } from './rasterMessages.ts'
import { openRasterReader, type RasterAccess, type RasterReader } from './rasterReader.ts'
import type { GroundDrawing } from './scene.ts'

export interface Ground {
  readonly show: (drawing: GroundDrawing) => void
  /** Where the compared picture begins, as a share of the map's width. */
  readonly swipe: (share: number) => void
  /** Zones beside the picture are filled, or nobody would see what is what. */
  readonly covers: (extent: Extent) => boolean
  /** Mean rise over run; null where no model knows it. */
  readonly slopeOf: (polygon: PolygonGeometry) => Promise<number | null>
  readonly stop: () => void
}

export interface GroundOptions {
  readonly access: RasterAccess
  readonly onPicture: (state: 'loading' | 'shown' | 'failed') => void
  readonly onBaseMap: (state: 'shown' | 'failed') => void
  /** The ground below the pointer; null off the model. */
  readonly onPoint: (point: GroundPoint | null) => void
  /** The picture came or went. */
  readonly onChange: () => void
}

interface Drawn {
  readonly url: string
  readonly layer: TileLayer
  readonly reader: RasterReader
  extent: Extent | null
}

/** So often the ground below a moving pointer is asked for. */
const POINT_EVERY_MS = 60
const WORLD = 20_037_508.342789244

const source = (
  grid: TileGrid,
  loader: (z: number, x: number, y: number, signal: AbortSignal) => Promise<ImageBitmap>,
) =>
  new DataTileSource({
    projection: 'EPSG:3857',
    tileGrid: grid,
    wrapX: false,
    transition: 0,
    interpolate: true,
    loader: (z, x, y, { signal }) => loader(z, x, y, signal),
  })

const pictureSource = (reader: RasterReader, info: RasterInfo): DataTileSource =>
  source(
    new TileGrid({
      extent: [...info.extent],
      origin: [info.extent[0], info.extent[3]],
      resolutions: [...info.resolutions],
      tileSize: info.tileSidePx,
    }),
    (level, column, row, signal) => reader.picture({ type: 'tile', level, column, row }, signal),
  )

/** Lines are drawn for the screen and not for the model: they stay thin however near somebody looks. */
const contourSource = (reader: RasterReader, info: RasterInfo): DataTileSource => {
  const resolutions = Array.from({ length: 26 }, (_, zoom) => (2 * WORLD) / CONTOUR_SIDE_PX / 2 ** zoom)
  const grid = new TileGrid({
    extent: [...info.extent],
    origin: [-WORLD, WORLD],
    resolutions,
    tileSize: CONTOUR_SIDE_PX,
    minZoom: 11,
  })
  return source(grid, (z, column, row, signal) => {
    const resolution = resolutions[z] ?? 1
    const side = CONTOUR_SIDE_PX * resolution
    return reader.picture(
      { type: 'contours', left: -WORLD + column * side, top: WORLD - row * side, resolution },
      signal,
    )
  })
}

/** A WMTS in the Google-compatible set names its tiles as an XYZ does, by other words. */
const xyzAddress = (address: string): string =>
  address
    .replace(/\{TileMatrix\}/gi, '{z}')
    .replace(/\{TileRow\}/gi, '{y}')
    .replace(/\{TileCol\}/gi, '{x}')

export const makeGround = (map: OlMap, options: GroundOptions): Ground => {
  const group = new LayerGroup()
  map.getLayers().insertAt(0, group)
  let picture: Drawn | null = null
  let compared: Drawn | null = null
  let lines: Drawn | null = null
  let model: { readonly url: string; readonly reader: RasterReader } | null = null
  let modelUrl: string | null = null
  let baseMap: TileLayer | null = null
  let wantedBaseMap: GroundDrawing['baseMap'] = null
  let swipeAt = 0.5

  const arrange = (): void => {
    const layers = group.getLayers()
    layers.clear()
    if (baseMap !== null) layers.push(baseMap)
    for (const one of [picture, compared, lines]) if (one !== null) layers.push(one.layer)
  }
  const end = (drawn: Drawn | null): null => {
    drawn?.reader.close()
    drawn?.layer.dispose()
    return null
  }

  /** Leaves out what lies left of the bar; the corners in canvas pixels, also in a turned map. */
  const clipStart = (event: RenderEvent): void => {
    const pen = event.context
    const [width = 0, height = 0] = map.getSize() ?? []
    const { inversePixelTransform } = event
    if (!(pen instanceof CanvasRenderingContext2D) || inversePixelTransform === undefined) return
    const corners = [
      [width * swipeAt, 0],
      [width, 0],
      [width, height],
      [width * swipeAt, height],
    ].map(corner => apply(inversePixelTransform, corner))
    pen.save()
    pen.beginPath()
    corners.forEach(([x = 0, y = 0], index) => {
      if (index === 0) pen.moveTo(x, y)
      else pen.lineTo(x, y)
    })
    pen.closePath()
    pen.clip()
  }
  const clipEnd = ({ context }: RenderEvent): void => {
    if (context instanceof CanvasRenderingContext2D) context.restore()
  }

  const open = (
    url: string,
    className: string,
    makeSource: (reader: RasterReader, info: RasterInfo) => DataTileSource,
    tell: (state: 'loading' | 'shown' | 'failed', drawn: Drawn) => void,
  ): Drawn => {
    const reader = openRasterReader(url, options.access)
    const layer = new TileLayer({ className, preload: 1 })
    const drawn: Drawn = { url, layer, reader, extent: null }
    tell('loading', drawn)
    reader.opened.then(
      info => {
        drawn.extent = [...info.extent]
        layer.setSource(makeSource(reader, info))
        tell('shown', drawn)
      },
      () => tell('failed', drawn),
    )
    return drawn
  }

  const showBaseMap = async (wanted: GroundDrawing['baseMap']): Promise<void> => {
    const known = wantedBaseMap
    if (wanted?.url === known?.url && wanted?.minZoom === known?.minZoom && wanted?.maxZoom === known?.maxZoom) return
    wantedBaseMap = wanted
    baseMap?.dispose()
    baseMap = null
    arrange()
    if (wanted === null) return
    // Most courses have none: what draws it is loaded by those that do.
    const { default: XYZ } = await import('ol/source/XYZ.js')
    if (wantedBaseMap !== wanted) return
    const tiles = new XYZ({ url: xyzAddress(wanted.url), minZoom: wanted.minZoom, maxZoom: wanted.maxZoom })
    tiles.on('tileloadend', () => options.onBaseMap('shown'))
    tiles.on('tileloaderror', () => options.onBaseMap('failed'))
    baseMap = new TileLayer({ className: 'gs-base', source: tiles })
    arrange()
  }

  const modelReader = (): RasterReader | null => {
    if (modelUrl === null) return null
    // The one that draws the lines knows the heights as well.
    if (lines?.url === modelUrl) return lines.reader
    if (model?.url !== modelUrl) {
      model?.reader.close()
      model = { url: modelUrl, reader: openRasterReader(modelUrl, options.access) }
    }
    return model.reader
  }

  let askedAt = 0
  let wantedPoint: Position | null = null
  let isAsking = false
  const askPoint = async (): Promise<void> => {
    if (isAsking) return
    isAsking = true
    while (wantedPoint !== null) {
      const at = wantedPoint
      wantedPoint = null
      const reader = modelReader()
      const wait = POINT_EVERY_MS - (performance.now() - askedAt)
      if (wait > 0) await new Promise(done => setTimeout(done, wait))
      askedAt = performance.now()
      const point = reader === null ? null : await reader.point(at).catch(() => null)
      options.onPoint(point)
    }
    isAsking = false
  }
  const follow = ({ coordinate, dragging }: { readonly coordinate: number[]; readonly dragging: boolean }): void => {
    if (modelUrl === null || dragging) return
    const [x = 0, y = 0] = coordinate
    wantedPoint = [x, y]
    void askPoint()
  }
  const leave = (): void => {
    wantedPoint = null
    options.onPoint(null)
  }
  map.on('pointermove', follow)
  // A finger does not hover: where it tapped last is what is told.
  map.on('click', follow)
  const element = map.getTargetElement()
  element?.addEventListener('pointerleave', leave)

  return {
    show: drawing => {
      modelUrl = drawing.dem
      if (drawing.picture !== (picture?.url ?? null)) {
        picture = end(picture)
        if (drawing.picture !== null) {
          picture = open(drawing.picture, 'gs-raster', pictureSource, (state, drawn) => {
            if (state === 'loading') options.onPicture(state)
            if (picture !== drawn) return
            options.onPicture(state)
            if (state === 'failed') {
              picture = end(picture)
              arrange()
            }
            options.onChange()
          })
        }
        arrange()
        options.onChange()
      }
      if (drawing.compared !== (compared?.url ?? null)) {
        compared = end(compared)
        if (drawing.compared !== null) {
          compared = open(drawing.compared, 'gs-compared', pictureSource, () => undefined)
          compared.layer.on('prerender', clipStart)
          compared.layer.on('postrender', clipEnd)
        }
        arrange()
      }
      const wantedLines = drawing.contours ? drawing.dem : null
      if (wantedLines !== (lines?.url ?? null)) {
        lines = end(lines)
        if (wantedLines !== null) {
          if (model?.url === wantedLines) {
            model.reader.close()
            model = null
          }
          lines = open(wantedLines, 'gs-contours', contourSource, () => undefined)
        }
        arrange()
      }
      picture?.layer.setOpacity(drawing.opacity)
      compared?.layer.setOpacity(drawing.opacity)
      void showBaseMap(drawing.baseMap)
    },
    swipe: share => {
      swipeAt = share
      map.render()
    },
    covers: extent => picture?.extent != null && intersects(picture.extent, extent),
    slopeOf: async polygon => {
      const reader = modelReader()
      if (reader === null) return null
      return reader.slope(polygon.coordinates.map(ring => ring.map(toMap))).catch(() => null)
    },
    stop: () => {
      element?.removeEventListener('pointerleave', leave)
      for (const one of [picture, compared, lines]) end(one)
      model?.reader.close()
    },
  }
}
