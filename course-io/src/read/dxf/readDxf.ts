/**
 * Lines and areas of a drawing of surveyors, those of blocks among them. Arcs, ellipses, splines and bulges become chords;
 * texts and dimensions are left out, and kinds that are not read are counted.
 */
import type { DrawingUnit } from '@greensward/domain'
import { said } from '@greensward/messages'
import DxfParser, { type IEntity } from 'dxf-parser'
import { z } from 'zod'
import type { ImportElement } from '../../classify/importElement.ts'
import { chordErrorIn } from '../arcs.ts'
import { drawnElements } from '../geojson/importGeojson.ts'
import { type FileName, Unreadable, wrongIn } from '../importRefusal.ts'
import type { Placement } from '../projections.ts'
import { arc, bulged, type Place, splinePath, sweepOf } from './curves.ts'
import { drawingScale, type Scale, type UnitUsed } from './drawingUnit.ts'
import { type Group, hatchPolygons } from './hatch.ts'
import { type DrawnShape, extentOf, withIslands } from './islands.ts'

const coordinate = z.number().refine(Number.isFinite)
const vertex = z.object({ x: coordinate, y: coordinate, bulge: z.number().optional() })
const drawn = z.object({
  type: z.string(),
  layer: z.string().optional(),
  inPaperSpace: z.boolean().optional(),
  vertices: z.array(vertex).optional(),
  points: z.array(vertex).optional(),
  /** Closed. */
  shape: z.boolean().optional(),
  center: vertex.optional(),
  position: vertex.optional(),
  radius: z.number().optional(),
  startAngle: z.number().optional(),
  endAngle: z.number().optional(),
  majorAxisEndPoint: vertex.optional(),
  axisRatio: z.number().optional(),
  groups: z.custom<readonly Group[]>(Array.isArray).optional(),
  /** Of a block that is inserted. */
  name: z.string().optional(),
  xScale: z.number().optional(),
  yScale: z.number().optional(),
  /** Degrees counter-clockwise. */
  rotation: z.number().optional(),
  columnCount: z.number().optional(),
  rowCount: z.number().optional(),
  columnSpacing: z.number().optional(),
  rowSpacing: z.number().optional(),
  /** Of its plane: up, or away from it; the library has two names for it. */
  extrusionDirection: z.object({ z: z.number().optional() }).optional(),
  extrusionDirectionZ: z.number().optional(),
  is3dPolyline: z.boolean().optional(),
})
type Drawn = z.infer<typeof drawn>

/** Kinds with a shape that the library does not know, or not with all of it: hatches and splines are read here, the others are counted. */
const KEPT_BY_NAME = [
  'HATCH',
  'SPLINE',
  'MLINE',
  'TRACE',
  'REGION',
  '3DSOLID',
  'BODY',
  'IMAGE',
  'MPOLYGON',
  'HELIX',
  'MESH',
  'RAY',
  'XLINE',
]
const SILENT: ReadonlySet<string> = new Set(['TEXT', 'MTEXT', 'ATTDEF', 'ATTRIB', 'DIMENSION', 'VIEWPORT'])
/** Kinds with coordinates in a plane of their own. */
const IN_PLANE: ReadonlySet<string> = new Set(['ARC', 'LWPOLYLINE', 'POLYLINE', 'SOLID', 'HATCH', 'INSERT'])
/** Blocks in blocks deeper than this are a circle. */
const MOST_DEPTH = 8
const MOST_ENTITIES = 100_000

type Handler = Parameters<DxfParser['registerEntityHandler']>[0]

const parser = (): DxfParser => {
  const made = new DxfParser()
  for (const name of KEPT_BY_NAME)
    made.registerEntityHandler(
      class {
        readonly ForEntityName = name
        parseEntity(scanner: { next(): { code: number; value: unknown }; isEOF(): boolean }) {
          const groups: Group[] = []
          let layer: string | undefined
          let inPaperSpace = false
          let group = scanner.next()
          while (!scanner.isEOF() && group.code !== 0) {
            if (group.code === 8) layer = String(group.value)
            // The parser gives this flag as a yes or no.
            if (group.code === 67) inPaperSpace = Number(group.value) !== 0
            groups.push([group.code, group.value])
            group = scanner.next()
          }
          return { type: name, layer, inPaperSpace, groups }
        }
      } as unknown as Handler,
    )
  return made
}

/** The parser gives a face with four corners an empty fifth. */
const withPlaces = (given: IEntity): IEntity => {
  const { vertices } = given as IEntity & { readonly vertices?: unknown }
  if (!Array.isArray(vertices)) return given
  return { ...given, vertices: vertices.filter(one => one?.x !== undefined) } as IEntity
}

const placesOf = (vertices: readonly z.infer<typeof vertex>[] = []): Place[] =>
  vertices.map(({ x, y }): Place => [x, y])

const outline = (error: number, { vertices = [], shape = false }: Drawn): Place[] => {
  const closed = shape ? [...vertices, ...vertices.slice(0, 1)] : vertices
  return closed.flatMap((point, i): Place[] => {
    const before = closed[i - 1]
    const here: Place = [point.x, point.y]
    return before === undefined ? [here] : bulged(error, [before.x, before.y], here, before.bulge ?? 0)
  })
}

const TURN = 2 * Math.PI
/** The flag of a spline. */
const CLOSED = 1
/** Ends of a curve nearer than this are one place, in units of the drawing. */
const SAME_PLACE = 1e-6

const splineOf = (error: number, groups: readonly Group[]): Place[] => {
  const numbers = (code: number): number[] => groups.flatMap(([own, value]) => (own === code ? [Number(value)] : []))
  const places = (code: number): Place[] => {
    const norths = numbers(code + 10)
    return numbers(code).map((east, i): Place => [east, norths[i] ?? Number.NaN])
  }
  const [points, [degree = 3], [flags = 0]] = [places(10), numbers(71), numbers(70)]
  const spline = { degree, knots: numbers(40), points, weights: numbers(41) }
  const path = points.length > 0 ? splinePath(error, spline) : places(11)
  if (!path.flat().every(Number.isFinite)) return []
  return (flags & CLOSED) !== 0 ? [...path, ...path.slice(0, 1)] : path
}

/** @param error the largest distance between a curve and its chords */
const shapeOf = (error: number, entity: Drawn): Place[] | undefined => {
  const { center, radius = 0, startAngle = 0, endAngle = TURN, majorAxisEndPoint: major, axisRatio = 1 } = entity
  switch (entity.type) {
    case 'LINE':
    case 'LWPOLYLINE':
    case 'POLYLINE':
      return outline(error, entity)
    case '3DFACE': {
      const corners = placesOf(entity.vertices)
      return [...corners, ...corners.slice(0, 1)]
    }
    case 'SOLID': {
      // Its corners are listed in the shape of a Z.
      const [a, b, c, d] = placesOf(entity.points)
      return a === undefined || b === undefined || c === undefined ? undefined : [a, b, d ?? c, c, a]
    }
    case 'CIRCLE':
      return center === undefined ? undefined : arc(error, [center.x, center.y], radius, 0, TURN)
    case 'ARC':
      return center === undefined
        ? undefined
        : arc(error, [center.x, center.y], radius, startAngle, sweepOf(startAngle, endAngle))
    case 'ELLIPSE': {
      if (center === undefined || major === undefined) return undefined
      const long = Math.hypot(major.x, major.y)
      const axes = { minor: long * axisRatio, turned: Math.atan2(major.y, major.x) }
      return arc(error, [center.x, center.y], long, startAngle, sweepOf(startAngle, endAngle), axes)
    }
    case 'SPLINE':
      return splineOf(error, entity.groups ?? [])
    default:
      return undefined
  }
}

/** What a block is inserted with: its corner goes to a place, turned and scaled. */
const insertion = (entity: Drawn, base: Place, column: number, row: number): ((place: Place) => Place) => {
  const { position, xScale = 1, yScale = 1, rotation = 0, columnSpacing = 0, rowSpacing = 0 } = entity
  const [cos, sin] = [Math.cos((rotation * Math.PI) / 180), Math.sin((rotation * Math.PI) / 180)]
  return ([x, y]) => {
    const u = (x - base[0]) * xScale + column * columnSpacing
    const v = (y - base[1]) * yScale + row * rowSpacing
    return [(position?.x ?? 0) + u * cos - v * sin, (position?.y ?? 0) + u * sin + v * cos]
  }
}

/** From the plane of an entity to the drawing: what is seen from below has x the other way. */
const fromPlane = (entity: Drawn): ((place: Place) => Place) => {
  const { extrusionDirection, extrusionDirectionZ, groups, is3dPolyline = false } = entity
  const up = extrusionDirection?.z ?? extrusionDirectionZ ?? Number(groups?.find(([code]) => code === 230)?.[1] ?? 1)
  return IN_PLANE.has(entity.type) && !is3dPolyline && up < 0 ? ([x, y]) => [-x, y] : place => place
}

interface Within {
  readonly move: (place: Place) => Place
  readonly depth: number
  /** How many times larger things are drawn than in their block, at most. */
  readonly stretch: number
  /** Things on layer 0 of a block are on the layer that the block is inserted on. */
  readonly layer?: string | undefined
  readonly block?: string
}

interface DxfRead {
  readonly elements: ImportElement[]
  /** Kinds that are not read, each with its count. */
  readonly ignored: Readonly<Record<string, number>>
  readonly drawingUnit: UnitUsed | null
}

interface DxfSource {
  readonly text: string
  readonly what: FileName
  readonly placement: Placement
  /** By the person who imports. */
  readonly unit: DrawingUnit | undefined
}

type Parsed = ReturnType<DxfParser['parseSync']>

/**
 * The shapes of a drawing, in its own units.
 * @param error the largest distance between a curve and its chords
 * @throws Unreadable
 */
const shapesIn = (parsed: Parsed, error: number): Pick<DxfRead, 'ignored'> & { readonly shapes: DrawnShape[] } => {
  const features: DrawnShape[] = []
  const ignored: Record<string, number> = {}
  const blocks = new Map<string, { readonly base: Place; readonly entities: readonly IEntity[] }>()
  let count = 0

  const addInsert = (entity: Drawn, layer: string | undefined, within: Within): void => {
    const block = blocks.get(entity.name ?? '')
    if (block === undefined || within.depth >= MOST_DEPTH) return
    const [columns, rows] = [entity.columnCount ?? 1, entity.rowCount ?? 1].map(n => Math.min(1_000, Math.max(1, n)))
    const flat = fromPlane(entity)
    // Names of blocks without one begin with a star.
    const named = entity.name?.startsWith('*') === true ? within.block : entity.name
    for (let row = 0; row < (rows ?? 1); row++)
      for (let column = 0; column < (columns ?? 1); column++) {
        const placed = insertion(entity, block.base, column, row)
        const inner = {
          move: (place: Place) => within.move(flat(placed(place))),
          depth: within.depth + 1,
          stretch: within.stretch * Math.max(Math.abs(entity.xScale ?? 1), Math.abs(entity.yScale ?? 1)),
          layer,
        }
        for (const one of block.entities) add(one, named === undefined ? inner : { ...inner, block: named })
      }
  }

  const add = (given: IEntity, within: Within): void => {
    count += 1
    if (count > MOST_ENTITIES) throw new Unreadable('tooMany', said('dxfTooMany', { count: MOST_ENTITIES }))
    const read = drawn.safeParse(withPlaces(given))
    if (!read.success) {
      ignored[`DXF ${given.type}`] = (ignored[`DXF ${given.type}`] ?? 0) + 1
      return
    }
    if (read.data.inPaperSpace === true) return
    const entity = read.data
    const layer = within.depth > 0 && (entity.layer ?? '0') === '0' ? within.layer : entity.layer
    const properties = within.block === undefined ? {} : { kind: within.block }
    const put = (geometry: DrawnShape['geometry']): void => {
      features.push({ geometry, properties, layer })
    }
    const flat = fromPlane(entity)
    const placed = (place: Place): number[] => [...within.move(flat(place))]
    if (entity.type === 'INSERT') {
      addInsert(entity, layer, within)
      return
    }
    if (entity.type === 'HATCH') {
      const polygons = hatchPolygons(error / within.stretch, entity.groups ?? [])
      if (polygons.length > 0) {
        put({ type: 'MultiPolygon', coordinates: polygons.map(rings => rings.map(ring => ring.map(placed))) })
        return
      }
    }
    if (entity.type === 'POINT' && entity.position !== undefined) {
      const { x, y } = entity.position
      put({ type: 'Point', coordinates: placed([x, y]) })
      return
    }
    const places = shapeOf(error / within.stretch, entity)
    const [first, last] = [places?.[0], places?.[places.length - 1]]
    if (places === undefined || first === undefined || last === undefined || places.length < 2) {
      if (!SILENT.has(entity.type)) ignored[`DXF ${entity.type}`] = (ignored[`DXF ${entity.type}`] ?? 0) + 1
      return
    }
    const coordinates = places.map(placed)
    // A curve ends where it begins but for the last digit of a double.
    const isClosed = places.length > 3 && Math.hypot(first[0] - last[0], first[1] - last[1]) < SAME_PLACE
    if (isClosed) coordinates[coordinates.length - 1] = placed(first)
    put({ type: 'LineString', coordinates })
  }

  for (const [name, { position, entities }] of Object.entries(parsed?.blocks ?? {}))
    blocks.set(name, { base: [position?.x ?? 0, position?.y ?? 0], entities: entities ?? [] })
  for (const entity of parsed?.entities ?? []) add(entity, { move: place => place, depth: 0, stretch: 1 })
  return { shapes: features, ignored }
}

/** @throws Unreadable */
export const readDxf = ({ text, what, placement, unit: chosen }: DxfSource): DxfRead => {
  const { to, unitM } = placement
  let scale: Scale = { factor: 1, unit: null }
  let read: ReturnType<typeof shapesIn>
  try {
    const parsed = parser().parseSync(text)
    // The unit may follow from the extent, and how near chords are to their curves from the unit.
    const { shapes } = shapesIn(parsed, Number.POSITIVE_INFINITY)
    scale = drawingScale(parsed?.header?.$INSUNITS, { chosen, unitM, what, extent: extentOf(shapes) })
    read = shapesIn(parsed, chordErrorIn(unitM) / scale.factor)
  } catch (error) {
    if (error instanceof Unreadable) throw error
    throw new Unreadable('dxf', said('badDxf', { why: wrongIn(error) }))
  }
  const { shapes, ignored } = read
  if (shapes.length === 0) throw new Unreadable('empty', said('dxfEmpty'))
  const placed = (coordinates: unknown): unknown => {
    if (!Array.isArray(coordinates)) return coordinates
    const [x, y] = coordinates as unknown[]
    return typeof x === 'number' && typeof y === 'number'
      ? to([x * scale.factor, y * scale.factor])
      : coordinates.map(placed)
  }
  const inDegrees = withIslands(shapes).map(feature => ({
    ...feature,
    geometry: { ...feature.geometry, coordinates: placed(feature.geometry.coordinates) },
  }))
  return { elements: drawnElements(inDegrees, 'dxf'), ignored, drawingUnit: scale.unit }
}
