/**
 * The layers below the course: a base map, an aerial or relief picture, a second one beside it to compare, and contour
 * lines. They use the plain 2D canvas, so that a computer without WebGL shows them.
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
import type { BaseMapLayer } from './baseMap.ts'
import { toMap } from './project.ts'
import { CONTOUR_SIDE_PX, type GroundPoint, type RasterInfo } from './rasterMessages.ts'
import { openRasterReader, type RasterAccess, type RasterReader } from './rasterReader.ts'
import type { BaseMapState, GroundDrawing } from './scene.ts'

export interface GroundOptions {
  readonly access: RasterAccess
  readonly onPicture: (state: 'loading' | 'shown' | 'failed') => void
  readonly onBaseMap: (state: BaseMapState) => void
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

/** Lines are drawn for the screen and not for the model, so they stay thin at every zoom. */
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

/** Asks the elevation model for the height below the pointer, one question at a time. */
class PointAsker {
  private readonly reader: () => RasterReader | null
  private readonly onPoint: GroundOptions['onPoint']
  private wanted: Position | null = null
  private isAsking = false
  private askedAt = 0

  constructor(reader: () => RasterReader | null, onPoint: GroundOptions['onPoint']) {
    this.reader = reader
    this.onPoint = onPoint
  }

  ask(at: Position): void {
    this.wanted = at
    if (!this.isAsking) void this.askAll()
  }

  leave(): void {
    this.wanted = null
    this.onPoint(null)
  }

  private async askAll(): Promise<void> {
    this.isAsking = true
    while (this.wanted !== null) {
      const at = this.wanted
      this.wanted = null
      const reader = this.reader()
      const wait = POINT_EVERY_MS - (performance.now() - this.askedAt)
      if (wait > 0) await new Promise(done => setTimeout(done, wait))
      this.askedAt = performance.now()
      this.onPoint(reader === null ? null : await reader.point(at).catch(() => null))
    }
    this.isAsking = false
  }
}

export class Ground {
  private readonly map: OlMap
  private readonly options: GroundOptions
  private readonly group = new LayerGroup()
  private readonly asker: PointAsker
  private readonly leave: () => void
  private picture: Drawn | null = null
  private compared: Drawn | null = null
  private lines: Drawn | null = null
  private model: { readonly url: string; readonly reader: RasterReader } | null = null
  private modelUrl: string | null = null
  private baseMap: BaseMapLayer | null = null
  private wantedBaseMap: GroundDrawing['baseMap'] = null
  private swipeAt = 0.5

  constructor(map: OlMap, options: GroundOptions) {
    this.map = map
    this.options = options
    this.asker = new PointAsker(() => this.modelReader(), options.onPoint)
    this.leave = () => this.asker.leave()
    map.getLayers().insertAt(0, this.group)
    const follow = ({ coordinate: [x = 0, y = 0], dragging }: { coordinate: number[]; dragging: boolean }): void => {
      if (this.modelUrl !== null && !dragging) this.asker.ask([x, y])
    }
    map.on('pointermove', follow)
    // A finger does not hover, so a tap asks for its position.
    map.on('click', follow)
    map.getTargetElement()?.addEventListener('pointerleave', this.leave)
  }

  show(drawing: GroundDrawing): void {
    this.modelUrl = drawing.dem
    if (drawing.picture !== (this.picture?.url ?? null)) this.showPicture(drawing.picture)
    if (drawing.compared !== (this.compared?.url ?? null)) this.showCompared(drawing.compared)
    const lines = drawing.contours ? drawing.dem : null
    if (lines !== (this.lines?.url ?? null)) this.showLines(lines)
    this.picture?.layer.setOpacity(drawing.opacity)
    this.compared?.layer.setOpacity(drawing.opacity)
    void this.showBaseMap(drawing.baseMap)
  }

  /** @param share where the compared picture starts, as a share of the map's width */
  swipe(share: number): void {
    this.swipeAt = share
    this.map.render()
  }

  /** Zones beside the picture are filled, because nothing else shows them there. */
  covers(extent: Extent): boolean {
    return this.picture?.extent != null && intersects(this.picture.extent, extent)
  }

  /** Mean rise over run; null where no model knows it. */
  async slopeOf(polygon: PolygonGeometry): Promise<number | null> {
    const reader = this.modelReader()
    if (reader === null) return null
    return reader.slope(polygon.coordinates.map(ring => ring.map(toMap))).catch(() => null)
  }

  stop(): void {
    this.map.getTargetElement()?.removeEventListener('pointerleave', this.leave)
    for (const one of [this.picture, this.compared, this.lines]) end(one)
    this.model?.reader.close()
    this.wantedBaseMap = null
    this.baseMap?.stop()
  }

  private arrange(): void {
    const layers = this.group.getLayers()
    layers.clear()
    if (this.baseMap !== null) layers.push(this.baseMap.layer)
    for (const one of [this.picture, this.compared, this.lines]) if (one !== null) layers.push(one.layer)
  }

  private showPicture(url: string | null): void {
    end(this.picture)
    this.picture =
      url === null ? null : this.open(url, 'gs-raster', pictureSource, (...state) => this.onState(...state))
    this.arrange()
    this.options.onChange()
  }

  private onState(state: 'loading' | 'shown' | 'failed', drawn: Drawn): void {
    if (state === 'loading') this.options.onPicture(state)
    if (this.picture !== drawn) return
    this.options.onPicture(state)
    if (state === 'failed') {
      end(drawn)
      this.picture = null
      this.arrange()
    }
    this.options.onChange()
  }

  private showCompared(url: string | null): void {
    end(this.compared)
    this.compared = url === null ? null : this.open(url, 'gs-compared', pictureSource, () => undefined)
    this.compared?.layer.on('prerender', event => this.clipStart(event))
    this.compared?.layer.on('postrender', clipEnd)
    this.arrange()
  }

  private showLines(url: string | null): void {
    end(this.lines)
    if (url !== null && this.model?.url === url) {
      this.model.reader.close()
      this.model = null
    }
    this.lines = url === null ? null : this.open(url, 'gs-contours', contourSource, () => undefined)
    this.arrange()
  }

  private async showBaseMap(wanted: GroundDrawing['baseMap']): Promise<void> {
    const known = this.wantedBaseMap
    if (wanted?.url === known?.url && wanted?.minZoom === known?.minZoom && wanted?.maxZoom === known?.maxZoom) return
    this.wantedBaseMap = wanted
    this.baseMap?.stop()
    this.baseMap = null
    this.arrange()
    if (wanted === null) return
    // Most courses have none, so the module loads on demand.
    const { openBaseMap } = await import('./baseMap.ts')
    if (this.wantedBaseMap !== wanted) return
    this.baseMap = openBaseMap(wanted, this.options.onBaseMap)
    this.arrange()
  }

  private open(
    url: string,
    className: string,
    makeSource: (reader: RasterReader, info: RasterInfo) => DataTileSource,
    onState: (state: 'loading' | 'shown' | 'failed', drawn: Drawn) => void,
  ): Drawn {
    const reader = openRasterReader(url, this.options.access)
    const layer = new TileLayer({ className, preload: 1 })
    const drawn: Drawn = { url, layer, reader, extent: null }
    onState('loading', drawn)
    reader.opened.then(
      info => {
        drawn.extent = [...info.extent]
        layer.setSource(makeSource(reader, info))
        onState('shown', drawn)
      },
      () => onState('failed', drawn),
    )
    return drawn
  }

  private modelReader(): RasterReader | null {
    if (this.modelUrl === null) return null
    // The reader that draws the lines knows the heights as well.
    if (this.lines?.url === this.modelUrl) return this.lines.reader
    if (this.model?.url !== this.modelUrl) {
      this.model?.reader.close()
      this.model = { url: this.modelUrl, reader: openRasterReader(this.modelUrl, this.options.access) }
    }
    return this.model.reader
  }

  /** Leaves out the part left of the bar; the corners are canvas pixels, also in a turned map. */
  private clipStart(event: RenderEvent): void {
    const pen = event.context
    const [width = 0, height = 0] = this.map.getSize() ?? []
    const { inversePixelTransform } = event
    if (!(pen instanceof CanvasRenderingContext2D) || inversePixelTransform === undefined) return
    const corners = [
      [width * this.swipeAt, 0],
      [width, 0],
      [width, height],
      [width * this.swipeAt, height],
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
}

const clipEnd = ({ context }: RenderEvent): void => {
  if (context instanceof CanvasRenderingContext2D) context.restore()
}

const end = (drawn: Drawn | null): void => {
  drawn?.reader.close()
  // A frame leaves the tiles that it loads ahead to a timer (ol 10.11.0), which fails on a layer that was disposed meanwhile.
  setTimeout(() => drawn?.layer.dispose())
}
