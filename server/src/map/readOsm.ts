/**
 * Reads an OpenStreetMap .osm file (XML 0.6): nodes, ways and multipolygon relations become elements with geometry.
 * No DTD, no entities of its own, bounded depth, attribute length and element count.
 */
import type { Position } from '@greensward/domain'
import { ok, type Result, refused } from '@greensward/domain'
import { SaxesParser } from 'saxes'
import { assembleRings } from './assembleRings.ts'

/** Ways are lines as they were drawn, closed or not; a relation of type multipolygon is one MultiPolygon. */
export type OsmGeometry =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'LineString'; readonly coordinates: readonly Position[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly (readonly Position[])[])[] }

export interface OsmElement {
  /** `way/123`: how the file names it. */
  readonly source: string
  readonly tags: Readonly<Record<string, string>>
  readonly geometry: OsmGeometry
}

/** Something in the file that could not become geometry, though its tags say that it means something. */
export interface OsmDefect {
  readonly source: string
  readonly tags: Readonly<Record<string, string>>
  readonly reason: 'missingNodes' | 'missingWays' | 'openRing' | 'badCoordinates'
}

export interface OsmDocument {
  readonly elements: readonly OsmElement[]
  readonly defects: readonly OsmDefect[]
}

/** Why a text is no readable .osm file; `line` counts from 1. */
export interface OsmRefusal {
  readonly reason: 'xml' | 'doctype' | 'tooDeep' | 'tooLong' | 'tooMany' | 'notOsm'
  readonly message: string
  readonly line: number | null
}

const MAX_DEPTH = 8
const MAX_ATTRIBUTE_CHARS = 8_192
const MAX_ELEMENTS = 4_000_000
const CHUNK_CHARS = 1 << 16

type Tags = Record<string, string>

interface Member {
  readonly type: string
  readonly ref: string
  readonly role: string
}

class Refusal extends Error {
  readonly refusal: OsmRefusal
  constructor(refusal: OsmRefusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

/** What the file holds, before geometry is made of it. */
interface Raw {
  readonly nodes: Map<string, Position>
  readonly taggedNodes: { id: string; tags: Tags }[]
  readonly ways: Map<string, { refs: string[]; tags: Tags }>
  readonly relations: { id: string; members: Member[]; tags: Tags }[]
  readonly badNodes: Set<string>
}

const newTags = (): Tags => Object.create(null) as Tags

const readRaw = (text: string): Raw => {
  const raw: Raw = { nodes: new Map(), taggedNodes: [], ways: new Map(), relations: [], badNodes: new Set() }
  const parser = new SaxesParser()
  let depth = 0
  let elements = 0
  let line = 1
  const refuse = (reason: OsmRefusal['reason'], message: string): never => {
    throw new Refusal({ reason, message: `${message} (line ${line})`, line })
  }
  /** The element that tags, nds and members belong to, and whether it was removed (JOSM writes such). */
  let owner: { tags: Tags; refs: string[]; members: Member[] } | undefined
  parser.on('error', error => {
    line = parser.line
    // saxes puts `line:column: ` before its message.
    refuse('xml', `The file is not well-formed XML: ${error.message.replace(/^\d+:\d+:\s*/, '')}`)
  })
  parser.on('doctype', () => {
    line = parser.line
    refuse('doctype', 'The file holds a DOCTYPE, which is not accepted')
  })
  parser.on('opentag', ({ name, attributes }) => {
    line = parser.line
    depth += 1
    elements += 1
    if (depth > MAX_DEPTH) refuse('tooDeep', `Elements are nested more than ${MAX_DEPTH} deep`)
    if (elements > MAX_ELEMENTS) refuse('tooMany', `The file holds more than ${MAX_ELEMENTS} elements`)
    for (const key in attributes) {
      if ((attributes[key] ?? '').length > MAX_ATTRIBUTE_CHARS) refuse('tooLong', `Attribute ${key} is too long`)
    }
    if (depth === 1) {
      if (name !== 'osm' && name !== 'osmChange')
        refuse('notOsm', `The root element is <${name}>; an .osm file begins with <osm>`)
      if (name === 'osmChange') refuse('notOsm', 'This is a file of changes (.osc), not a map')
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
        else raw.badNodes.add(id)
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

const build = (raw: Raw): OsmDocument => {
  const elements: OsmElement[] = []
  const defects: OsmDefect[] = []
  const positionsOf = (refs: readonly string[]): Position[] | undefined => {
    const points: Position[] = []
    for (const ref of refs) {
      const point = raw.nodes.get(ref)
      if (point === undefined) return undefined
      points.push(point)
    }
    return points
  }
  const absence = (refs: readonly string[]): OsmDefect['reason'] =>
    refs.some(ref => raw.badNodes.has(ref)) ? 'badCoordinates' : 'missingNodes'

  for (const { id, tags } of raw.taggedNodes) {
    const point = raw.nodes.get(id)
    const source = `node/${id}`
    if (point === undefined) defects.push({ source, tags, reason: 'badCoordinates' })
    else elements.push({ source, tags, geometry: { type: 'Point', coordinates: point } })
  }
  for (const [id, { refs, tags }] of raw.ways) {
    if (!hasTags(tags)) continue
    const source = `way/${id}`
    const points = positionsOf(refs)
    if (points === undefined || points.length < 2) defects.push({ source, tags, reason: absence(refs) })
    else elements.push({ source, tags, geometry: { type: 'LineString', coordinates: points } })
  }
  for (const { id, members, tags } of raw.relations) {
    if (tags.type !== 'multipolygon' && tags.type !== 'boundary') continue
    const source = `relation/${id}`
    const outer: string[][] = []
    const inner: string[][] = []
    let missing = false
    for (const member of members) {
      if (member.type !== 'way') continue
      const way = raw.ways.get(member.ref)
      if (way === undefined) missing = true
      else (member.role === 'inner' ? inner : outer).push(way.refs)
    }
    if (missing || outer.length === 0) {
      defects.push({ source, tags, reason: 'missingWays' })
      continue
    }
    const polygons = assembleRings(outer, inner, positionsOf)
    if (!polygons.ok) defects.push({ source, tags, reason: polygons.error })
    else elements.push({ source, tags, geometry: { type: 'MultiPolygon', coordinates: polygons.value } })
  }
  return { elements, defects }
}

export const readOsm = (text: string): Result<OsmDocument, OsmRefusal> => {
  try {
    return ok(build(readRaw(text)))
  } catch (error) {
    if (error instanceof Refusal) return refused(error.refusal)
    throw error
  }
}
