/** The times at which groups reach a hole and the fields on it, and leave them: those on the course, and those of the tee sheet. */
import {
  type ComingPlay,
  type CourseMap,
  type Day,
  expectedPlay,
  expectedTeePlay,
  featureTitle,
  holesOfPlay,
  type MissionTarget,
  numberedHoles,
  startOfDay,
  targetFeature,
  teeTimesWithoutCart,
} from '@greensward/domain'
import type { Context } from '../../platform/context.ts'
import { readTimeZone } from '../../shared/missionLife/machinesStore.ts'
import { playingRounds } from './playStore.ts'
import { readTeeTimes, roundStarts } from './teeSheetStore.ts'

type Asked = Pick<Context, 'db' | 'clock' | 'config'>

/** With the fields that may be mown on the hole; earliest first. */
interface PlayOnGround extends ComingPlay {
  readonly featureIds: string[]
}

/** @param days of the tee sheets; groups on the course are always included */
export const playsToCome = async (
  { db, clock, config }: Asked,
  { features }: CourseMap,
  days: readonly Day[],
): Promise<PlayOnGround[]> => {
  const nowMs = clock.now().getTime()
  // Simulated golfers play as much faster as the simulator's clock runs.
  const rules = { holes: holesOfPlay(features), rate: config.simulator ? Math.max(1, config.simSpeed) : 1 }
  const holes = new Map(features.flatMap(feature => (feature.kind === 'hole' ? [[feature.id, feature]] : [])))
  const ground = Map.groupBy(
    features.filter(feature => feature.kind === 'zone' || feature.kind === 'missionArea'),
    ({ properties }) => properties.holeId,
  )
  const onCourse = (await playingRounds(db, nowMs)).flatMap(({ cartName, plays }) =>
    expectedPlay({ plays, finishedMs: null }, rules, nowMs).map(play => ({ cartName, teeTime: null, ...play })),
  )
  const zone = await readTimeZone(db)
  const numbered = numberedHoles(features)
  const waiting = []
  for (const day of days) {
    const starts = await roundStarts(db, startOfDay(day, zone))
    for (const teeTime of teeTimesWithoutCart(await readTeeTimes(db, day, zone), starts, numbered))
      for (const play of expectedTeePlay(teeTime, numbered, rules.rate))
        if (play.toMs > nowMs) waiting.push({ cartName: '', teeTime: teeTime.at, ...play })
  }
  return [...onCourse, ...waiting]
    .toSorted((a, b) => a.fromMs - b.fromMs)
    .flatMap(({ cartName, teeTime, holeId, fromMs, toMs }) => {
      const hole = holes.get(holeId)
      if (hole === undefined) return []
      const [from, to] = [new Date(fromMs).toISOString(), new Date(toMs).toISOString()]
      const featureIds = (ground.get(holeId) ?? []).map(({ id }) => id)
      return [{ holeTitle: featureTitle(hole), cartName, teeTime, from, to, featureIds }]
    })
}

/** Those on the field of a mission. */
export const comingPlays = async (
  ctx: Asked,
  map: CourseMap,
  missionTarget: MissionTarget,
  days: readonly Day[],
): Promise<ComingPlay[]> => {
  const target = targetFeature(map.features, missionTarget)
  if (target === undefined) return []
  return (await playsToCome(ctx, map, days))
    .filter(({ featureIds }) => featureIds.includes(target.id))
    .map(({ featureIds: _, ...play }) => play)
}
