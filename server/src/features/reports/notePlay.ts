/** Notes of each mission that has ended whether it was ahead of the first group of its day, by the tee sheet of that day. */
import { dayOf } from '@greensward/domain'
import type { Context } from '../../platform/context.ts'
import type { CurrentCourse } from '../../shared/course/currentCourse.ts'
import { readTimeZone } from '../../shared/missionLife/machinesStore.ts'
import { aheadOfGroups } from '../../shared/play/comingPlays.ts'
import { endedWithoutPlay, type PlayOutcome, writePlay } from './playStore.ts'

const AT_ONCE = 2_000

const noteSome = async (ctx: Context, course: CurrentCourse): Promise<number> => {
  const ended = await endedWithoutPlay(ctx.db, AT_ONCE)
  if (ended.length === 0) return 0
  const { features } = await course.read()
  const holes = new Map(
    features.flatMap(feature =>
      (feature.kind === 'zone' || feature.kind === 'missionArea') && feature.properties.holeId !== null
        ? [[feature.id, feature.properties.holeId] as const]
        : [],
    ),
  )
  const zone = await readTimeZone(ctx.db)
  const days = [...new Set(ended.map(({ endedAt }) => dayOf(endedAt, zone)))]
  const before = await aheadOfGroups(ctx, { features }, days)
  const outcomeOf = ({ targetId, endedAt }: (typeof ended)[number]): PlayOutcome => {
    const holeId = holes.get(targetId)
    const byMs = holeId === undefined || holeId === null ? undefined : before(dayOf(endedAt, zone), holeId)
    return byMs === undefined ? 'noGroup' : endedAt.getTime() <= byMs ? 'ahead' : 'late'
  }
  const outcomes = Map.groupBy(ended, outcomeOf)
  await ctx.db.transaction(async tx => {
    for (const [play, own] of outcomes)
      await writePlay(
        tx,
        own.map(({ id }) => id),
        play,
      )
  })
  return ended.length
}

/** Looks up all that is new; callers at the same time share one run. */
export const createPlayNoter = (ctx: Context, course: CurrentCourse): (() => Promise<void>) => {
  let running: Promise<void> | undefined
  const run = async (): Promise<void> => {
    let noted: number
    do noted = await noteSome(ctx, course)
    while (noted === AT_ONCE)
  }
  return () => {
    running ??= run().finally(() => {
      running = undefined
    })
    return running
  }
}
