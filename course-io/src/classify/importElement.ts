/** The output of the file readers: elements with tags and a shape, before their meaning is known. */
import { courseFeature, ok, type Result, refused } from '@greensward/domain'
import { type Said, said } from '@greensward/messages'
import { z } from 'zod'

/** A position as in the file: longitude, latitude, and perhaps more; not checked yet. */
const place = z.array(z.number()).min(2)
const ring = z.array(place)

const importGeometry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Point'), coordinates: place }),
  z.object({ type: z.literal('LineString'), coordinates: ring }),
  z.object({ type: z.literal('MultiLineString'), coordinates: z.array(ring) }),
  z.object({ type: z.literal('Polygon'), coordinates: z.array(ring) }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(ring)) }),
])
export type ImportGeometry = z.infer<typeof importGeometry>

/** Every position of a shape, as in the file. */
export const positionsOf = (geometry: ImportGeometry | null): readonly (readonly number[])[] => {
  switch (geometry?.type) {
    case undefined:
      return []
    case 'Point':
      return [geometry.coordinates]
    case 'LineString':
      return geometry.coordinates
    case 'MultiPolygon':
      return geometry.coordinates.flat(2)
    default:
      return geometry?.coordinates.flat() ?? []
  }
}

export interface ImportElement {
  /** Where it comes from, such as `way/1234`. */
  readonly id: string
  /** OpenStreetMap's tags. */
  readonly tags: Readonly<Record<string, string>>
  /** Null for a shape that cannot be read. */
  readonly geometry: ImportGeometry | null
  /** Why its shape cannot be read, where the reader of the file knows. */
  readonly fault?: Said
  /** A feature of this product's own export, as in the file. */
  readonly own?: unknown
  /** Of an own feature that has become several parts elsewhere; the first has none. */
  readonly ownPart?: number
  /** The name of the own feature's zone type, for a course that knows the type by another id. */
  readonly ownType?: string
  /** The folder, layer or file that it lies in. */
  readonly layer?: string
  /** From a drawing that knows no tags: what nobody names is what its shape makes of it. */
  readonly isDrawing?: boolean
}

export interface GeojsonRefusal extends Said {
  readonly kind: 'notGeojson'
}

const geojsonFeature = z.object({
  type: z.literal('Feature'),
  id: z.union([z.string(), z.number()]).optional(),
  kind: z.string().optional(),
  geometry: z.unknown(),
  properties: z.record(z.string(), z.unknown()).nullish(),
})
const geojson = z.union([
  z.object({
    type: z.literal('FeatureCollection'),
    features: z.array(z.unknown()),
    /** Our own export says what its zone types are called. */
    zoneTypes: z
      .array(z.object({ id: z.string(), name: z.string() }))
      .optional()
      .catch(undefined),
  }),
  geojsonFeature.transform(feature => ({ features: [feature] as unknown[], zoneTypes: undefined })),
])

const KINDS: readonly string[] = courseFeature.options.map(option => option.shape.kind.value)

/** Reads parsed GeoJSON: tags are the properties or `properties.tags`; our own export is known by its `kind`. */
export const geojsonElements = (json: unknown): Result<readonly ImportElement[], GeojsonRefusal> => {
  const collection = geojson.safeParse(json)
  if (!collection.success) return refused({ kind: 'notGeojson', ...said('notGeojson') })
  const { features, zoneTypes = [] } = collection.data
  const typeNames = new Map(zoneTypes.map(({ id, name }) => [id, name]))
  return ok(features.map((feature, index) => elementOf(feature, index, typeNames)))
}

const elementOf = (value: unknown, index: number, typeNames: ReadonlyMap<string, string>): ImportElement => {
  const parsed = geojsonFeature.safeParse(value)
  if (!parsed.success) return { id: `feature/${index + 1}`, tags: {}, geometry: null }
  const feature = parsed.data
  const properties = feature.properties ?? {}
  const geometry = importGeometry.safeParse(feature.geometry)
  const nested = z.record(z.string(), z.unknown()).safeParse(properties.tags)
  const element = {
    id: feature.id === undefined ? `feature/${index + 1}` : String(feature.id).slice(0, 200),
    tags: textsOf(nested.success ? nested.data : properties),
    geometry: geometry.success ? geometry.data : null,
  }
  if (feature.kind === undefined || !KINDS.includes(feature.kind)) return element
  const ownType = typeof properties.zoneTypeId === 'string' ? typeNames.get(properties.zoneTypeId) : undefined
  return { ...element, own: value, ...(ownType === undefined ? {} : { ownType }) }
}

const textsOf = (record: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(record).flatMap(([key, value]) =>
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
        ? [[key, String(value)]]
        : [],
    ),
  )
