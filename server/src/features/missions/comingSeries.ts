/** The days that series are going to have and that no mission stands for yet. */

import {
  addDays,
  type Day,
  dayOf,
  type Occupation,
  occurrenceAt,
  repeatDays,
  type SeriesDay,
  type TimeSpan,
} from '@greensward/domain'
import type { Context } from '../../platform/context.ts'
import type { Reader } from '../../platform/db/database.ts'
import { readTimeZone } from '../../shared/missionLife/machinesStore.ts'
import { livingSeries, longestDrives, type SeriesRow, seriesDayKey, settledWithin } from './seriesStore.ts'

interface ComingDay {
  readonly series: SeriesRow
  readonly day: Day
  readonly startsAt: Date
}

/** The days of series, from today on, that are not settled: nobody has planned, skipped or deleted their mission. */
const unsettledDays = async (
  { clock }: Pick<Context, 'clock'>,
  reader: Reader,
  { from: first, to }: { readonly from: Day; readonly to: Day },
  zone: string,
): Promise<ComingDay[]> => {
  const today = dayOf(clock.now(), zone)
  const from = first > today ? first : today
  const settled = await settledWithin(reader, from, to)
  return (await livingSeries(reader, from)).flatMap(series =>
    repeatDays(series.repeat, series.firstDay, from, to)
      .filter(day => !settled.has(seriesDayKey(series.id, day)))
      .map(day => ({ series, day, startsAt: occurrenceAt(day, series.clock, zone) })),
  )
}

export const comingSeriesDays = async (
  ctx: Context,
  days: { readonly from: Day; readonly to: Day },
): Promise<SeriesDay[]> => {
  const coming = await unsettledDays(ctx, ctx.db, days, await readTimeZone(ctx.db))
  return coming
    .map(({ series, day, startsAt }) => ({
      seriesId: series.id,
      day,
      title: series.request.title,
      startsAt: startsAt.toISOString(),
      mowerId: series.request.mowerId,
    }))
    .toSorted((a, b) => a.startsAt.localeCompare(b.startsAt))
}

/** The times that coming days of series will take: as long as their slot, or as the longest drive that was planned for them. */
export const comingOccupations = async (
  ctx: Pick<Context, 'clock'>,
  reader: Reader,
  within: TimeSpan,
  zone: string,
): Promise<Occupation[]> => {
  // What begins late on the evening before may last into the span.
  const days = { from: addDays(dayOf(new Date(within.from), zone), -1), to: dayOf(new Date(within.to), zone) }
  const coming = await unsettledDays(ctx, reader, days, zone)
  if (coming.length === 0) return []
  const drivesS = await longestDrives(reader, [...new Set(coming.map(({ series }) => series.id))])
  return coming.map(({ series, day, startsAt }) => {
    const { title, mowerId, target, slotS } = series.request
    const from = startsAt.getTime()
    const lastsS = Math.max(slotS ?? 0, drivesS.get(series.id) ?? 0)
    const missionId = seriesDayKey(series.id, day)
    return { missionId, title, mowerId, featureId: target.featureId, from, to: from + lastsS * 1_000 }
  })
}
