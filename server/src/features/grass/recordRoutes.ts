/** Measurements on zones and products applied: entered one by one, or as a table. */
import { randomUUID } from 'node:crypto'
import { lateCalls } from '@greensward/contract/late'
import {
  addDays,
  type CsvCell,
  clockOf,
  csvFile,
  type Day,
  dayOf,
  daysBetween,
  RECORD_RANGES,
  readZoneRecords,
  startOfDay,
  ZONE_RECORD_HEAD,
} from '@greensward/domain'
import { said } from '@greensward/messages'
import type { Context } from '../../platform/context.ts'
import { refuse, refuseFields } from '../../platform/http/refusal.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { CurrentCourse } from '../../shared/course/currentCourse.ts'
import { readTimeZone } from '../../shared/missionLife/machinesStore.ts'
import {
  addRecord,
  addRecords,
  latestRecords,
  readAllRecords,
  readRecords,
  recordMeans,
  removeRecord,
} from './recordStore.ts'

/** Two years: last season beside this one. */
const MOST_DAYS = 732
const MOST_ROWS = 50_000
/** A list of faults is for people to read. */
const MOST_FAULTS = 200
/** A clock of a phone may be ahead by this. */
const AHEAD_MS = 5 * 60_000

const refuseOddSpan = (from: Day, to: Day): void => {
  if (to < from) refuseFields({ 'query.to': said('beforeFrom') })
  if (daysBetween(from, to) >= MOST_DAYS) refuseFields({ 'query.to': said('daysAfterFrom', { count: MOST_DAYS - 1 }) })
}

export const recordRoutes = (ctx: Context, course: CurrentCourse): readonly Route[] => {
  const zones = async () => (await course.read()).features.filter(feature => feature.kind === 'zone')

  const spanOf = async ({ from, to }: { readonly from: Day; readonly to: Day }) => {
    refuseOddSpan(from, to)
    const zone = await readTimeZone(ctx.db)
    return { zone, from: startOfDay(from, zone), to: startOfDay(addDays(to, 1), zone) }
  }

  return [
    route(lateCalls.zoneRecords.list, async ({ params, query }) => {
      const { from, to } = await spanOf(query)
      return { items: await readRecords(ctx.db, params.id, from, to) }
    }),

    route(lateCalls.zoneRecords.latest, async () => ({ items: await latestRecords(ctx.db) })),

    route(lateCalls.zoneRecords.means, async ({ query }) => {
      const { zone, from, to } = await spanOf(query)
      return { items: await recordMeans(ctx.db, from, to, zone) }
    }),

    route(lateCalls.zoneRecords.add, async ({ params, body, user, write }) => {
      if (!(await zones()).some(({ id }) => id === params.id)) refuse('notFound')
      if (Date.parse(body.at) > ctx.clock.now().getTime() + AHEAD_MS) refuseFields({ 'body.at': said('notPast') })
      return write(async tx => (await addRecord(tx, params.id, body, user)) ?? refuse('conflict'))
    }),

    route(lateCalls.zoneRecords.remove, async ({ params, write }) =>
      write(async tx => {
        if ((await removeRecord(tx, params.id, params.recordId)) === undefined) refuse('notFound')
        return {}
      }),
    ),

    route(
      lateCalls.zoneRecords.export,
      async ({ query, reply }) => {
        const { zone, from, to } = await spanOf(query)
        const titles = new Map((await zones()).map(({ id, properties }) => [id, properties.title]))
        const rows = (await readAllRecords(ctx.db, from, to, MOST_ROWS)).map((record): CsvCell[] => {
          const at = new Date(record.at)
          const { unit } = RECORD_RANGES[record.kind]
          const title = titles.get(record.zoneId) ?? null
          return [title, record.kind, dayOf(at, zone), clockOf(at, zone), record.value, unit, record.product, record.by]
        })
        reply.type('text/csv; charset=utf-8')
        reply.header('content-disposition', 'attachment; filename="records.csv"')
        return reply.send(csvFile([ZONE_RECORD_HEAD, ...rows])) as never
      },
      { bare: true, perMinute: 30 },
    ),

    route(
      lateCalls.zoneRecords.import,
      async ({ body, user, write }) => {
        const zoneIds = new Map<string, string | undefined>()
        for (const { id, properties } of await zones()) {
          const title = properties.title.toLowerCase()
          zoneIds.set(title, zoneIds.has(title) ? undefined : id)
        }
        const { records, faults } = readZoneRecords(body.text, { zone: await readTimeZone(ctx.db), zoneIds })
        return write(async tx => {
          const added = await addRecords(
            tx,
            records.map(record => ({ ...record, id: randomUUID() })),
            user,
          )
          return { added, known: records.length - added, faults: faults.slice(0, MOST_FAULTS) }
        })
      },
      { perMinute: 30 },
    ),
  ]
}
