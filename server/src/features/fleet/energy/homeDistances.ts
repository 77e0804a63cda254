/** The distance home from the farthest point of a mission. Found once for each plan, map and base: the search covers the whole course. */
import type { Base, MissionPlan, MissionTarget, Mower } from '@greensward/domain'
import type { CurrentCourse } from '../../../shared/course/currentCourse.ts'
import type { Planner } from '../../../shared/missionLife/planner.ts'
import type { Garage } from '../garage.ts'

/** Metres. `noBase` has no way home, nor has a base that is not on this map; null is not known: no way was found. */
export type HomeDistance = number | 'noBase' | 'offCourse' | null

export interface HomeDistances {
  of(mower: Mower, target: MissionTarget, plan: Pick<MissionPlan, 'legs'>): Promise<HomeDistance>
}

const MOST_KEPT = 200

/** The drive ends at its base. */
export const isDriveHome = (target: MissionTarget, base: Pick<Base, 'id'> | undefined): boolean =>
  target.kind === 'drive' && base !== undefined && target.featureId === base.id

interface Parts {
  readonly course: CurrentCourse
  readonly garage: Garage
  readonly planner: Pick<Planner, 'wayHome'>
}

export const createHomeDistances = ({ course, garage, planner }: Parts): HomeDistances => {
  const found = new Map<string, Promise<HomeDistance>>()

  const search = (key: string, mower: Mower, base: Base, legs: MissionPlan['legs']): Promise<HomeDistance> => {
    const known = found.get(key)
    if (known !== undefined) return known
    const asked = planner.wayHome(mower, base, legs)
    found.set(key, asked)
    // A search that failed is tried again at the next call.
    asked.catch(() => found.delete(key))
    const [oldest] = found.keys()
    if (found.size > MOST_KEPT && oldest !== undefined) found.delete(oldest)
    return asked
  }

  return {
    of: async (mower, target, { legs }) => {
      const base = garage.baseOf(mower.id)
      if (base === undefined) return 'noBase'
      if (isDriveHome(target, base)) return 0
      // The farthest point of a drive is its end.
      const last = legs.at(-1)
      const asked = target.kind === 'drive' && last !== undefined ? [{ ...last, points: last.points.slice(-1) }] : legs
      const { revision } = await course.read()
      // Another direction of the rows moves the farthest point of a zone by a few metres only: no new search.
      const end = target.kind === 'drive' ? last?.points.at(-1) : null
      const key = JSON.stringify([mower.id, mower.widthM, base.id, base.updatedAt, revision, target, end])
      return search(key, mower, base, asked)
    },
  }
}
