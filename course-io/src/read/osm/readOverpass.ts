/** The JSON of the Overpass API (`[out:json]`), with nodes of their own (`out body; >; out skel;`) or inline (`out geom;`). */
import type { Position } from '@greensward/domain'
import { z } from 'zod'
import type { ImportElement } from '../../classify/importElement.ts'
import { type OsmMember, osmElements, type RawOsm } from './readOsm.ts'

const point = z.object({ lat: z.number(), lon: z.number() })
/** A corner outside the box that was asked for is null. */
const corners = z.array(point.nullable())
const tags = z.record(z.string(), z.string()).optional()
const id = z.number()
const item = z.discriminatedUnion('type', [
  z.object({ type: z.literal('node'), id, lat: z.number().optional(), lon: z.number().optional(), tags }),
  z.object({ type: z.literal('way'), id, nodes: z.array(id).optional(), geometry: corners.optional(), tags }),
  z.object({
    type: z.literal('relation'),
    id,
    members: z
      .array(z.object({ type: z.string(), ref: id, role: z.string().catch(''), geometry: corners.optional() }))
      .optional(),
    tags,
  }),
])
const overpass = z.object({ elements: z.array(z.unknown()), osm3s: z.unknown().optional(), version: z.unknown() })

/** Whether parsed JSON is an answer of Overpass, or of OpenStreetMap's own API in JSON. */
export const isOverpass = (json: unknown): boolean => overpass.safeParse(json).success

/** Corners without ids are known by their position. */
const refsOf = (raw: RawOsm, geometry: z.infer<typeof corners>): string[] =>
  geometry.map(corner => {
    if (corner === null) return 'outside'
    const ref = `${corner.lon},${corner.lat}`
    raw.nodes.set(ref, [corner.lon, corner.lat])
    return ref
  })

/** Elements that cannot be read are left out: an answer may hold kinds of its own, such as areas. */
export const readOverpass = (json: unknown): ImportElement[] => {
  const raw: RawOsm = { nodes: new Map<string, Position>(), taggedNodes: [], ways: new Map(), relations: [] }
  const relations = new Map<number, RawOsm['relations'][number]>()
  const taggedNodes = new Map<number, RawOsm['taggedNodes'][number]>()
  for (const value of overpass.parse(json).elements) {
    const read = item.safeParse(value)
    if (!read.success) continue
    const one = read.data
    // An element may come twice, once with its tags and once with its shape.
    switch (one.type) {
      case 'node':
        if (one.lat !== undefined && one.lon !== undefined) raw.nodes.set(String(one.id), [one.lon, one.lat])
        if (one.tags !== undefined) taggedNodes.set(one.id, { id: String(one.id), tags: one.tags })
        break
      case 'way': {
        const known = raw.ways.get(String(one.id))
        const refs = one.geometry === undefined ? one.nodes?.map(String) : refsOf(raw, one.geometry)
        raw.ways.set(String(one.id), { refs: refs ?? known?.refs ?? [], tags: { ...known?.tags, ...one.tags } })
        break
      }
      case 'relation': {
        const known = relations.get(one.id)
        const members = one.members?.map(({ type, ref, role, geometry }): OsmMember => {
          if (type === 'way' && geometry !== undefined && !raw.ways.has(String(ref)))
            raw.ways.set(String(ref), { refs: refsOf(raw, geometry), tags: {} })
          return { type, ref: String(ref), role }
        })
        relations.set(one.id, {
          id: String(one.id),
          members: members ?? known?.members ?? [],
          tags: { ...known?.tags, ...one.tags },
        })
      }
    }
  }
  raw.taggedNodes.push(...taggedNodes.values())
  raw.relations.push(...relations.values())
  return osmElements(raw)
}
