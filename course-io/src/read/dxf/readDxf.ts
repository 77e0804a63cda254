/** Lines and areas of a drawing of surveyors. Arcs, circles and bulges are broken into chords; texts and blocks are left out. */
import { said } from '@greensward/messages'
import DxfParser, { type IEntity } from 'dxf-parser'
import { z } from 'zod'
import type { ImportElement } from '../../classify/importElement.ts'
import { type DrawnFeature, drawnElements } from '../geojson/importGeojson.ts'
import { Unreadable, wrongIn } from '../importRefusal.ts'
import type { ToLonLat } from '../projections.ts'

const coordinate = z.number().refine(Number.isFinite)
const vertex = z.object({ x: coordinate, y: coordinate, bulge: z.number().optional() })
const drawn = z.object({
  type: z.string(),
  layer: z.string().optional(),
  vertices: z.array(vertex).optional(),
  /** Closed. */
  shape: z.boolean().optional(),
  center: vertex.optional(),
  position: vertex.optional(),
  radius: z.number().optional(),
  startAngle: z.number().optional(),
  endAngle: z.number().optional(),
  controlPoints: z.array(vertex).optional(),
  fitPoints: z.array(vertex).optional(),
})
type Drawn = z.infer<typeof drawn>
type Place = readonly [number, number]

/** Chords of an arc for each full turn. */
const CHORDS = 64

const arc = ([x, y]: Place, radius: number, from: number, sweep: number): Place[] => {
  const steps = Math.max(2, Math.ceil((Math.abs(sweep) / (2 * Math.PI)) * CHORDS))
  return Array.from({ length: steps + 1 }, (_, i): Place => {
    const angle = from + (sweep * i) / steps
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
  })
}

/** The arc between two vertices: its bulge is the tangent of a quarter of its angle. */
const bulged = (from: Place, to: Place, bulge: number): Place[] => {
  const sweep = 4 * Math.atan(bulge)
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const chord = Math.hypot(dx, dy)
  if (chord === 0 || Math.abs(sweep) < 1e-6) return [to]
  const radius = chord / (2 * Math.sin(sweep / 2))
  const away = radius * Math.cos(sweep / 2)
  const centre: Place = [(from[0] + to[0]) / 2 - (dy / chord) * away, (from[1] + to[1]) / 2 + (dx / chord) * away]
  const start = Math.atan2(from[1] - centre[1], from[0] - centre[0])
  return arc(centre, Math.abs(radius), start, sweep).slice(1)
}

const outline = ({ vertices = [], shape = false }: Drawn): Place[] => {
  const closed = shape ? [...vertices, ...vertices.slice(0, 1)] : vertices
  return closed.flatMap((point, i): Place[] => {
    const before = closed[i - 1]
    const here: Place = [point.x, point.y]
    return before === undefined ? [here] : bulged([before.x, before.y], here, before.bulge ?? 0)
  })
}

const shapeOf = (entity: Drawn): Place[] | undefined => {
  const { center, radius = 0, startAngle = 0, endAngle = 0 } = entity
  switch (entity.type) {
    case 'LINE':
    case 'LWPOLYLINE':
    case 'POLYLINE':
      return outline(entity)
    case 'CIRCLE':
      return center === undefined ? undefined : arc([center.x, center.y], radius, 0, 2 * Math.PI)
    case 'ARC': {
      const sweep = endAngle > startAngle ? endAngle - startAngle : endAngle - startAngle + 2 * Math.PI
      return center === undefined ? undefined : arc([center.x, center.y], radius, startAngle, sweep)
    }
    case 'SPLINE':
      return (entity.fitPoints ?? entity.controlPoints)?.map(({ x, y }): Place => [x, y])
    default:
      return undefined
  }
}

const featureOf = (entity: IEntity, to: ToLonLat): DrawnFeature | undefined => {
  const read = drawn.safeParse(entity)
  if (!read.success) return undefined
  const { layer } = read.data
  const properties = {}
  if (read.data.type === 'POINT' && read.data.position !== undefined) {
    const { x, y } = read.data.position
    return { geometry: { type: 'Point', coordinates: to([x, y]) }, properties, layer }
  }
  const places = shapeOf(read.data)
  if (places === undefined || places.length < 2) return undefined
  const coordinates = places.map(to)
  const [first, last] = [places[0], places[places.length - 1]]
  const isClosed = read.data.type === 'CIRCLE' || (read.data.shape === true && places.length > 3)
  if (isClosed && first !== undefined && last !== undefined) {
    // A circle ends where it begins but for the last digit of a double.
    coordinates[coordinates.length - 1] = to(first)
  }
  return { geometry: { type: 'LineString', coordinates }, properties, layer }
}

const MOST_ENTITIES = 100_000

/** @throws Unreadable */
export const readDxf = (text: string, to: ToLonLat): ImportElement[] => {
  let entities: readonly IEntity[]
  try {
    entities = new DxfParser().parseSync(text)?.entities ?? []
  } catch (error) {
    throw new Unreadable('dxf', said('badDxf', { why: wrongIn(error) }))
  }
  if (entities.length > MOST_ENTITIES) throw new Unreadable('tooMany', said('dxfTooMany', { count: MOST_ENTITIES }))
  const features = entities.flatMap(entity => featureOf(entity, to) ?? [])
  if (features.length === 0) throw new Unreadable('empty', said('dxfEmpty'))
  return drawnElements(features, 'dxf')
}
