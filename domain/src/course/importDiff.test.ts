import { expect, test } from 'vitest'
import type { CourseFeature, Position } from './course.ts'
import { importDiff } from './importDiff.ts'

const place = (id: string, kind: 'wc' | 'garage', coordinates: Position): CourseFeature => ({
  type: 'Feature',
  id,
  kind,
  geometry: { type: 'Point', coordinates },
  properties: { title: id },
})
const note = (id: string, coordinates: Position): CourseFeature => ({
  type: 'Feature',
  id,
  kind: 'note',
  geometry: { type: 'Point', coordinates },
  properties: { label: id, author: 'Mara', time: '2026-11-20T05:42:00.000Z' },
})
const present = [place('a', 'wc', [0, 0]), note('b', [0, 0]), place('c', 'garage', [0, 0]), note('far', [9, 9])]
const read = { features: [place('n', 'wc', [0, 0])], standing: [] }
const choice = { withDuplicates: false }

test('adding takes nothing away', () => {
  expect(importDiff(read, present, { ...choice, mode: 'add' })).toEqual({
    added: read.features,
    updated: [],
    removed: [],
  })
})

test('a feature that stays out is not added', () => {
  const read = { features: [place('n', 'wc', [0, 0]), place('o', 'garage', [0, 0])], standing: [] }
  const { added } = importDiff(read, present, { ...choice, mode: 'add', leaveOut: new Set(['n']) })
  expect(added.map(({ id }) => id)).toEqual(['o'])
})

test('replacing takes away what a file describes and keeps the notes that lie on the new course', () => {
  expect(importDiff(read, present, { ...choice, mode: 'replace' }).removed.map(({ id }) => id)).toEqual([
    'a',
    'c',
    'far',
  ])
})

test('a mission area that stays belongs to no hole once an import takes its hole away', () => {
  const hole: CourseFeature = {
    type: 'Feature',
    id: 'h',
    kind: 'hole',
    geometry: {
      type: 'LineString',
      coordinates: [
        [0, 0],
        [0, 0.001],
      ],
    },
    properties: { name: '1', baseAngle: 0, par: 4, rating: 4, pass: 14, sort: 1, isActive: true, view: null },
  }
  const drawn = (holeId: string | null): CourseFeature => ({
    type: 'Feature',
    id: 'm',
    kind: 'missionArea',
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [0, 0.000_01],
          [0.000_01, 0],
          [0, 0],
        ],
      ],
    },
    properties: { title: 'Slope', holeId },
  })
  const wide = { features: [place('n', 'wc', [-1, -1]), place('o', 'wc', [1, 1])], standing: [] }
  const diff = importDiff(wide, [hole, drawn('h')], { ...choice, mode: 'replace' })
  expect(diff.removed).toEqual([hole])
  expect(diff.updated).toEqual([[drawn('h'), drawn(null)]])
})
