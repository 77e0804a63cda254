import type { CourseFeature, Position } from '@greensward/domain'
import { wayToStart } from '@greensward/domain'
import { describe, expect, test } from 'vitest'
import { largeCourse, zoneOfCorners } from '../../testing/largeCourse.ts'
import { homesOnCourse, mownZones } from './homesOnCourse.ts'
import { createHomesSearch } from './homesSearch.ts'
import type { Home } from './simulator.ts'

/** Generous for a loaded host; the same courses took minutes when a path was searched for every position alone. */
const SOON_MS = 10_000
const COUNT = 6
const FAR: readonly Home[] = Array.from({ length: COUNT }, (): Home => [10, 20, 0])

const timed = <T>(what: string, work: () => T): T => {
  const since = performance.now()
  const answer = work()
  const ms = performance.now() - since
  console.log(`${what}: ${Math.round(ms)} ms`)
  expect(ms).toBeLessThan(SOON_MS)
  return answer
}

const cornerOf = ({ geometry }: CourseFeature): Position => {
  const corner = geometry.type === 'Polygon' ? geometry.coordinates[0]?.[0] : undefined
  if (corner === undefined) throw new Error('It has no corner')
  return corner
}

describe('places for simulated mowers', () => {
  const course = largeCourse([1, -2])
  const [fairway] = mownZones(course.features, course.zoneTypes)
  if (fairway?.kind !== 'zone') throw new Error('The course has no fairway')

  test('are found on a course of 54 holes, each with a way to the zone', () => {
    const homes = timed('54 holes', () => homesOnCourse({ ...course, count: COUNT }))
    expect(homes).toHaveLength(COUNT)
    for (const [lon, lat] of homes) {
      const way = wayToStart({ ...course, from: [lon, lat], to: cornerOf(fairway), widthM: 1.6 })
      expect(way?.lengthM).toBeLessThan(800)
    }
  })

  test('are found soon where the first fairway cannot be reached from anywhere', () => {
    const [lon, lat] = cornerOf(fairway)
    const lake: CourseFeature = {
      type: 'Feature',
      id: crypto.randomUUID(),
      kind: 'restriction',
      geometry: zoneOfCorners('', 10_000, [lon, lat]).geometry,
      properties: { title: 'Lake', appliesTo: 'both' },
    }
    const homes = timed('a lake over it', () =>
      homesOnCourse({ ...course, features: [...course.features, lake], count: COUNT }),
    )
    expect(homes).toHaveLength(COUNT)
  })

  test('are found soon beside a zone of 10,000 corners', () => {
    const [lon, lat] = cornerOf(fairway)
    const zone = zoneOfCorners(fairway.properties.zoneTypeId, 10_000, [lon, lat])
    timed('10,000 corners', () => homesOnCourse({ ...course, features: [...course.features, zone], count: COUNT }))
  })
})

describe('the search for places', () => {
  const course = largeCourse([1, -2])

  test('looks at a revision once, and not at all where the mowers are on the course already', async () => {
    const search = createHomesSearch()
    let reads = 0
    const map = async () => {
      reads += 1
      return course
    }
    const found = (await search.find(7, map, FAR)) ?? []
    expect(found).toHaveLength(COUNT)
    expect(await search.find(7, map, FAR)).toBeUndefined()
    expect(reads).toBe(1)
    expect(await search.find(8, map, found)).toBeUndefined()
    expect(search.searches).toBe(1)
    await search.close()
  }, 60_000)

  test('a newer course ends the search on an older one', async () => {
    const search = createHomesSearch()
    const [older, newer] = [search.find(1, async () => course, FAR), search.find(2, async () => course, FAR)]
    expect(await older).toBeUndefined()
    expect(await newer).toHaveLength(COUNT)
    await search.close()
  }, 60_000)
})
