/** The meaning of OpenStreetMap tags on a golf course. One table; the first line that fits counts. */
import type { AppliesTo, RoadType } from '@greensward/domain'
import type { ImportElement } from './importElement.ts'

/** The zones that a course is made of, by the word that finds their zone type. */
export const ZONE_WORDS = ['bunker', 'green', 'tee', 'fairway', 'driving range', 'rough'] as const
export type ZoneWord = (typeof ZONE_WORDS)[number]

export type ImportMeaning =
  | { readonly kind: 'hole' }
  /** `typeId`: the zone type that a person chose for it. */
  | { readonly kind: 'zone'; readonly word: ZoneWord; readonly typeId?: string }
  | { readonly kind: 'road'; readonly type: RoadType; readonly title: string }
  | { readonly kind: 'restriction'; readonly appliesTo: AppliesTo; readonly title: string }
  | { readonly kind: 'area'; readonly title: string }
  | { readonly kind: 'wc' }
  | { readonly kind: 'missionArea' | 'markedArea' | 'garage' | 'note'; readonly title: string }
  /** `anywhere`: also where no mower comes. */
  | { readonly kind: 'tree'; readonly anywhere?: true }
  | { readonly kind: 'outline' }
  | { readonly kind: 'ignored'; readonly what: string }

type Tags = Readonly<Record<string, string>>

const zone = (word: ZoneWord): ImportMeaning => ({ kind: 'zone', word })
const road = (type: RoadType, title: string): ImportMeaning => ({ kind: 'road', type, title })
const WATER: ImportMeaning = { kind: 'restriction', appliesTo: 'both', title: 'Water' }
const WOOD: ImportMeaning = { kind: 'restriction', appliesTo: 'mowers', title: 'Wood' }

const BY_TAG: readonly (readonly [key: string, values: readonly string[], meaning: ImportMeaning])[] = [
  ['golf', ['hole'], { kind: 'hole' }],
  ['golf', ['fairway'], zone('fairway')],
  ['golf', ['green', 'putting_green', 'practice_green'], zone('green')],
  ['golf', ['tee', 'practice_tee'], zone('tee')],
  ['golf', ['rough', 'semi_rough', 'semi-rough'], zone('rough')],
  ['golf', ['bunker', 'sand_trap'], zone('bunker')],
  ['golf', ['driving_range', 'practice'], zone('driving range')],
  ['golf', ['water_hazard', 'lateral_water_hazard'], WATER],
  ['golf', ['clubhouse'], { kind: 'area', title: 'Clubhouse' }],
  ['golf', ['cartpath'], road('cartPath', 'Cart path')],
  ['golf', ['path'], road('walking', 'Path')],
  ['golf', ['pin'], { kind: 'ignored', what: 'golf=pin' }],
  ['leisure', ['golf_course'], { kind: 'outline' }],
  ['footway', ['crossing'], road('crossing', 'Crossing')],
  ['highway', ['service', 'track'], road('service', 'Service road')],
  ['highway', ['path', 'footway', 'pedestrian'], road('walking', 'Path')],
  ['amenity', ['toilets'], { kind: 'wc' }],
  ['building', ['toilets'], { kind: 'wc' }],
  ['natural', ['water'], WATER],
  ['natural', ['wood'], WOOD],
  ['landuse', ['forest'], WOOD],
  ['natural', ['tree'], { kind: 'tree' }],
  ['amenity', ['parking'], { kind: 'area', title: 'Car park' }],
]

/** Tags that say best what an ignored thing is. */
const TELLING = ['golf', 'leisure', 'natural', 'landuse', 'building', 'highway', 'waterway', 'amenity', 'barrier']

/** The tag by which `meaningOf` knows a thing, such as golf=green. */
export const tagOf = ({ tags }: ImportElement): string | undefined => {
  const found = BY_TAG.find(([key, values]) => values.includes(tags[key] ?? ''))
  return found === undefined ? undefined : `${found[0]}=${tags[found[0]] ?? ''}`
}

export const meaningOf = ({ tags }: ImportElement): ImportMeaning => {
  const found = BY_TAG.find(([key, values]) => values.includes(tags[key] ?? ''))
  if (found !== undefined) return found[2]
  if (tags.building !== undefined && tags.building !== 'no') return { kind: 'area', title: 'Building' }
  return { kind: 'ignored', what: whatItIs(tags) }
}

/** A short name for something that means nothing here, such as `highway=residential`. */
export const whatItIs = (tags: Tags): string => {
  const key = TELLING.find(telling => tags[telling] !== undefined)
  return key === undefined ? 'untagged' : `${key}=${tags[key] ?? ''}`.slice(0, 60)
}

/** The hole a thing says it belongs to. */
export const refOf = (tags: Tags): number | undefined => {
  const ref = Number.parseInt(tags.ref ?? tags['golf:hole'] ?? '', 10)
  return Number.isInteger(ref) && ref >= 1 && ref <= 1_000 ? ref : undefined
}

/** Text from a file as one line of at most `most` characters; undefined when nothing is left. */
export const lineOf = (text: string | undefined, most: number): string | undefined => {
  // Control characters have no place in a title; a file may hold any.
  const clean = [...(text ?? '').normalize('NFC')].filter(c => c >= ' ' && c !== '\u007f').join('')
  const short = clean.trim().slice(0, most).trim()
  return short === '' ? undefined : short
}
