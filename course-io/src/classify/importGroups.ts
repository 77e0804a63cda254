/** Puts the things of a file into groups that become the same, and lets a person change what each group becomes. */
import type { ImportGroup, ImportShapeKind, ImportTargetName, ZoneType } from '@greensward/domain'
import { said } from '@greensward/messages'
import { lineAtWood, type Word, wordIn, wordsOf } from './drawingWords.ts'
import type { ImportElement, ImportGeometry } from './importElement.ts'
import type { MeantElement } from './importLedger.ts'
import {
  type ImportMeaning,
  meaningOf,
  numberOfEnd,
  refOf,
  tagOf,
  whatItIs,
  ZONE_WORDS,
  type ZoneWord,
} from './importMeaning.ts'
import { CLOSING_GAP_M } from './importShape.ts'
import { zoneTypeFor } from './importZoneType.ts'

/** Attributes in which drawings say what a thing is, after its name; the first is that of our own tables. */
const ATTRIBUTES = [
  'zonetype',
  'type',
  'kind',
  'class',
  'category',
  'surface',
  'feature',
  'descr',
  'description',
  'desc',
  'sym',
]

const attribute = ({ tags }: ImportElement, wanted: string): string | undefined =>
  Object.entries(tags).find(([key]) => key.toLowerCase() === wanted)?.[1]

/** The word that says what a thing is, and the text that it is in. */
const wordOf = (element: ImportElement): { readonly word: Word; readonly text: string } | undefined => {
  for (const text of [
    attribute(element, 'name'),
    attribute(element, 'title'),
    ...ATTRIBUTES.map(key => attribute(element, key)),
    element.layer,
  ]) {
    const word = wordIn(text)
    if (text !== undefined && word !== undefined) return { word, text }
  }
  return undefined
}

const isClosed = (points: readonly (readonly number[])[]): boolean => {
  const [first, last] = [points[0], points[points.length - 1]]
  return points.length >= 4 && first?.[0] === last?.[0] && first?.[1] === last?.[1]
}

const shapeOf = (geometry: ImportGeometry): ImportShapeKind => {
  switch (geometry.type) {
    case 'Point':
      return 'point'
    case 'LineString':
      return isClosed(geometry.coordinates) ? 'ring' : 'line'
    case 'MultiLineString':
      return 'line'
    default:
      return 'area'
  }
}

/** Words for ground: a line that comes back to its start is drawn or walked around it. */
const GROUND: ReadonlySet<Word | undefined> = new Set<Word>([...ZONE_WORDS, 'water', 'wood'])
const DEGREE_M = 111_320

/** Whether a line ends near its start, as a GPS track around a green does, and was well away in between. */
const comesBack = (geometry: ImportGeometry): boolean => {
  if (geometry.type !== 'LineString' || geometry.coordinates.length < 4) return false
  const [[lon = 0, lat = 0] = []] = geometry.coordinates
  const scale = Math.cos((lat * Math.PI) / 180)
  const away = geometry.coordinates.map(([x = 0, y = 0]) => Math.hypot((x - lon) * scale, y - lat) * DEGREE_M)
  const gap = away.at(-1) ?? 0
  return gap <= CLOSING_GAP_M && away.some(distance => distance > 2 * gap)
}

/** The shape of an element as it is meant: a line around ground is a ring, even if its ends do not meet. */
const meantShape = (element: ImportElement, geometry: ImportGeometry): ImportShapeKind => {
  const shape = shapeOf(geometry)
  const isAround = shape === 'line' && element.isDrawing === true && comesBack(geometry)
  return isAround && GROUND.has(wordOf(element)?.word) ? 'ring' : shape
}

const isFromTeeToGreen = (name = ''): boolean => {
  const words = wordsOf(name.slice(0, 200))
  return (['tee', 'green'] as const).every(end => words.some(word => wordIn(word) === end))
}

const isArea = (shape: ImportShapeKind): boolean => shape === 'area' || shape === 'ring'

const CART_PATH: ImportMeaning = { kind: 'road', type: 'cartPath', title: 'Cart path' }

/** Machines and carts would drive along a road; a row of trees is none. */
const meaningAtWood = (text: string): ImportMeaning | undefined => {
  switch (lineAtWood(text)) {
    case 'path':
      return CART_PATH
    case 'trees':
      return { kind: 'ignored', what: 'row of trees', why: said('treesAsLine') }
    default:
      return undefined
  }
}

/** The meaning of a word for a shape; undefined if the two do not fit. */
const meaningOfWord = (
  word: Word,
  text: string,
  shape: ImportShapeKind,
  { tags }: ImportElement,
): ImportMeaning | undefined => {
  // Devices for golfers keep '7-Tee' and '7-Green' as points: two ends of one hole.
  const isNumbered = (refOf(tags) ?? numberOfEnd(tags.name)) !== undefined
  if (shape === 'point' && isNumbered) {
    if (word === 'tee') return { kind: 'hole', end: 'tee' }
    if (word === 'green' || word === 'pin') return { kind: 'hole', end: 'green' }
  }
  if (word === 'hole') return shape === 'line' ? { kind: 'hole' } : undefined
  const isAlongHole = word === 'centreline' || isFromTeeToGreen(tags.name)
  if (shape === 'line' && isNumbered && isAlongHole) return { kind: 'hole' }
  // How wide a fairway is at some distance from the tee.
  if (word === 'width') return shape === 'line' ? { kind: 'ignored', what: 'width' } : undefined
  if (word === 'pin' || word === 'centreline') return undefined
  if (word === 'path') return shape === 'point' ? undefined : CART_PATH
  if (word === 'wc') return { kind: 'wc' }
  if (word === 'wood' && shape === 'line') return meaningAtWood(text)
  if (!isArea(shape)) return undefined
  if (word === 'water') return { kind: 'restriction', appliesTo: 'both', title: 'Water' }
  if (word === 'wood') return { kind: 'restriction', appliesTo: 'mowers', title: 'Wood' }
  return { kind: 'zone', word }
}

/** A drawing that says nothing of itself is what it looks like, and harmless until somebody says more. */
const meaningOfShape = (shape: ImportShapeKind, layer: string | undefined): ImportMeaning => {
  const title = layer ?? ''
  switch (shape) {
    case 'point':
      return { kind: 'note', title }
    case 'line':
      return { kind: 'road', type: 'walking', title: layer ?? 'Path' }
    default:
      return { kind: 'area', title: layer ?? 'Area' }
  }
}

/** Release 12 of DXF knows few letters in the names of layers, and 31 of them. */
const plainName = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\d]+/gu, '')
    .toLowerCase()
    .slice(0, 25)

/** A layer that is called as a zone type of this course, or as a kind of thing, as in our own drawings. */
const meaningOfLayer = (
  layer: string,
  shape: ImportShapeKind,
  zoneTypes: readonly ZoneType[],
): ImportMeaning | undefined => {
  const name = plainName(layer)
  if (shape === 'point') return name === 'garage' ? { kind: 'garage', title: layer } : undefined
  if (!isArea(shape)) return undefined
  const type = zoneTypes.find(one => plainName(one.name) === name)
  if (type !== undefined) return { kind: 'zone', word: wordOfType(type), typeId: type.id }
  switch (name) {
    case 'restriction':
    case 'radius':
      return { kind: 'restriction', title: layer, appliesTo: 'both' }
    case 'missionarea':
      return { kind: 'missionArea', title: layer }
    case 'markedarea':
      return { kind: 'markedArea', title: layer }
    default:
      return undefined
  }
}

const wordOfType = ({ name }: ZoneType): ZoneWord =>
  ZONE_WORDS.find(word => name.toLowerCase().includes(word)) ?? 'fairway'

/** The meaning of a target that a person chose; undefined for a deleted zone type. */
const meaningOfTarget = (
  target: ImportTargetName,
  zoneTypes: readonly ZoneType[],
  label: string,
): ImportMeaning | undefined => {
  const [kind = '', of = ''] = target.split(':')
  switch (kind) {
    case 'ignore':
      return { kind: 'ignored', what: label }
    case 'hole':
    case 'wc':
      return { kind }
    case 'tree':
      return { kind: 'tree', anywhere: true }
    case 'area':
    case 'missionArea':
    case 'markedArea':
    case 'garage':
    case 'note':
      return { kind, title: label }
    case 'restriction':
      return { kind, title: label, appliesTo: of === 'mowers' || of === 'carts' ? of : 'both' }
    case 'road':
      return { kind, title: label, type: of === 'service' || of === 'walking' || of === 'crossing' ? of : 'cartPath' }
    case 'zone': {
      const type = zoneTypes.find(({ id }) => id === of)
      return type === undefined ? undefined : { kind: 'zone', word: wordOfType(type), typeId: type.id }
    }
    default:
      return undefined
  }
}

const targetOf = (meaning: ImportMeaning, zoneTypes: readonly ZoneType[]): ImportTargetName => {
  switch (meaning.kind) {
    case 'zone': {
      const id = meaning.typeId ?? zoneTypeFor(zoneTypes, meaning.word)?.id
      return id === undefined ? 'ignore' : `zone:${id}`
    }
    case 'road':
      return `road:${meaning.type}`
    case 'restriction':
      return `restriction:${meaning.appliesTo}`
    case 'outline':
    case 'ignored':
      return 'ignore'
    default:
      return meaning.kind
  }
}

interface Proposal {
  readonly by: ImportGroup['by']
  readonly label: string
  readonly meaning: ImportMeaning
}

const proposalFor = (element: ImportElement, shape: ImportShapeKind, zoneTypes: readonly ZoneType[]): Proposal => {
  const tag = tagOf(element)
  if (tag !== undefined) return { by: 'tag', label: tag, meaning: meaningOf(element) }
  const what = whatItIs(element.tags)
  // Something that says what it is, in words that mean nothing here.
  if (what !== 'untagged' && !element.isDrawing) return { by: 'tag', label: what, meaning: meaningOf(element) }
  const { word, text = '' } = wordOf(element) ?? {}
  const meant = word === undefined ? undefined : meaningOfWord(word, text, shape, element)
  if (word !== undefined && meant !== undefined) return { by: 'word', label: word, meaning: meant }
  // A line that is called '7' and nothing else is drawn along a hole.
  if (word === undefined && element.isDrawing && shape === 'line' && /^\W*\d{1,2}\W*$/.test(element.tags.name ?? ''))
    return { by: 'word', label: 'hole', meaning: { kind: 'hole' } }
  const { layer = '' } = element
  const byLayer = element.isDrawing && word === undefined ? meaningOfLayer(layer, shape, zoneTypes) : undefined
  if (byLayer !== undefined) return { by: 'layer', label: layer, meaning: byLayer }
  const meaning: ImportMeaning = element.isDrawing
    ? meaningOfShape(shape, element.layer)
    : { kind: 'ignored', what: 'untagged' }
  // A word that does not fit the shape still parts tees from greens, so that a person can map each.
  if (word !== undefined && element.isDrawing) return { by: 'word', label: word, meaning }
  return element.layer === undefined
    ? { by: 'shape', label: '', meaning }
    : { by: 'layer', label: element.layer, meaning }
}

export interface GroupedElements {
  readonly read: readonly MeantElement[]
  /** The largest first, those that become something before those that are left out. */
  readonly groups: readonly ImportGroup[]
}

/** More groups than this are too many for a person to check. */
const MOST_GROUPS = 200

/** @param mapping other targets by the groups' keys; without it, the things of a file are what the file says */
export const groupElements = (
  elements: readonly ImportElement[],
  zoneTypes: readonly ZoneType[],
  mapping: Readonly<Record<string, ImportTargetName>>,
): GroupedElements => {
  const groups = new Map<string, { -readonly [K in keyof ImportGroup]: ImportGroup[K] }>()
  const read = elements.map((element): MeantElement => {
    if (element.own !== undefined || element.geometry === null) return { element, meaning: meaningOf(element) }
    const shape = meantShape(element, element.geometry)
    const { by, label, meaning: proposed } = proposalFor(element, shape, zoneTypes)
    const key = `${by}|${label}|${shape}`.slice(0, 300)
    const wanted = Object.hasOwn(mapping, key) ? mapping[key] : undefined
    const chosen = wanted === undefined ? undefined : meaningOfTarget(wanted, zoneTypes, label)
    const meaning = chosen ?? proposed
    const known = groups.get(key)
    if (known === undefined) groups.set(key, { key, by, label, shape, count: 1, target: targetOf(meaning, zoneTypes) })
    else known.count += 1
    const isChosen = chosen !== undefined || by === 'word' || element.isDrawing === true
    return { element, meaning, ...(isChosen ? { isChosen } : {}) }
  })
  const rank = ({ target }: ImportGroup): number => (target === 'ignore' ? 1 : 0)
  const sorted = [...groups.values()].sort((a, b) => rank(a) - rank(b) || b.count - a.count)
  return { read, groups: sorted.slice(0, MOST_GROUPS) }
}
