/** Missions for which there was no room are moved together: each to its own hour of a day, or the next one that is free there. */
import { lateCalls } from '@greensward/contract/late'
import { addDays, clockOf, type Day, dayOf, momentOf, startOfDay, type TimeSpan } from '@greensward/domain'
import { type Said, said } from '@greensward/messages'
import type { Tx } from '../../platform/db/database.ts'
import { refuseFields } from '../../platform/http/refusal.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { readTimeZone } from '../../shared/missionLife/machinesStore.ts'
import { lockMission, type MissionRow, missionOf, targetOf } from '../../shared/missionLife/missionsStore.ts'
import { announceMission } from '../../shared/missionLife/moveMission.ts'
import { why } from '../../shared/missionLife/why.ts'
import { playOnFields } from '../../shared/play/comingPlays.ts'
import type { MissionParts } from './missionParts.ts'
import { moveTo } from './moveTo.ts'
import { readMissionRows } from './rainMovesStore.ts'
import { judgeSlot } from './schedule.ts'
import { lockSchedule } from './scheduleStore.ts'

const MINUTE_MS = 60_000

/** When golfers are expected where a mission mows, with the wanted margin before the first group. */
type GolfersOf = (row: MissionRow) => readonly TimeSpan[]

const readGolfers = async (
  { ctx, course }: Pick<MissionParts, 'ctx' | 'course'>,
  rows: readonly MissionRow[],
  day: Day,
): Promise<GolfersOf> => {
  const playOf = await playOnFields(ctx, await course.read(), rows.map(targetOf), [day])
  return row => {
    const onField = playOf(targetOf(row))
    const marginMs = (onField?.wantedMinutes ?? 0) * MINUTE_MS
    return (onField?.plays ?? []).map(({ from, to, isFirst }) => ({
      from: Date.parse(from) - (isFirst ? marginMs : 0),
      to: Date.parse(to),
    }))
  }
}

interface Wanted {
  readonly day: Day
  readonly zone: string
  readonly earliestMs: number
}

const roomOn = async (
  { ctx, course }: Pick<MissionParts, 'ctx' | 'course'>,
  tx: Tx,
  row: MissionRow,
  golfers: readonly TimeSpan[],
  { day, zone, earliestMs }: Wanted,
): Promise<Date | undefined> => {
  const [hour = 0, minute = 0] = (row.startsAt === null ? '' : clockOf(row.startsAt, zone)).split(':').map(Number)
  const leastMs = row.stats.durationS * 1_000
  const fromMs = Math.max(momentOf(day, hour, minute, zone).getTime(), Math.ceil(earliestMs / MINUTE_MS) * MINUTE_MS)
  const endOfDayMs = startOfDay(addDays(day, 1), zone).getTime()
  if (fromMs >= endOfDayMs) return undefined
  const { isClear, free } = await judgeSlot(
    ctx,
    tx,
    await course.read(),
    {
      missionId: row.id,
      mowerId: row.mowerId,
      target: targetOf(row),
      startsAt: new Date(fromMs),
      slotMs: Math.max((row.slotS ?? 0) * 1_000, leastMs),
      leastMs,
    },
    { latest: new Date(endOfDayMs - 1), golfers, avoidsSeries: true },
  )
  if (isClear) return new Date(fromMs)
  const [next] = free
  return next === undefined ? undefined : new Date(next.from)
}

export const putOffRoutes = (parts: MissionParts): readonly Route[] => {
  const { ctx } = parts
  return [
    route(lateCalls.missionTimes.putOff, async ({ body, user, write }) => {
      const zone = await readTimeZone(ctx.db)
      const now = ctx.clock.now()
      if (body.day < dayOf(now, zone)) refuseFields({ 'body.day': said('inThePast') })
      const earliestMs = Math.max(now.getTime(), body.earliest === null ? 0 : Date.parse(body.earliest))
      const wanted = { day: body.day, zone, earliestMs }
      const ids = [...new Set(body.ids)]
      const known = await readMissionRows(ctx.db, ids)
      const golfersOf = await readGolfers(parts, known, body.day)
      let announce = (): void => undefined
      const answer = await write(async tx => {
        await lockSchedule(tx)
        const moved: MissionRow[] = []
        const stayed: { id: string; title: string; why: Said }[] = []
        for (const id of ids) {
          const row = await lockMission(tx, id)
          if (row?.status !== 'planned') {
            stayed.push({ id, title: row?.title ?? '', why: why('notPlannedNow') })
            continue
          }
          const startsAt = await roomOn(parts, tx, row, golfersOf(row), wanted)
          if (startsAt === undefined) {
            const minutes = Math.ceil(row.stats.durationS / 60)
            stayed.push({ id, title: row.title, why: why('noRoomOnDay', { day: body.day, minutes }) })
          } else moved.push(await moveTo(ctx, tx, row, startsAt, { user, zone }))
        }
        announce = () => {
          for (const row of moved) announceMission(ctx, missionOf(row))
        }
        return {
          moved: moved.map(({ id, title, startsAt }) => ({ id, title, startsAt: startsAt?.toISOString() ?? '' })),
          stayed,
        }
      })
      announce()
      return answer
    }),
  ]
}
