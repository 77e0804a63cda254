/** The times at which the groups now on the course reach a hole and the fields on it, and leave them. */
import {
  type ComingPlay,
  type CourseMap,
  expectedPlay,
  featureTitle,
  holesOfPlay,
  type MissionTarget,
  targetFeature,
} from '@greensward/domain'
import type { Context } from '../../platform/context.ts'
import { playingRounds } from './playStore.ts'

type Asked = Pick<Context, 'db' | 'clock' | 'config'>

/** With the fields that may be mown on the hole; earliest first. */
interface PlayOnGround extends ComingPlay {
  readonly featureIds: string[]
}

export const playsToCome = async ({ db, clock, config }: Asked, { features }: CourseMap): Promise<PlayOnGround[]> => {
  const nowMs = clock.now().getTime()
  // Simulated golfers play as much faster as the simulator's clock runs.
  const rules = { holes: holesOfPlay(features), rate: config.simulator ? Math.max(1, config.simSpeed) : 1 }
  const holes = new Map(features.flatMap(feature => (feature.kind === 'hole' ? [[feature.id, feature]] : [])))
  const ground = Map.groupBy(
    features.filter(feature => feature.kind === 'zone' || feature.kind === 'missionArea'),
    ({ properties }) => properties.holeId,
  )
  return (await playingRounds(db, nowMs))
    .flatMap(({ cartName, plays }) =>
      expectedPlay({ plays, finishedMs: null }, rules, nowMs).map(play => ({ cartName, ...play })),
    )
    .toSorted((a, b) => a.fromMs - b.fromMs)
    .flatMap(({ cartName, holeId, fromMs, toMs }) => {
      const hole = holes.get(holeId)
      if (hole === undefined) return []
      const [from, to] = [new Date(fromMs).toISOString(), new Date(toMs).toISOString()]
      const featureIds = (ground.get(holeId) ?? []).map(({ id }) => id)
      return [{ holeTitle: featureTitle(hole), cartName, from, to, featureIds }]
    })
}

/** Those on the field of a mission. */
export const comingPlays = async (ctx: Asked, map: CourseMap, missionTarget: MissionTarget): Promise<ComingPlay[]> => {
  const target = targetFeature(map.features, missionTarget)
  if (target === undefined) return []
  return (await playsToCome(ctx, map))
    .filter(({ featureIds }) => featureIds.includes(target.id))
    .map(({ featureIds: _, ...play }) => play)
}
