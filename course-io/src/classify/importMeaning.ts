/** The meaning of OpenStreetMap tags on a golf course. One table; the first line that fits counts. */
import type { AppliesTo, RoadType } from '@greensward/domain'
import type { Said } from '@greensward/messages'
import type { ImportElement } from './importElement.ts'

/** The zones that a course is made of, by the word that finds their zone type. */
export const ZONE_WORDS = ['bunker', 'green', 'tee', 'fairway', 'driving range', 'rough'] as const
export type ZoneWord = (typeof ZONE_WORDS)[number]

export type ImportMeaning =
  /** `end`: a point at one end of it, of which the line is made. */
  | { readonly kind: 'hole'; readonly end?: 'tee' | 'green' }
  /** `typeId`: the zone type that a person chose for it. */
  | { readonly kind: 'zone'; readonly word: ZoneWord; readonly typeId?: string }
  | { readonly kind: 'road'; readonly type: RoadType; readonly title: string }
  | { readonly kind: 'restriction'; readonly appliesTo: AppliesTo; readonly title: string }
  | { readonly kind: 'area'; readonly title: string }
  | { readonly kind: 'wc' }
  | { readonly kind: 'missionArea' | 'markedArea' | 'garage' | 'note'; readonly title: string }
  /** `anywhere`: also where no mower comes. */
  | { readonly kind: 'tree'; readonly anywhere?: true }
  /** Of OpenStreetMap: its width is not known. */
  | { readonly kind: 'treeRow' }
  | { readonly kind: 'outline' }
  /** `why`: a sentence for the person who expects it on the map. */
  | { readonly kind: 'ignored'; readonly what: string; readonly why?: Said }

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
  ['natural', ['tree_row'], { kind: 'treeRow' }],
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

const MOST_REF = 1_000
const numberIn = (digits: string | undefined): number | undefined => {
  const ref = Number(digits ?? Number.NaN)
  return ref >= 1 && ref <= MOST_REF ? ref : undefined
}

/** The hole a thing says it belongs to; in `B7` and `Red 7` letters name the course before it. */
export const refOf = (tags: Tags): number | undefined =>
  numberIn(/^[^\d]{0,30}?(\d{1,4})(?!\d)/.exec((tags.ref ?? tags['golf:hole'] ?? '').trim())?.[1])

/** 'Par 4' names a par, and no hole. */
const PAR = /\bpar\b[\s:=_-]{0,3}([3-7])\b/i

/** The par that a hole has by its tags, or by words such as 'par 4' in its name or description. */
export const parOf = (tags: Tags): number | undefined => {
  const tagged = Number.parseInt(tags.par ?? '', 10)
  if (tagged >= 1 && tagged <= 9) return tagged
  const written = [tags.name, tags.description, tags.desc].map(text => PAR.exec(text ?? '')?.[1])
  const digits = written.find(text => text !== undefined)
  return digits === undefined ? undefined : Number(digits)
}

/** Such as 7 of '7', '#7', 'Hole 7', '7-Green' and 'Loch Nr. 7', but nothing of 'The 19th' and 'Route 66'. */
const NUMBERED =
  /^\W*(?:(?:hole|loch|hoyo|bahn|green|tee|teebox|no|nr|núm|nº)\W*){0,2}(\d{1,2})(?=$|[\s._:–-]|\p{L}+$)(?!(?:st|nd|rd|th)\b)/iu

/** The hole that a name begins with. */
export const numberOfName = (name: string | undefined): number | undefined =>
  numberIn(NUMBERED.exec((name ?? '').slice(0, 100).replace(PAR, ' '))?.[1])

const OF_HOLE = /(?<!\p{L})(?:hole|loch|hoyo|bahn)[\W_]*(?:no|nr|núm|nº)?[\W_]*(\d{1,2})(?!\d)/iu
const OF_END =
  /(?<!\p{L})(?:tee|tee ?box|abschlag|salida|green|grün|pin|cup|flag|fahne|bandera|cent(?:re|er)line|mittellinie|spiellinie)[\W_]*(\d{1,2})(?!\d)/iu

/** The hole that a thing names, such as 4 of 'Blue Tee 4', of 'Tee 2, Hole 4' and of 'fairway_hole_4'. */
export const numberOfEnd = (name: string | undefined): number | undefined => {
  const short = (name ?? '')
    .slice(0, 100)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(PAR, ' ')
  return numberIn(OF_HOLE.exec(short)?.[1]) ?? numberOfName(short) ?? numberIn(OF_END.exec(short)?.[1])
}

/** The course of a place with several, by the tags of a hole or by the letters before its number. */
export const courseOf = (tags: Tags): string | undefined =>
  lineOf(
    tags['golf:course:name'] ??
      tags['golf:course'] ??
      tags.course_name ??
      tags.course ??
      /^(?!hole|loch|hoyo|bahn|no\b|nr\b)(\p{L}[\p{L} ]{0,29}?)[\s-]*\d/iu.exec((tags.ref ?? '').trim())?.[1],
    40,
  )

/** Text from a file as one line of at most `most` characters; undefined when nothing is left. */
export const lineOf = (text: string | undefined, most: number): string | undefined => {
  // Control characters have no place in a title; a file may hold any.
  const clean = [...(text ?? '').normalize('NFC')].filter(c => c >= ' ' && c !== '\u007f').join('')
  const short = clean.trim().slice(0, most).trim()
  return short === '' ? undefined : short
}
