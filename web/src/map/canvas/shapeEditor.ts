/** Corners that can be dragged: OpenLayers moves the shape, the new geometry goes out as plain data when it is let go. */
import type { CourseFeature, Position } from '@greensward/domain'
import Collection from 'ol/Collection.js'
import Feature from 'ol/Feature.js'
import Circle from 'ol/geom/Circle.js'
import LineString from 'ol/geom/LineString.js'
import MultiPoint from 'ol/geom/MultiPoint.js'
import Point from 'ol/geom/Point.js'
import Polygon from 'ol/geom/Polygon.js'
import Modify from 'ol/interaction/Modify.js'
import Snap from 'ol/interaction/Snap.js'
import Translate from 'ol/interaction/Translate.js'
import VectorLayer from 'ol/layer/Vector.js'
import type OlMap from 'ol/Map.js'
import VectorSource from 'ol/source/Vector.js'
import CircleStyle from 'ol/style/Circle.js'
import Fill from 'ol/style/Fill.js'
import Stroke from 'ol/style/Stroke.js'
import Style from 'ol/style/Style.js'
import type { CourseSource, Shape } from './courseSource.ts'
import { groundMetresPerUnit, toPosition } from './project.ts'

export interface ShapeChange {
  readonly id: string
  readonly geometry: CourseFeature['geometry']
  /** Of round things only. */
  readonly radiusM: number | null
}

/** `corners` moves, inserts and deletes corners; `whole` moves the thing as it is, and nothing else does. */
export type ShapeTool = 'corners' | 'whole'

export interface ShapeEditor {
  readonly target: (id: string | null) => void
  readonly use: (tool: ShapeTool) => void
  /** Deletes the corner below the pointer; false where there is none. */
  readonly removeCorner: () => boolean
  readonly stop: () => void
}

const dot = (radius: number): CircleStyle =>
  new CircleStyle({
    radius,
    fill: new Fill({ color: '#ffffff' }),
    stroke: new Stroke({ color: '#0b7390', width: 2 }),
  })

const cornersOf = (shape: unknown): MultiPoint | Point | undefined => {
  if (shape instanceof Polygon) return new MultiPoint(shape.getCoordinates().flatMap(ring => ring.slice(0, -1)))
  if (shape instanceof LineString) return new MultiPoint(shape.getCoordinates())
  if (shape instanceof Circle) return new Point(shape.getCenter())
  return shape instanceof Point ? shape : undefined
}

const styles = [
  new Style({ stroke: new Stroke({ color: '#ffffff', width: 6, lineJoin: 'round' }) }),
  new Style({
    stroke: new Stroke({ color: '#0b7390', width: 2.5, lineJoin: 'round' }),
    fill: new Fill({ color: 'rgb(11 115 144 / 14%)' }),
  }),
  new Style({ image: dot(4.5), geometry: feature => cornersOf(feature.getGeometry()) }),
]

/** A billionth of a degree is a tenth of a millimetre. */
const rounded = (position: Position): Position => [
  Math.round(position[0] * 1e9) / 1e9,
  Math.round(position[1] * 1e9) / 1e9,
]
const read = (coordinate: readonly number[]): Position => rounded(toPosition(coordinate))

const changeOf = (id: string, shape: Shape): ShapeChange => {
  if (shape instanceof Polygon) {
    const rings = shape.getCoordinates().map(ring => {
      const corners = ring.slice(0, -1).map(read)
      const [first] = corners
      return first === undefined ? corners : [...corners, first]
    })
    return { id, geometry: { type: 'Polygon', coordinates: rings }, radiusM: null }
  }
  if (shape instanceof LineString) {
    return { id, geometry: { type: 'LineString', coordinates: shape.getCoordinates().map(read) }, radiusM: null }
  }
  if (shape instanceof Circle) {
    const centre = shape.getCenter()
    const radiusM = Math.round(shape.getRadius() * groundMetresPerUnit(centre[1] ?? 0) * 100) / 100
    return { id, geometry: { type: 'Point', coordinates: read(centre) }, radiusM }
  }
  return { id, geometry: { type: 'Point', coordinates: read(shape.getCoordinates()) }, radiusM: null }
}

const SNAP_PX = 10
const REACH_PX = 12

/** Takes out the corner next to a place, as long as enough are left; false where there is none. */
const withoutCorner = (shape: Shape, place: readonly number[], reach: number): boolean => {
  const near = (corner: readonly number[]): boolean =>
    Math.hypot((corner[0] ?? 0) - (place[0] ?? 0), (corner[1] ?? 0) - (place[1] ?? 0)) <= reach
  if (shape instanceof LineString) {
    const line = shape.getCoordinates()
    const index = line.findIndex(near)
    if (index < 0 || line.length <= 2) return false
    shape.setCoordinates(line.toSpliced(index, 1))
    return true
  }
  if (!(shape instanceof Polygon)) return false
  const rings = shape.getCoordinates()
  for (const [number, ring] of rings.entries()) {
    const corners = ring.slice(0, -1)
    const index = corners.findIndex(near)
    if (index < 0 || corners.length <= 3) continue
    const left = corners.toSpliced(index, 1)
    const [first] = left
    if (first === undefined) continue
    shape.setCoordinates(rings.with(number, [...left, first]))
    return true
  }
  return false
}

export const startShapeEditor = (
  map: OlMap,
  course: CourseSource,
  onChange: (change: ShapeChange) => void,
): ShapeEditor => {
  const held = new Collection<Feature<Shape>>()
  const layer = new VectorLayer({ source: new VectorSource({ features: held, wrapX: false }), style: styles })
  const modify = new Modify({
    features: held,
    style: new Style({ image: dot(6) }),
    pixelTolerance: 12,
    snapToPointer: false,
  })
  const translate = new Translate({ features: held })
  // Corners and edges of neighbours catch the pointer, so that zones share an edge instead of nearly sharing it.
  const snap = new Snap({ source: course.source, pixelTolerance: SNAP_PX })
  let id: string | null = null
  const hold = (): void => {
    held.clear()
    const shape = id === null ? undefined : course.shapeOf(id)
    // A copy: a drag that is given up leaves the course as it was.
    if (shape !== undefined) held.push(new Feature<Shape>(shape.shape.clone()))
  }
  const tell = (): void => {
    const shape = held.item(0)?.getGeometry()
    if (id !== null && shape !== undefined) onChange(changeOf(id, shape))
  }
  let pointer: readonly number[] | null = null
  const reachUnits = (): number => REACH_PX * (map.getView().getResolution() ?? 1)
  const onMove = (event: { readonly coordinate: readonly number[] }): void => {
    pointer = event.coordinate
  }
  map.on('pointermove', onMove)
  modify.on('modifyend', tell)
  translate.on('translateend', tell)
  translate.setActive(false)
  map.addLayer(layer)
  for (const interaction of [modify, translate, snap]) map.addInteraction(interaction)
  return {
    target: next => {
      id = next
      hold()
    },
    use: tool => {
      modify.setActive(tool === 'corners')
      translate.setActive(tool === 'whole')
    },
    removeCorner: () => {
      const shape = held.item(0)?.getGeometry()
      if (shape === undefined || pointer === null || !withoutCorner(shape, pointer, reachUnits())) return false
      tell()
      return true
    },
    stop: () => {
      map.un('pointermove', onMove)
      for (const interaction of [modify, translate, snap]) map.removeInteraction(interaction)
      map.removeLayer(layer)
    },
  }
}
