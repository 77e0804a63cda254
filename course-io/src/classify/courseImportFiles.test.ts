/** Whole courses become maps that keep every rule of the map. */

import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { importPreview } from '@greensward/contract'
import { featureTitle, polygonXY } from '@greensward/domain'
import { GREEN, idOf, ROUGH, ZONE_TYPES } from '@greensward/domain/testing'
import { localFrame, polygonProblem, polygonsIntersect } from '@greensward/geometry'
import { cpuTimeMs } from '@greensward/testing/cpuTime'
import { fixture } from '@greensward/testing/fixtures'
import { describe, expect, test } from 'vitest'
import { importCourse } from './courseImport.ts'
import { geojsonElements, type ImportElement } from './importElement.ts'
import { courseBounds } from './importPlace.ts'

const REAL = resolve(import.meta.dirname, '../../../../shared/data/courses')

interface Expected {
  readonly file: string
  readonly holes: number
  readonly greens: number
  readonly elements: number
}

const frameOf = (elements: readonly ImportElement[]) => {
  const bounds = courseBounds(elements)
  return localFrame(bounds === null ? [0, 0] : bounds.topLeft)
}

const expectMap = ({ file, holes, greens, elements }: Expected): void => {
  const parsed = geojsonElements(JSON.parse(readFileSync(file, 'utf8')))
  if (!parsed.ok) throw new Error(parsed.error.code)
  expect(parsed.value).toHaveLength(elements)
  let next = 10_000
  const began = cpuTimeMs()
  const preview = importCourse({
    elements: parsed.value,
    zoneTypes: ZONE_TYPES,
    existing: [],
    newId: () => idOf(next++),
  })
  expect(cpuTimeMs() - began).toBeLessThan(2_000)
  importPreview.parse({ format: 'geojson', drawingUnit: null, coordinateSystems: [], ...preview })
  expect(preview.counts.hole ?? 0).toBe(holes)
  const frame = frameOf(parsed.value)
  const zones = preview.features.flatMap(feature =>
    feature.kind === 'zone' ? [{ ...feature, polygon: polygonXY(frame, feature.geometry) }] : [],
  )
  const ofType = (id: string) => zones.filter(({ properties }) => properties.zoneTypeId === id)
  expect(ofType(GREEN.id)).toHaveLength(greens)
  for (const { polygon } of zones) expect(polygonProblem(polygon)).toBeUndefined()
  const alone = zones.filter(({ properties }) => properties.zoneTypeId !== ROUGH.id)
  const overlapping = alone.flatMap((a, i) =>
    alone
      .slice(i + 1)
      .filter(b => polygonsIntersect(a.polygon, b.polygon))
      .map(b => [a, b].map(featureTitle)),
  )
  expect(overlapping).toEqual([])
  // Each element became something, was ignored or was refused.
  const sources = preview.refused.filter(({ repaired }) => !repaired).length
  const ignored = Object.values(preview.ignored).reduce((sum, count) => sum + count, 0)
  expect(preview.features.length + ignored + sources).toBeGreaterThanOrEqual(elements)
  expect(courseBounds(parsed.value)).not.toBeNull()
}

describe('invented courses', () => {
  test('a tidy course of three holes becomes a map with less than 2 s of work', () =>
    expectMap({ file: fixture('course/course.geojson'), holes: 3, greens: 3, elements: 17 }))

  test('a course drawn carelessly becomes a map with less than 2 s of work', () =>
    expectMap({ file: fixture('course/careless.geojson'), holes: 2, greens: 3, elements: 15 }))

  test('names each thing of a careless drawing that it changes or leaves out', () => {
    const parsed = geojsonElements(JSON.parse(readFileSync(fixture('course/careless.geojson'), 'utf8')))
    let next = 10_000
    const { refused, ignored } = importCourse({
      elements: parsed.ok ? parsed.value : [],
      zoneTypes: ZONE_TYPES,
      existing: [],
      newId: () => idOf(next++),
    })
    expect(refused.map(({ source, reason, repaired }) => [source, reason, repaired])).toEqual([
      ['way/20004', 'selfIntersection', true],
      ['way/20008', 'unclosed', true],
      ['way/20009', 'unclosed', false],
      ['way/20010', 'implausible', false],
      ['way/20006', 'overlaps', false],
    ])
    expect(ignored).toEqual({ 'golf=pin': 1, 'highway=residential': 1, untagged: 1 })
  })
})

describe('real courses, skipped where they are absent', () => {
  for (const [name, holes, greens, elements] of [
    ['course-a', 18, 21, 2_843],
    ['course-b', 18, 18, 197],
    ['course-c', 18, 23, 315],
    ['course-d-surfaces', 0, 18, 240],
  ] as const) {
    const file = resolve(REAL, `${name}.geojson`)
    test.skipIf(!existsSync(file))(`${name} becomes a map with less than 2 s of work`, () =>
      expectMap({ file, holes, greens, elements }),
    )
  }
})
