import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { at, idOf, road, ZONE_TYPES, zone } from './course.fixture.ts'
import type { CourseFeature } from './course.ts'
import {
  applyDiff,
  type CourseDiff,
  EMPTY_DIFF,
  invertDiff,
  isEmptyDiff,
  sameFeature,
  squashDiffs,
  touchedIds,
} from './courseDiff.ts'

/** One of a few variants of the feature with a number, so that changes and conflicts both happen often. */
const variant = (n: number, version: number): CourseFeature =>
  n % 2 === 0
    ? road(n, [
        [n, 0],
        [n, version + 1],
      ])
    : zone(n, ZONE_TYPES[n % ZONE_TYPES.length] ?? ZONE_TYPES[0] ?? fail(), [
        [0, 0],
        [version + 1, 0],
        [0, n + 1],
      ])

function fail(): never {
  throw new Error('the fixture has zone types')
}

const POOL = 8
const choices = fc.array(fc.record({ present: fc.boolean(), version: fc.nat(2) }), { minLength: POOL, maxLength: POOL })

/** The map that a list of choices selects from the pool, by number. */
type State = readonly (CourseFeature | undefined)[]
const stateOf = (list: readonly { readonly present: boolean; readonly version: number }[]): State =>
  list.map(({ present, version }, n) => (present ? variant(n, version) : undefined))

const featuresOf = (state: State): CourseFeature[] => state.flatMap(feature => feature ?? [])

/** The diff that leads from one state to another. */
const diffBetween = (from: State, to: State): CourseDiff => {
  const pairs = from.map((before, n) => [before, to[n]] as const)
  return {
    added: pairs.flatMap(([before, after]) => (before === undefined && after !== undefined ? [after] : [])),
    updated: pairs.flatMap(([before, after]) =>
      before !== undefined && after !== undefined && !sameFeature(before, after) ? [[before, after] as const] : [],
    ),
    removed: pairs.flatMap(([before, after]) => (before !== undefined && after === undefined ? [before] : [])),
  }
}

const byId = (features: readonly CourseFeature[]) => features.toSorted((a, b) => (a.id < b.id ? -1 : 1))

const applied = (features: readonly CourseFeature[], diff: CourseDiff) => {
  const result = applyDiff(features, diff)
  if (!result.ok) throw new Error('conflict')
  return byId(result.value)
}

const run = { seed: 3, numRuns: 300 }

describe('a change of the map', () => {
  test('applied leads to the map it was made for, and its inverse leads back', () => {
    fc.assert(
      fc.property(choices, choices, (a, b) => {
        const [from, to] = [stateOf(a), stateOf(b)]
        const diff = diffBetween(from, to)
        const there = applied(featuresOf(from), diff)
        expect(there).toEqual(byId(featuresOf(to)))
        expect(applied(there, invertDiff(diff))).toEqual(byId(featuresOf(from)))
      }),
      run,
    )
  })

  test('two changes squashed do what the two do one after the other', () => {
    fc.assert(
      fc.property(choices, choices, choices, (a, b, c) => {
        const [from, over, to] = [stateOf(a), stateOf(b), stateOf(c)]
        const squashed = squashDiffs(diffBetween(from, over), diffBetween(over, to))
        expect(applied(featuresOf(from), squashed)).toEqual(byId(featuresOf(to)))
        expect(new Set(touchedIds(squashed)).size).toBe(touchedIds(squashed).length)
      }),
      run,
    )
  })

  test('a change and its inverse squashed cancel out', () => {
    fc.assert(
      fc.property(choices, choices, (a, b) => {
        const diff = diffBetween(stateOf(a), stateOf(b))
        expect(isEmptyDiff(squashDiffs(diff, invertDiff(diff)))).toBe(true)
      }),
      run,
    )
  })

  test('applied to any other map it is refused whole, naming exactly the features that differ', () => {
    fc.assert(
      fc.property(choices, choices, choices, (a, b, c) => {
        const [from, to, other] = [stateOf(a), stateOf(b), stateOf(c)]
        const diff = diffBetween(from, to)
        const touched = new Set(touchedIds(diff))
        const expected = from.flatMap((before, n) => {
          const today = other[n]
          const same = before === undefined || today === undefined ? before === today : sameFeature(before, today)
          return touched.has(idOf(n)) && !same ? [idOf(n)] : []
        })
        const result = applyDiff(featuresOf(other), diff)
        expect(result.ok ? [] : result.error.map(({ id }) => id).toSorted()).toEqual(expected)
      }),
      run,
    )
  })
})

test('a conflict comes back with today’s feature, or null where it is gone', () => {
  const [old, today] = [variant(2, 0), variant(2, 1)]
  const diff: CourseDiff = { ...EMPTY_DIFF, updated: [[old, variant(2, 2)]], removed: [variant(4, 0)] }
  expect(applyDiff([today], diff)).toEqual({
    ok: false,
    error: [
      { id: idOf(2), today },
      { id: idOf(4), today: null },
    ],
  })
})

test('features are the same in any order of their keys', () => {
  const feature = road(1, [
    [0, 0],
    [1, 1],
  ])
  const { properties, ...rest } = feature
  expect(sameFeature(feature, { properties: { type: properties.type, title: properties.title }, ...rest })).toBe(true)
  expect(
    sameFeature(feature, { ...feature, geometry: { type: 'LineString', coordinates: [at(0, 0), at(1, 2)] } }),
  ).toBe(false)
})
