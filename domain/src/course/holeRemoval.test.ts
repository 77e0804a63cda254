import { expect, test } from 'vitest'
import { at, box, FAIRWAY, GREEN, idOf, missionArea, zone } from './course.fixture.ts'
import type { CourseFeature, Hole } from './course.ts'
import { applyDiff, EMPTY_DIFF, invertDiff } from './courseDiff.ts'
import { losingHoles, withHolesLeft } from './holeRemoval.ts'

const hole = (n: number): Hole => ({
  type: 'Feature',
  id: idOf(n),
  kind: 'hole',
  geometry: { type: 'LineString', coordinates: [at(0, 0), at(0, 300)] },
  properties: { name: String(n), baseAngle: 0, par: 4, rating: 4, pass: 14, sort: 1, isActive: true, view: null },
})
const onHole = <F extends CourseFeature>(feature: F, holeId: string | null): F => ({
  ...feature,
  properties: { ...feature.properties, holeId },
})

const [one, two] = [hole(1), hole(2)]
const green = zone(11, GREEN, box(0, 0, 10, 10), { holeId: one.id })
const fairway = zone(12, FAIRWAY, box(20, 0, 30, 10), { holeId: two.id })
const drawn = onHole(missionArea(13, box(40, 0, 50, 10)), one.id)
const features = [one, two, green, fairway, drawn]

test('a removed hole leaves its zones and mission areas without a hole, and undoing it restores both', () => {
  const diff = withHolesLeft(features, { ...EMPTY_DIFF, removed: [one] })
  expect(losingHoles(diff).map(({ id }) => id)).toEqual([green.id, drawn.id])
  const after = applyDiff(features, diff)
  expect(after.ok && after.value).toEqual([two, onHole(green, null), fairway, onHole(drawn, null)])
  const back = after.ok ? applyDiff(after.value, withHolesLeft(after.value, invertDiff(diff))) : after
  expect(back.ok && back.value).toEqual(expect.arrayContaining(features))
})

test('what is edited or removed in the same change as its hole is not named twice', () => {
  const renamed = { ...green, properties: { ...green.properties, title: 'Renamed' } }
  const diff = withHolesLeft(features, { added: [], updated: [[green, renamed]], removed: [one, drawn] })
  expect(diff).toEqual({ added: [], updated: [[green, onHole(renamed, null)]], removed: [one, drawn] })
})

test('a zone that pointed to nothing before belongs to no hole once it is edited', () => {
  const lost = onHole(green, idOf(99))
  const renamed = { ...lost, properties: { ...lost.properties, title: 'Renamed' } }
  expect(withHolesLeft([two, lost], { ...EMPTY_DIFF, updated: [[lost, renamed]] }).updated).toEqual([
    [lost, onHole(renamed, null)],
  ])
})

test('a reference to an unknown hole that a change itself brings is left for the rules to refuse', () => {
  const wrong = onHole(green, idOf(99))
  const updated: readonly [CourseFeature, CourseFeature][] = [[green, wrong]]
  expect(withHolesLeft(features, { ...EMPTY_DIFF, updated }).updated).toEqual(updated)
  expect(withHolesLeft(features, { ...EMPTY_DIFF, added: [wrong] }).added).toEqual([wrong])
})

test('a hole that a change replaces under its own id keeps its zones', () => {
  const diff = withHolesLeft(features, {
    ...EMPTY_DIFF,
    updated: [[one, { ...one, properties: { ...one.properties, par: 5 } }]],
  })
  expect(losingHoles(diff)).toEqual([])
})
