import { type CourseFeature, chosenFeatures, type FeatureOf } from '@greensward/domain'
import { at, box, FAIRWAY, frame, GREEN, idOf, ROUGH, ZONE_TYPES, zone } from '@greensward/domain/testing'
import { describe, expect, test } from 'vitest'
import { sortStanding } from './importStanding.ts'

const hole = (n: number, shiftM = 0): FeatureOf<'hole'> => ({
  type: 'Feature',
  id: idOf(n),
  kind: 'hole',
  geometry: { type: 'LineString', coordinates: [at(shiftM, 0), at(shiftM, 300)] },
  properties: { name: 'Hole 1', baseAngle: 0, par: 4, rating: 1, pass: 15, sort: 1, isActive: true, view: null },
})
const note = (n: number, label: string, east = 0): FeatureOf<'note'> => ({
  type: 'Feature',
  id: idOf(n),
  kind: 'note',
  geometry: { type: 'Point', coordinates: at(east, 5) },
  properties: { label, author: 'Greta', time: '2026-05-01T05:00:00.000Z' },
})
const sort = (features: readonly CourseFeature[], existing: readonly CourseFeature[]) =>
  sortStanding(frame, features, existing, ZONE_TYPES)

describe('sorts out features of an import that are on the map already', () => {
  test('the same kind in nearly the same position, under any name', () => {
    const again = [zone(11, ROUGH, box(0.3, 0, 40, 40)), hole(12, 1), note(13, 'Wet'), note(14, 'Dry')]
    const there = [zone(1, ROUGH, box(0, 0, 40, 40)), hole(2), note(3, 'Wet')]
    const { features, standing } = sort(again, there)
    expect(
      standing.map(({ feature, existingId, reason, addable }) => [feature.id, existingId, reason, addable]),
    ).toEqual([
      [idOf(11), idOf(1), 'duplicate', true],
      [idOf(12), idOf(2), 'duplicate', true],
      [idOf(13), idOf(3), 'duplicate', true],
    ])
    expect(features.map(({ id }) => id)).toEqual([idOf(14)])
  })

  test('a zone that half overlaps another is not a duplicate, and is refused where its type forbids it', () => {
    const { standing } = sort([zone(11, GREEN, box(20, 0, 60, 40))], [zone(1, FAIRWAY, box(0, 0, 40, 40))])
    expect(standing).toMatchObject([{ reason: 'overlaps', addable: false, existingId: idOf(1) }])
    expect(sort([zone(11, ROUGH, box(20, 0, 60, 40))], [zone(1, FAIRWAY, box(0, 0, 40, 40))]).standing).toEqual([])
  })

  test('a course far away stands against nothing', () => {
    const { standing } = sort([zone(11, GREEN, box(0, 0, 40, 40))], [zone(1, GREEN, box(50_000, 0, 50_040, 40))])
    expect(standing).toEqual([])
  })
})

describe('the choice that follows', () => {
  const file = [hole(12), zone(13, GREEN, box(0, 280, 20, 300), { holeId: idOf(12) })]
  const preview = sort(file, [hole(2)])

  test('added beside what is there, zones belong to the hole that is there', () => {
    const chosen = chosenFeatures(preview, { mode: 'add', withDuplicates: false })
    expect(chosen.map(({ id }) => id)).toEqual([idOf(13)])
    expect(chosen[0]).toMatchObject({ properties: { holeId: idOf(2) } })
  })

  test('in its place, they belong to the hole of the file', () => {
    const chosen = chosenFeatures(preview, { mode: 'replace', withDuplicates: false })
    expect(new Set(chosen.map(({ id }) => id))).toEqual(new Set([idOf(12), idOf(13)]))
    expect(chosen.find(({ kind }) => kind === 'zone')).toMatchObject({ properties: { holeId: idOf(12) } })
  })

  test('duplicates come along only where both may stand', () => {
    const both = {
      features: [],
      standing: sort(
        [zone(11, GREEN, box(0, 0, 9, 9)), note(12, 'Wet')],
        [zone(1, GREEN, box(0, 0, 9, 9)), note(2, 'Wet')],
      ).standing,
    }
    expect(both.standing).toHaveLength(2)
    expect(chosenFeatures(both, { mode: 'add', withDuplicates: true }).map(({ kind }) => kind)).toEqual(['note'])
  })
})
