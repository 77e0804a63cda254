/** How far it is home from the worst point of a mission. Found once for each plan, map and base: the way is searched on the whole course. */
import type { Base, MissionPlan, MissionTarget, Mower } from '@greensward/domain'
import type { FleetParts } from '../fleetParts.ts'

/** Metres; `noBase` has no way home, and null is not known: no way was found. */
export type HomeWay = number | 'noBase' | null

export interface HomeWays {
  of(mower: Mower, target: MissionTarget, plan: Pick<MissionPlan, 'legs'>): Promise<HomeWay>
}

const MOST_KEPT = 200

/** The drive ends at its base. */
export const isDriveHome = (target: MissionTarget, base: Pick<Base, 'id'> | undefined): boolean =>
  target.kind === 'drive' && base !== undefined && target.featureId === base.id

export const createHomeWays = ({
  course,
  garage,
  planner,
}: Pick<FleetParts, 'course' | 'garage' | 'planner'>): HomeWays => {
  const found = new Map<string, Promise<number | null>>()

  const search = (key: string, mower: Mower, base: Base, legs: MissionPlan['legs']): Promise<number | null> => {
    const known = found.get(key)
    if (known !== undefined) return known
    const asked = planner.wayHome(mower, base, legs)
    found.set(key, asked)
    // A question that found no thread is asked again.
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
      // A drive to a point is worst at its end: the way to there it has behind it.
      const last = legs.at(-1)
      const asked = target.kind === 'drive' && last !== undefined ? [{ ...last, points: last.points.slice(-1) }] : legs
      const { revision } = await course.read()
      const ends = [asked[0]?.points[0], asked.at(-1)?.points.at(-1)]
      // Another direction of the rows changes the worst point of a zone by little, but its first and last point tell plans apart.
      const key = JSON.stringify([mower.id, mower.widthM, base.id, base.updatedAt, revision, target, ends])
      return search(key, mower, base, asked)
    },
  }
}
