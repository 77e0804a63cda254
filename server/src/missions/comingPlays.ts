/** When the groups that are now on the course come to the hole of a mission's ground, and are gone from it. */
import {
  type ComingPlay,
  type CourseMap,
  expectedPlay,
  featureTitle,
  holesOfPlay,
  type MissionTarget,
  targetFeature,
} from '@greensward/domain'
import type { Context } from '../context.ts'
import { playingRounds } from './playStore.ts'

export const comingPlays = async (
  { db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>,
  { features }: CourseMap,
  missionTarget: MissionTarget,
): Promise<ComingPlay[]> => {
  const target = targetFeature(features, missionTarget)
  if (target?.kind !== 'zone' && target?.kind !== 'missionArea') return []
  const hole = features.find(({ id }) => id === target.properties.holeId)
  if (hole === undefined) return []
  const nowMs = clock.now().getTime()
  // Simulated golfers play as much faster as the simulator's clock runs.
  const rules = { holes: holesOfPlay(features), rate: config.simulator ? Math.max(1, config.simSpeed) : 1 }
  const coming = (await playingRounds(db, nowMs)).flatMap(({ cartName, plays }) =>
    expectedPlay({ plays, finishedMs: null }, rules, nowMs)
      .filter(({ holeId }) => holeId === hole.id)
      .map(({ fromMs, toMs }) => ({ cartName, fromMs, toMs })),
  )
  return coming
    .toSorted((a, b) => a.fromMs - b.fromMs)
    .map(({ cartName, fromMs, toMs }) => ({
      holeTitle: featureTitle(hole),
      cartName,
      from: new Date(fromMs).toISOString(),
      to: new Date(toMs).toISOString(),
    }))
}
