/**
 * Reads an OpenStreetMap .osm file (XML 0.6): nodes, ways and multipolygon relations become elements with geometry.
 * No DTD, no entities of its own, bounded depth, attribute length and element count.
 */
import { ok, type Position, type Result, refused } from '@greensward/domain'
import { type Said, said } from '@greensward/messages'
import { SaxesParser } from 'saxes'
import type { ImportElement } from '../../classify/importElement.ts'
import { wrongIn } from '../importRefusal.ts'
import { assembleRings } from './assembleRings.ts'

/** Why a text is not a readable .osm file; `line` counts from 1. */
export interface OsmRefusal extends Said {
  readonly reason: 'xml' | 'doctype' | 'tooDeep' | 'tooLong' | 'tooMany' | 'notOsm'
  readonly line: number | null
}

const MAX_DEPTH = 8
const MAX_ATTRIBUTE_CHARS = 8_192
const MAX_ELEMENTS = 4_000_000
const CHUNK_CHARS = 1 << 16

type Tags = Record<string, string>

export interface OsmMember {
  readonly type: string
  readonly ref: string
  readonly role: string
}

class Refusal extends Error {
  readonly refusal: OsmRefusal
  constructor(refusal: OsmRefusal) {
    super(refusal.code)
    this.refusal = refusal
  }
}

/** The content of a file, before it becomes geometry. */
export interface RawOsm {
  readonly nodes: Map<string, Position>
  readonly taggedNodes: { id: string; tags: Tags }[]
  readonly ways: Map<string, { refs: string[]; tags: Tags }>
  readonly relations: { id: string; members: OsmMember[]; tags: Tags }[]
}

const newTags = (): Tags => Object.create(null) as Tags

const readRaw = (text: string): RawOsm => {
  const raw: RawOsm = { nodes: new Map(), taggedNodes: [], ways: new Map(), relations: [] }
  const parser = new SaxesParser()
  let depth = 0
  let elements = 0
  let line = 1
  const refuse = (reason: OsmRefusal['reason'], what: Said): never => {
    throw new Refusal({ reason, ...said('atLine', { what, line }), line })
  }
  /** The element that tags, nds and members belong to, and whether it was removed (JOSM writes such). */
  let owner: { tags: Tags; refs: string[]; members: OsmMember[] } | undefined
  parser.on('error', error => {
    line = parser.line
    refuse('xml', said('badXml', { why: wrongIn(error) }))
  })
  parser.on('doctype', () => {
    line = parser.line
    refuse('doctype', said('doctype'))
  })
  parser.on('opentag', ({ name, attributes }) => {
    line = parser.line
    depth += 1
    elements += 1
    if (depth > MAX_DEPTH) refuse('tooDeep', said('xmlTooDeep', { count: MAX_DEPTH }))
    if (elements > MAX_ELEMENTS) refuse('tooMany', said('xmlTooMany', { count: MAX_ELEMENTS }))
    for (const key in attributes) {
      if ((attributes[key] ?? '').length > MAX_ATTRIBUTE_CHARS) refuse('tooLong', said('attributeTooLong', { key }))
    }
    if (depth === 1) {
      if (name !== 'osm' && name !== 'osmChange') refuse('notOsm', said('notOsm', { name }))
      if (name === 'osmChange') refuse('notOsm', said('osmChange'))
      return
    }
    const id = attributes.id ?? ''
    const deleted = attributes.action === 'delete' || attributes.visible === 'false'
    switch (name) {
      case 'node': {
        owner = { tags: newTags(), refs: [], members: [] }
        if (deleted) break
        const lon = Number(attributes.lon ?? Number.NaN)
        const lat = Number(attributes.lat ?? Number.NaN)
        if (Math.abs(lon) <= 180 && Math.abs(lat) <= 90) raw.nodes.set(id, [lon, lat])
        raw.taggedNodes.push({ id, tags: owner.tags })
        break
      }
      case 'way':
        owner = { tags: newTags(), refs: [], members: [] }
        if (!deleted) raw.ways.set(id, { refs: owner.refs, tags: owner.tags })
        break
      case 'relation':
        owner = { tags: newTags(), refs: [], members: [] }
        if (!deleted) raw.relations.push({ id, members: owner.members, tags: owner.tags })
        break
      case 'tag': {
        const key = attributes.k
        if (owner !== undefined && key !== undefined) owner.tags[key] = attributes.v ?? ''
        break
      }
      case 'nd':
        if (owner !== undefined && attributes.ref !== undefined) owner.refs.push(attributes.ref)
        break
      case 'member':
        owner?.members.push({
          type: attributes.type ?? '',
          ref: attributes.ref ?? '',
          role: attributes.role ?? '',
        })
        break
    }
  })
  parser.on('closetag', ({ name }) => {
    depth -= 1
    if (name === 'node') {
      const last = raw.taggedNodes.at(-1)
      // A file is mostly untagged nodes; they are kept as positions alone.
      if (last !== undefined && last.tags === owner?.tags && Object.keys(last.tags).length === 0) raw.taggedNodes.pop()
    }
    if (name === 'node' || name === 'way' || name === 'relation') owner = undefined
  })
  for (let at = 0; at < text.length; at += CHUNK_CHARS) parser.write(text.slice(at, at + CHUNK_CHARS))
  parser.close()
  return raw
}

const hasTags = (tags: Tags): boolean => {
  for (const _ in tags) return true
  return false
}

/**
 * Ways are lines as they were drawn, closed or not; a relation of type multipolygon is one MultiPolygon. What lacks
 * nodes, ways or a closed ring has no geometry, and is refused later if its tags mean something.
 */
export const osmElements = (raw: RawOsm): ImportElement[] => {
  const elements: ImportElement[] = []
  const positionsOf = (refs: readonly string[]): Position[] | undefined => {
    const points: Position[] = []
    for (const ref of refs) {
      const point = raw.nodes.get(ref)
      if (point === undefined) return undefined
      points.push(point)
    }
    return points
  }
  for (const { id, tags } of raw.taggedNodes) {
    const coordinates = raw.nodes.get(id)
    const geometry = coordinates === undefined ? null : { type: 'Point' as const, coordinates }
    elements.push({ id: `node/${id}`, tags, geometry })
  }
  for (const [id, { refs, tags }] of raw.ways) {
    if (!hasTags(tags)) continue
    const coordinates = positionsOf(refs)
    const isLine = coordinates !== undefined && coordinates.length >= 2
    elements.push({ id: `way/${id}`, tags, geometry: isLine ? { type: 'LineString', coordinates } : null })
  }
  for (const { id, members, tags } of raw.relations) {
    if (tags.type !== 'multipolygon' && tags.type !== 'boundary') continue
    elements.push({ id: `relation/${id}`, tags, geometry: multiPolygon(raw, members, positionsOf) })
  }
  return elements
}

const multiPolygon = (
  raw: RawOsm,
  members: readonly OsmMember[],
  positionsOf: (refs: readonly string[]) => Position[] | undefined,
): ImportElement['geometry'] => {
  const outer: string[][] = []
  const inner: string[][] = []
  for (const member of members) {
    if (member.type !== 'way') continue
    const way = raw.ways.get(member.ref)
    if (way === undefined) return null
    const rings = member.role === 'inner' ? inner : outer
    rings.push(way.refs)
  }
  const polygons = assembleRings(outer, inner, positionsOf)
  return polygons === undefined ? null : { type: 'MultiPolygon', coordinates: polygons }
}

export const readOsm = (text: string): Result<ImportElement[], OsmRefusal> => {
  try {
    return ok(osmElements(readRaw(text)))
  } catch (error) {
    if (error instanceof Refusal) return refused(error.refusal)
    throw error
  }
}
