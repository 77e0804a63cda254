/** Drawing by hand on the map: a line to measure, an area to mow. One at a time. */
import type { Position } from '@greensward/domain'
import LineString from 'ol/geom/LineString.js'
import Point from 'ol/geom/Point.js'
import Polygon from 'ol/geom/Polygon.js'
import Draw from 'ol/interaction/Draw.js'
import Snap from 'ol/interaction/Snap.js'
import VectorLayer from 'ol/layer/Vector.js'
import type OlMap from 'ol/Map.js'
import VectorSource from 'ol/source/Vector.js'
import CircleStyle from 'ol/style/Circle.js'
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import { toPosition } from './project.ts'

export interface SketchOptions {
  readonly shape: 'line' | 'polygon' | 'point'
  /** Corners and edges of the course catch the pointer. */
  readonly snaps?: boolean
  /** Called with every move of the pointer. */
  readonly onChange: (points: readonly Position[]) => void
  readonly onEnd: (points: readonly Position[]) => void
}

export interface Sketch {
  /** Takes back the last corner. */
  readonly undo: () => void
  readonly finish: () => void
  readonly stop: () => void
}

const styles = [
  new Style({ stroke: new Stroke({ color: '#ffffff', width: 5, lineJoin: 'round' }) }),
  new Style({
    stroke: new Stroke({ color: '#0b7390', width: 2.5, lineJoin: 'round' }),
    fill: new Fill({ color: 'rgb(11 115 144 / 20%)' }),
    image: new CircleStyle({
      radius: 6,
      fill: new Fill({ color: '#ffffff' }),
      stroke: new Stroke({ color: '#0b7390', width: 2.5 }),
    }),
  }),
]

const TYPES = { line: 'LineString', polygon: 'Polygon', point: 'Point' } as const

/** @param snapTo what catches the pointer; null draws freely */
export const startSketch = (map: OlMap, options: SketchOptions, snapTo: VectorSource | null): Sketch => {
  const source = new VectorSource({ wrapX: false })
  const layer = new VectorLayer({ source, style: styles })
  const draw = new Draw({ source, type: TYPES[options.shape], style: styles })
  const snap = snapTo === null ? null : new Snap({ source: snapTo, pixelTolerance: 10 })
  const pointsOf = (geometry: unknown): readonly Position[] => {
    const coordinates =
      geometry instanceof LineString
        ? geometry.getCoordinates()
        : geometry instanceof Polygon
          ? (geometry.getCoordinates()[0] ?? []).slice(0, -1)
          : geometry instanceof Point
            ? [geometry.getCoordinates()]
            : []
    return coordinates.map(toPosition)
  }
  draw.on('drawstart', event => {
    source.clear()
    const geometry = event.feature.getGeometry()
    geometry?.on('change', () => options.onChange(pointsOf(geometry)))
  })
  draw.on('drawend', event => options.onEnd(pointsOf(event.feature.getGeometry())))
  map.addLayer(layer)
  map.addInteraction(draw)
  if (snap !== null) map.addInteraction(snap)
  return {
    undo: () => draw.removeLastPoint(),
    finish: () => draw.finishDrawing(),
    stop: () => {
      map.removeInteraction(draw)
      if (snap !== null) map.removeInteraction(snap)
      map.removeLayer(layer)
      source.clear()
    },
  }
}
