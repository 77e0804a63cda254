/** What the search of the map offers: everything on the course that has a name, and every vehicle. */
import { type CourseFeature, compareNames, featureTitle } from '@greensward/domain'
import { type LayerId, layerOf, type MapObject } from '../../../map-canvas/scene.ts'

/** The groups of the list, in its order: first what people look for most. */
export const PLACE_KINDS = [
  'hole',
  'zone',
  'mower',
  'cart',
  'missionArea',
  'note',
  'garage',
  'wc',
  'road',
  'restriction',
  'radius',
  'area',
  'markedArea',
] as const
export type PlaceKind = (typeof PLACE_KINDS)[number]

export interface PlaceOnMap {
  readonly thing: MapObject
  readonly kind: PlaceKind
  readonly title: string
  /** The layer that shows it; undefined is always shown. */
  readonly layer: LayerId | undefined
}

interface Named {
  readonly id: string
  readonly name: string
}

/** In the order in which people count: Fairway 2 before Fairway 10. */
export const placesOnMap = (
  features: readonly CourseFeature[],
  mowers: readonly Named[],
  carts: readonly Named[],
  language: string,
): readonly PlaceOnMap[] =>
  [
    ...features.map(
      (feature): PlaceOnMap => ({
        thing: { kind: 'feature', id: feature.id },
        kind: feature.kind,
        title: featureTitle(feature).trim(),
        layer: layerOf(feature),
      }),
    ),
    ...mowers.map(
      ({ id, name }): PlaceOnMap => ({ thing: { kind: 'mower', id }, kind: 'mower', title: name, layer: 'mowers' }),
    ),
    ...carts.map(
      ({ id, name }): PlaceOnMap => ({ thing: { kind: 'cart', id }, kind: 'cart', title: name, layer: 'carts' }),
    ),
  ]
    .filter(({ title }) => title !== '')
    .toSorted((a, b) => compareNames(a.title, b.title, language))

/** Lower case without accents: `ubung` finds Übung. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const wordsOf = (text: string): string[] => plain(text).match(/\p{L}+|\p{N}+/gu) ?? []

/** 2 for the whole word, 1 for its beginning, 0 for another word. */
const likeness = (asked: string, word: string): number => {
  if (word === asked) return 2
  return word.startsWith(asked) ? 1 : 0
}

const best = (asked: string, words: readonly string[]): number =>
  words.reduce((most, word) => Math.max(most, likeness(asked, word)), 0)

/**
 * How well a place fits what was typed: 0 where a word of it is missing. Whole words count more than beginnings, so
 * `fairway 1` finds Fairway 1 before Fairway 10.
 * @param also words that find it besides those of its title, such as the name of its kind
 */
export const fitOf = (typed: string, title: string, also = ''): number => {
  const titleWords = wordsOf(title)
  const otherWords = wordsOf(also)
  let fit = 0
  for (const asked of wordsOf(typed)) {
    const inTitle = best(asked, titleWords)
    const beside = best(asked, otherWords)
    if (inTitle + beside === 0) return 0
    fit += 3 * inTitle + beside
  }
  // Of equals the one with the shorter name: `9` is Fairway 9 before Bunker 9.1.
  return fit === 0 ? 0 : fit - titleWords.length / 100
}
