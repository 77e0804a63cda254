/** Reports on the work of any span of days, as an answer and as a file, and the rates of its cost. */
import type { Report, ReportBy } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { addDays, type Day, type DayMean, dayOf, daysBetween, startOfDay, type ZoneType } from '@greensward/domain'
import { said } from '@greensward/messages'
import type { Context } from '../../platform/context.ts'
import type { Reader } from '../../platform/db/database.ts'
import type { Feature } from '../../platform/feature.ts'
import { refuseFields } from '../../platform/http/refusal.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { createThreadPool } from '../../platform/threads/threadPool.ts'
import type { CurrentCourse } from '../../shared/course/currentCourse.ts'
import { readMowers, readTimeZone, readZoneTypes } from '../../shared/missionLife/machinesStore.ts'
import { readRates } from '../../shared/missionLife/ratesStore.ts'
import { readWeatherDays } from '../../shared/weather/weatherHoursStore.ts'
import { foldReport } from './foldReport.ts'
import { createPlayNoter } from './notePlay.ts'
import { readPeople, readSums, writeRates } from './reportStore.ts'
import { type ReportTable, reportCsv, reportTable } from './reportTable.ts'
import { mailWeeklyReports } from './weeklyMail.ts'

/** Two years: last season beside this one. */
const MOST_DAYS = 732

/** What ended lately is looked up this often, and before every report. */
const NOTE_MS = 10 * 60_000

interface Span {
  readonly from: Day
  readonly to: Day
  readonly by: ReportBy
}

const refuseOddSpan = ({ from, to }: Span): void => {
  if (to < from) refuseFields({ 'query.to': said('beforeFrom') })
  if (daysBetween(from, to) >= MOST_DAYS) refuseFields({ 'query.to': said('daysAfterFrom', { count: MOST_DAYS - 1 }) })
}

/** Of the span; today counts whole. */
const begunDays = ({ from, to }: Span, today: Day): Day[] => {
  const last = to < today ? to : today
  return Array.from({ length: Math.max(0, daysBetween(from, last) + 1) }, (_, n) => addDays(from, n))
}

/** The weather by which grass grew on these days; none is read for a course whose zones have fixed intervals alone. */
const readMeans = async (
  reader: Reader,
  days: readonly Day[],
  zoneTypes: readonly ZoneType[],
  zone: string,
): Promise<DayMean[]> => {
  const most = Math.max(0, ...zoneTypes.map(({ growth }) => growth?.mostDays ?? 0))
  const [first, last] = [days[0], days.at(-1)]
  if (most === 0 || first === undefined || last === undefined) return []
  const weather = await readWeatherDays(reader, addDays(first, -most), addDays(last, 1), zone)
  return weather.flatMap(({ day, meanTemperatureC: meanC }) => (meanC === null ? [] : [{ day, meanC }]))
}

const TITLES: Readonly<Record<ReportBy, string>> = {
  mower: 'Mower',
  zoneType: 'Zone type',
  hole: 'Hole',
  person: 'Person',
}

/** Reads a report as it is now. @throws Refusal of an odd span */
export const reportReader = (ctx: Context, course: CurrentCourse, notePlay: () => Promise<void>) => {
  return async (query: Span): Promise<Report> => {
    refuseOddSpan(query)
    await notePlay()
    const { db, clock } = ctx
    const zone = await readTimeZone(db)
    const now = clock.now()
    const span = { from: startOfDay(query.from, zone), to: startOfDay(addDays(query.to, 1), zone), zone, now }
    const { sums, directions, days, causes } = await readSums(db, span)
    const [people, rates] = [await readPeople(db, query.from, query.to), await readRates(db)]
    const { features } = await course.read()
    const [mowers, zoneTypes] = [await readMowers(db), await readZoneTypes(db)]
    const begun = begunDays(query, dayOf(now, zone))
    const means = await readMeans(db, begun, zoneTypes, zone)
    const facts = { by: query.by, sums, directions, people, features, zoneTypes, mowers, rates, days: begun, means }
    return { ...foldReport(facts), days: [...days], causes: [...causes], rates }
  }
}

export const createReportsFeature = (ctx: Context, course: CurrentCourse): Feature => {
  const notePlay = createPlayNoter(ctx, course)
  const reportOf = reportReader(ctx, course, notePlay)
  const noteQuietly = async (): Promise<void> => {
    try {
      await notePlay()
    } catch (error) {
      ctx.log.warn({ err: error }, 'Could not look up which missions were ahead of play; will retry')
    }
  }
  const workbooks = createThreadPool<ReportTable, Uint8Array>({
    script: new URL('./xlsxThread.ts', import.meta.url),
    size: 1,
    timeoutMs: 60_000,
    maxMemoryMb: 256,
    mostWaitingEach: 3,
    mostWaiting: 20,
    endIdleAfterMs: 2_000,
  })

  const mailQuietly = async (): Promise<void> => {
    try {
      await mailWeeklyReports(ctx, week => reportOf({ ...week, by: 'mower' }))
    } catch (error) {
      ctx.log.warn({ err: error }, 'Could not mail the weekly report; will retry')
    }
  }

  const routes: readonly Route[] = [
    route(lateCalls.reports.get, ({ query }) => reportOf(query)),
    route(
      lateCalls.reports.export,
      async ({ query, user, reply }) => {
        const table = reportTable(await reportOf(query), TITLES[query.by])
        const name = `report-${query.from}-${query.to}.${query.format}`
        reply.header('content-disposition', `attachment; filename="${name}"`)
        if (query.format === 'csv') {
          reply.type('text/csv; charset=utf-8')
          return reply.send(reportCsv(table)) as never
        }
        const bytes = await workbooks.run(table, { owner: String(user.id) })
        reply.type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
        return reply.send(Buffer.from(bytes)) as never
      },
      { bare: true, perMinute: 30 },
    ),
    route(lateCalls.reports.rates, () => readRates(ctx.db)),
    route(lateCalls.reports.changeRates, async ({ body, user, write }) => {
      const answer = await write(async tx => {
        const before = await readRates(tx)
        await writeRates(tx, body, ctx.clock.now())
        await ctx.audit(tx, {
          user,
          action: 'settings.update',
          subject: 'settings',
          subjectId: 'costs',
          details: { before, after: body },
        })
        return body
      })
      return answer
    }),
  ]

  let timer: NodeJS.Timeout | undefined
  return {
    routes,
    start: async () => {
      timer = setInterval(() => void noteQuietly().then(mailQuietly), NOTE_MS)
      timer.unref()
    },
    stop: async () => {
      clearInterval(timer)
      await workbooks.close()
    },
  }
}
