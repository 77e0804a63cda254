/** Finds positions for the simulated mowers on the current course: in a thread, once for a revision of the map. */
import type { CourseFeature, Position, ZoneType } from '@greensward/domain'
import { createThreadPool, RunCancelled } from '../../platform/threads/threadPool.ts'
import { type HomesQuestion, mownZones } from './homesOnCourse.ts'
import type { Home } from './simulator.ts'

/** About three kilometres, in degrees of latitude: no mower drives so far. */
const FAR_DEG = 0.03

const isFar = ([lon, lat]: Position | Home, [otherLon, otherLat]: Home): boolean =>
  Math.hypot((lon - otherLon) * Math.cos((lat * Math.PI) / 180), lat - otherLat) > FAR_DEG

const firstPlace = ({ geometry }: CourseFeature): Position | undefined =>
  geometry.type === 'Polygon' ? geometry.coordinates[0]?.[0] : undefined

export interface HomesSearch {
  /**
   * New positions where the course is far from the present ones, undefined where the mowers stay. A newer question ends an
   * older one, and a revision that was answered is not looked at again.
   */
  find(
    revision: number,
    map: () => Promise<SearchedMap>,
    present: readonly Home[],
  ): Promise<readonly Home[] | undefined>
  /** How often the whole course was searched. */
  readonly searches: number
  close(): Promise<void>
}

interface SearchedMap {
  readonly features: readonly CourseFeature[]
  readonly zoneTypes: readonly ZoneType[]
}

export const createHomesSearch = (): HomesSearch => {
  const pool = createThreadPool<HomesQuestion, readonly Home[]>({
    script: new URL('./homesThread.ts', import.meta.url),
    size: 1,
    timeoutMs: 30_000,
    maxMemoryMb: 512,
    endIdleAfterMs: 1_000,
  })
  let seen = -1
  let searches = 0
  let older = new AbortController()

  return {
    find: async (revision, map, present) => {
      const [first] = present
      if (first === undefined || revision <= seen) return undefined
      seen = revision
      older.abort()
      const mine = new AbortController()
      older = mine
      const { features, zoneTypes } = await map()
      const zones = mownZones(features, zoneTypes)
      const isThere = (zone: CourseFeature): boolean => {
        const place = firstPlace(zone)
        return place !== undefined && !isFar(place, first)
      }
      if (mine.signal.aborted || zones.length === 0 || zones.some(isThere)) return undefined
      searches += 1
      try {
        const found = await pool.run({ features, zoneTypes, count: present.length }, { signal: mine.signal })
        return found[0] !== undefined && isFar(found[0], first) ? found : undefined
      } catch (error) {
        if (error instanceof RunCancelled) return undefined
        throw error
      }
    },
    get searches() {
      return searches
    },
    close: () => {
      older.abort()
      return pool.close()
    },
  }
}
