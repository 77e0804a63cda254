/** The course's features as drawable shapes, kept in step with the passed features; only the changed ones are updated. */
import { type CourseFeature, featureTitle, type PolygonGeometry, type ZoneType } from '@greensward/domain'
import Feature from 'ol/Feature.js'
import Circle from 'ol/geom/Circle.js'
import LineString from 'ol/geom/LineString.js'
import Point from 'ol/geom/Point.js'
import Polygon from 'ol/geom/Polygon.js'
import VectorSource from 'ol/source/Vector.js'
import { type Coordinate, groundMetresPerUnit, toMap } from './project.ts'

export type Shape = Polygon | LineString | Point | Circle

/** A shape with its feature and the values that are computed once for it. */
export class CourseShape extends Feature<Shape> {
  readonly course: CourseFeature
  readonly shape: Shape
  /** Size on the screen's plane, for the drawing order. */
  readonly areaUnits: number
  private anchorOnce: Coordinate | undefined
  zoneType: ZoneType | undefined

  constructor(course: CourseFeature) {
    const shape = shapeOf(course)
    super(shape)
    this.course = course
    this.shape = shape
    this.areaUnits = shape instanceof Polygon ? shape.getArea() : 0
    this.setId(course.id)
  }

  /** The position of its name or mark. Finding one inside takes time, and most names are never drawn. */
  get anchor(): Coordinate {
    this.anchorOnce ??= anchorOf(this.shape)
    return this.anchorOnce
  }

  get title(): string {
    return featureTitle(this.course)
  }
}

export const polygonOf = (geometry: PolygonGeometry): Polygon =>
  new Polygon(geometry.coordinates.map(ring => ring.map(toMap)))

function shapeOf(course: CourseFeature): Shape {
  const { geometry } = course
  if (geometry.type === 'Polygon') return polygonOf(geometry)
  if (geometry.type === 'LineString') return new LineString(geometry.coordinates.map(toMap))
  const at = toMap(geometry.coordinates)
  return course.kind === 'radius'
    ? new Circle(at, course.properties.radiusM / groundMetresPerUnit(at[1]))
    : new Point(at)
}

function anchorOf(shape: Shape): Coordinate {
  const [x = 0, y = 0] =
    shape instanceof Polygon
      ? shape.getInteriorPoint().getCoordinates()
      : shape instanceof LineString
        ? shape.getCoordinateAt(0.5)
        : shape instanceof Circle
          ? shape.getCenter()
          : shape.getCoordinates()
  return [x, y]
}

const RANK: Readonly<Record<CourseFeature['kind'], number>> = {
  area: 0,
  zone: 1,
  missionArea: 2,
  markedArea: 3,
  hole: 4,
  road: 5,
  restriction: 6,
  radius: 6,
  garage: 7,
  wc: 7,
  note: 8,
}

/** Kinds in their order; among zones the larger below the smaller. */
export const drawingOrder = (a: unknown, b: unknown): number => {
  if (!(a instanceof CourseShape && b instanceof CourseShape)) return 0
  return RANK[a.course.kind] - RANK[b.course.kind] || b.areaUnits - a.areaUnits
}

export interface CourseSource {
  readonly source: VectorSource<CourseShape>
  readonly shapes: () => readonly CourseShape[]
  readonly shapeOf: (id: string) => CourseShape | undefined
  readonly put: (features: readonly CourseFeature[], zoneTypes: readonly ZoneType[]) => void
}

export const makeCourseSource = (): CourseSource => {
  const source = new VectorSource<CourseShape>({ wrapX: false })
  let byId = new Map<string, CourseShape>()
  let knownTypes: readonly ZoneType[] = []
  return {
    source,
    shapes: () => [...byId.values()],
    shapeOf: id => byId.get(id),
    put: (features, zoneTypes) => {
      const next = new Map<string, CourseShape>()
      const fresh: CourseShape[] = []
      for (const feature of features) {
        const known = byId.get(feature.id)
        const shape = known?.course === feature ? known : new CourseShape(feature)
        if (shape !== known) fresh.push(shape)
        next.set(feature.id, shape)
      }
      const gone = [...byId.values()].filter(shape => next.get(shape.course.id) !== shape)
      if (fresh.length > 0 || zoneTypes !== knownTypes) {
        const types = new Map(zoneTypes.map(type => [type.id, type]))
        for (const shape of next.values()) {
          if (shape.course.kind === 'zone') shape.zoneType = types.get(shape.course.properties.zoneTypeId)
        }
      }
      byId = next
      knownTypes = zoneTypes
      if (gone.length > byId.size / 2) {
        source.clear(true)
        source.addFeatures([...byId.values()])
        return
      }
      for (const shape of gone) source.removeFeature(shape)
      if (fresh.length > 0) source.addFeatures(fresh)
      source.changed()
    },
  }
}
