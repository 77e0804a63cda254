/** What people's jobs took: by person and kind, and as a table for spreadsheets. */
import { calls } from '@greensward/contract'
import { type CsvCell, clockOf, csvFile, type Day, daysBetween, placeName } from '@greensward/domain'
import { said } from '@greensward/messages'
import type { Context } from '../../platform/context.ts'
import { refuseFields } from '../../platform/http/refusal.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { readTimeZone } from '../../shared/missionLife/machinesStore.ts'
import { readEnded, sumHours } from './jobStore.ts'

/** Two years: last season beside this one. */
const MOST_DAYS = 732
const MOST_ROWS = 50_000

const HEAD = [
  'Day',
  'Person',
  'Kind',
  'Place',
  'Status',
  'Planned (min)',
  'Taken (min)',
  'Started',
  'Ended',
  'Reason',
  'Note',
] as const

const refuseOddSpan = (from: Day, to: Day): void => {
  if (to < from) refuseFields({ 'query.to': said('beforeFrom') })
  if (daysBetween(from, to) >= MOST_DAYS) refuseFields({ 'query.to': said('daysAfterFrom', { count: MOST_DAYS - 1 }) })
}

export const hoursRoutes = (ctx: Context): readonly Route[] => [
  route(calls.jobs.hours, async ({ query: { from, to } }) => {
    refuseOddSpan(from, to)
    return { items: await sumHours(ctx.db, from, to) }
  }),
  route(
    calls.jobs.export,
    async ({ query: { from, to }, reply }) => {
      refuseOddSpan(from, to)
      const zone = await readTimeZone(ctx.db)
      const clock = (at: Date | null): string | null => (at === null ? null : clockOf(at, zone))
      const rows = (await readEnded(ctx.db, from, to, MOST_ROWS)).map((job): CsvCell[] => [
        job.day,
        job.person,
        job.kind,
        placeName(job),
        job.status,
        job.plannedMinutes,
        job.minutes,
        clock(job.startedAt),
        clock(job.endedAt),
        job.reason,
        job.note,
      ])
      reply.type('text/csv; charset=utf-8')
      reply.header('content-disposition', 'attachment; filename="jobs.csv"')
      return reply.send(csvFile([HEAD, ...rows])) as never
    },
    { bare: true, perMinute: 30 },
  ),
]
