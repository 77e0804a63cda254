/** GML, as WFS servers of councils and desktop programs write it: the features of any schema, by their elements' names. */
import { said } from '@greensward/messages'
import type { Element } from '@xmldom/xmldom'
import { type ImportElement, positionsOf } from '../../classify/importElement.ts'
import { type DrawnFeature, drawnElements, movedElements } from '../geojson/importGeojson.ts'
import { type FileName, shapeOr, Unreadable } from '../importRefusal.ts'
import { xmlTreeOf } from '../importXml.ts'
import { withOwnTable } from '../ownTables.ts'
import { looksLikeDegrees, needsProjection, type Placement } from '../projections.ts'
import { withoutDrawing } from '../taggedData.ts'
import { childrenOf, localOf } from './gmlPlaces.ts'
import { extentOf, shapeReader } from './gmlShape.ts'
import { type SrsRead, srsOf } from './srsName.ts'

const HEAD_CHARS = 20_000
/** Whether the text of an XML file names the namespace of GML near its beginning. */
export const isGml = (text: string, root: string | undefined): boolean =>
  root === 'FeatureCollection' || /["']http:\/\/www\.opengis\.net\/gml(?:\/3\.\d)?["']/.test(text.slice(0, HEAD_CHARS))

/** Roots of the answer of a map server that refuses a question. */
const ERRORS: readonly (string | undefined)[] = ['ExceptionReport', 'ServiceExceptionReport']
export const isServerError = (root: string | undefined): boolean => ERRORS.includes(root)

/** @throws Unreadable with the server's own words */
export const refuseServerError = (text: string): never => {
  const words = (xmlTreeOf(text).documentElement?.textContent ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, 100)
  throw new Unreadable('mapServerError', said('mapServerError', { text: words || '?' }))
}

const MEMBER = /^(?:featureMembers?|members?|cityObjectMember)$/
/** Collections within collections, as some servers answer several questions at once. */
const COLLECTIONS = ['FeatureCollection', 'SimpleFeatureCollection', 'Tuple']

const featuresOf = (collection: Element): Element[] =>
  childrenOf(collection)
    .filter(child => MEMBER.test(localOf(child)))
    .flatMap(childrenOf)
    .flatMap(child => (COLLECTIONS.includes(localOf(child)) ? featuresOf(child) : [child]))

/** What lies in a feature beside its properties. */
const NO_PROPERTY: readonly string[] = ['boundedBy', 'metaDataProperty', 'location']

interface FeatureRead {
  readonly shapes: readonly Element[]
  readonly properties: Readonly<Record<string, string>>
}

/** Shapes of a feature and texts of its elements, also of nested ones; of a name that is there twice the first counts. */
const read = (feature: Element): FeatureRead => {
  const shapes: Element[] = []
  const properties: Record<string, string> = {}
  const walk = (node: Element): void => {
    for (const child of childrenOf(node)) {
      const name = localOf(child)
      if (NO_PROPERTY.includes(name)) continue
      if (extentOf(name) !== undefined) {
        shapes.push(child)
        continue
      }
      if (childrenOf(child).length > 0) {
        walk(child)
        continue
      }
      const text = (child.textContent ?? '').trim()
      const key = name.toLowerCase() === 'name' ? 'name' : name
      if (text !== '' && !Object.hasOwn(properties, key)) properties[key] = text
    }
  }
  walk(feature)
  return { shapes, properties }
}

const idOf = (feature: Element): string | undefined => {
  const found = [...feature.attributes].find(({ localName, name }) => localName === 'id' || name === 'fid')
  return found?.value.slice(0, 200)
}

/** The system of the envelope of an element, such as a collection. */
const srsNameOfBounds = (node: Element): string => {
  const bounds = childrenOf(node).find(child => localOf(child) === 'boundedBy')
  const names = bounds === undefined ? [] : childrenOf(bounds).map(one => one.getAttribute('srsName') ?? '')
  return names.find(name => name !== '') ?? ''
}

/** Finds the system that a shape names, or something around it, or the envelope of that, or a part of the shape. */
const srsNames = (): ((shape: Element) => string) => {
  // Each feature asks its collection again.
  const known = new Map<Element, string>()
  const ofBounds = (node: Element): string => {
    const name = known.get(node) ?? srsNameOfBounds(node)
    known.set(node, name)
    return name
  }
  return shape => {
    for (let at: Element | null = shape; at !== null; at = at.parentElement) {
      const name = at.getAttribute('srsName') || ofBounds(at)
      if (name !== '') return name.trim()
    }
    for (const part of shape.getElementsByTagName('*')) {
      const name = part.getAttribute('srsName') ?? ''
      if (name !== '') return name.trim()
    }
    return ''
  }
}

interface GmlRead {
  readonly elements: readonly ImportElement[]
  readonly placements: readonly Placement[]
  readonly ignored: Readonly<Record<string, number>>
}

/** @throws Unreadable for a file without features, or in a system that is not known here */
export const readGml = (text: string, what: FileName, epsg: number | undefined): GmlRead => {
  const root = xmlTreeOf(text).documentElement
  const features = root === null ? [] : featuresOf(root)
  if (features.length === 0) throw new Unreadable('empty', said('gmlEmpty'))
  const systems = new Map<string, SrsRead>()
  const systemOf = (name: string): SrsRead => {
    const known = systems.get(name) ?? srsOf(name, epsg)
    systems.set(name, known)
    return known
  }
  const srsNameOf = srsNames()
  let others = 0
  const elements = features.flatMap((feature, index): readonly ImportElement[] => {
    const { shapes, properties } = read(feature)
    const layer = localOf(feature)
    // Beside its area a thing may have a point for its label.
    const [main, ...more] = shapes.toSorted((a, b) => (extentOf(localOf(b)) ?? 0) - (extentOf(localOf(a)) ?? 0))
    others += more.length
    const name = main === undefined ? '' : srsNameOf(main)
    const system = main === undefined ? undefined : systemOf(name)
    const shape =
      main === undefined || system === undefined ? { geometry: null } : shapeOr(() => shapeReader(system)(main))
    const drawn: DrawnFeature = { ...shape, properties, layer }
    const made = drawnElements([drawn], layer).map(one => ({ ...one, id: idOf(feature) ?? `${layer}/${index + 1}` }))
    if (name === '' && epsg === undefined && !made.every(one => looksLikeDegrees(positionsOf(one.geometry))))
      throw needsProjection(what)
    const placed = system?.placement === undefined ? made : movedElements(made, system.placement.to)
    return placed.flatMap(one => withOwnTable(one, layer, properties))
  })
  return {
    elements: withoutDrawing(elements),
    placements: [...systems.values()].flatMap(({ placement }) => placement ?? []),
    ignored: others === 0 ? {} : { 'second shape of a feature': others },
  }
}
