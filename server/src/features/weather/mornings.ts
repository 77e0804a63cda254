/** Dew and frost of each morning: proposed from the weather, kept, and compared with what came. Nothing starts or waits for it. */
import { lateCalls } from '@greensward/contract/late'
import {
  addDays,
  type Day,
  dayOf,
  judgeMorning,
  KEPT_AT_HOUR,
  MORNING_HOURS,
  MORNINGS_KEPT_DAYS,
  type Morning,
  type MorningGrass,
  type MorningHour,
  momentOf,
} from '@greensward/domain'
import { said } from '@greensward/messages'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { refuse, refuseFields } from '../../platform/http/refusal.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { readTimeZone } from '../../shared/missionLife/machinesStore.ts'
import { type HourRow, readHours } from '../../shared/weather/weatherHoursStore.ts'
import {
  forgetMorningsBefore,
  type MorningRow,
  readMorning,
  readMornings,
  storeProposal,
  storeSeen,
} from './morningStore.ts'

const HOUR_MS = 3_600_000
/** A forecast of an hour that was last renewed longer before it, or before now, is too old to propose from. */
const OLD_FORECAST_MS = 12 * HOUR_MS
/** A clock of a phone may be ahead by this. */
const AHEAD_MS = 5 * 60_000

interface Span {
  readonly fromMs: number
  readonly untilMs: number
}

const spanOf = (day: Day, zone: string): Span => ({
  fromMs: momentOf(day, MORNING_HOURS.from, 0, zone).getTime(),
  untilMs: momentOf(day, MORNING_HOURS.until, 0, zone).getTime(),
})

const isFresh = ({ at, updatedAt }: HourRow, nowMs: number): boolean =>
  updatedAt.getTime() >= Math.min(at.getTime(), nowMs) - OLD_FORECAST_MS

/** Measured figures before forecast ones; temperature and dew point are of one source, because their difference counts. */
const mergedHour = (at: Date, rows: readonly HourRow[]): MorningHour => {
  const hasBoth = ({ temperatureC, dewPointC }: HourRow): boolean => temperatureC !== null && dewPointC !== null
  const [first, second] = rows.toSorted((a, b) => Number(b.isObserved) - Number(a.isObserved))
  const air = [first, second].find(row => row !== undefined && hasBoth(row)) ?? first
  return {
    at: at.toISOString(),
    isObserved: air?.isObserved === true,
    temperatureC: air?.temperatureC ?? null,
    dewPointC: air?.dewPointC ?? null,
    windMps: first?.windMps ?? second?.windMps ?? null,
  }
}

const judge = (rows: readonly HourRow[], { fromMs, untilMs }: Span): MorningGrass => {
  const hours = Map.groupBy(rows, ({ at }) => at.getTime())
  return judgeMorning(
    [...hours].map(([ms, own]) => mergedHour(new Date(ms), own)),
    fromMs,
    untilMs,
  )
}

/** By what was measured alone; null before the morning is over, and where nothing was measured. */
const measuredOf = (rows: readonly HourRow[], span: Span, nowMs: number): MorningGrass | null => {
  if (nowMs < span.untilMs) return null
  const measured = judge(
    rows.filter(({ isObserved }) => isObserved),
    span,
  )
  return measured.hours.length === 0 ? null : measured
}

const morningOf = (
  day: Day,
  row: MorningRow | undefined,
  rows: readonly HourRow[],
  { zone, now }: { readonly zone: string; readonly now: Date },
): Morning => {
  const [span, nowMs] = [spanOf(day, zone), now.getTime()]
  const { proposal = null, proposedAt = null, seen = null } = row ?? {}
  const usable = rows.filter(each => each.isObserved || isFresh(each, nowMs))
  return {
    day,
    now: day < dayOf(now, zone) ? null : judge(usable, span),
    proposed: proposal === null || proposedAt === null ? null : { at: proposedAt.toISOString(), grass: proposal },
    measured: measuredOf(rows, span, nowMs),
    seen:
      seen === null
        ? null
        : {
            grass: seen,
            until: row?.seenUntil?.toISOString() ?? null,
            by: row?.seenBy ?? '',
            at: (row?.seenAt ?? now).toISOString(),
          },
  }
}

/** Keeps what is proposed for today, until five o'clock, and for tomorrow; forgets what is older than two weeks. */
export const keepProposals = async (ctx: Context): Promise<void> => {
  const [zone, now] = [await readTimeZone(ctx.db), ctx.clock.now()]
  const today = dayOf(now, zone)
  const isEarly = now < momentOf(today, KEPT_AT_HOUR, 0, zone)
  await ctx.db.transaction(async tx => {
    for (const day of isEarly ? [today, addDays(today, 1)] : [addDays(today, 1)]) {
      const span = spanOf(day, zone)
      const rows = await readHours(tx, new Date(span.fromMs - HOUR_MS), new Date(span.untilMs))
      const { now: grass } = morningOf(day, undefined, rows, { zone, now })
      if (grass !== null) await storeProposal(tx, day, grass, now)
    }
    await forgetMorningsBefore(tx, addDays(today, -MORNINGS_KEPT_DAYS))
  })
}

export const morningRoutes = (ctx: Context): readonly Route[] => {
  const read = async (reader: Tx | Context['db'], day: Day): Promise<Morning> => {
    const zone = await readTimeZone(reader)
    const { fromMs, untilMs } = spanOf(day, zone)
    const rows = await readHours(reader, new Date(fromMs - HOUR_MS), new Date(untilMs))
    return morningOf(day, await readMorning(reader, day), rows, { zone, now: ctx.clock.now() })
  }

  return [
    route(lateCalls.mornings.get, ({ params }) => read(ctx.db, params.day)),

    route(lateCalls.mornings.list, async () => {
      const [zone, now] = [await readTimeZone(ctx.db), ctx.clock.now()]
      const today = dayOf(now, zone)
      const first = addDays(today, -MORNINGS_KEPT_DAYS)
      const rows = await readHours(
        ctx.db,
        new Date(spanOf(first, zone).fromMs - HOUR_MS),
        new Date(spanOf(today, zone).untilMs),
      )
      const within = ({ at }: HourRow, { fromMs, untilMs }: Span): boolean =>
        at.getTime() > fromMs - HOUR_MS && at.getTime() <= untilMs
      const items = (await readMornings(ctx.db, first, today)).map(row => {
        const own = rows.filter(hour => within(hour, spanOf(row.day, zone)))
        return morningOf(row.day, row, own, { zone, now })
      })
      return { items }
    }),

    route(lateCalls.mornings.see, async ({ params: { day }, body, user, write }) => {
      const [zone, now] = [await readTimeZone(ctx.db), ctx.clock.now()]
      const today = dayOf(now, zone)
      if (day < addDays(today, -MORNINGS_KEPT_DAYS)) refuse('notFound')
      if (day > today) refuseFields({ 'params.day': said('notPast') })
      const until = body.until === null ? null : new Date(body.until)
      if (until !== null && until.getTime() > now.getTime() + AHEAD_MS) refuseFields({ 'body.until': said('notPast') })
      if (until !== null && dayOf(until, zone) !== day) refuseFields({ 'body.until': said('otherDay', { day }) })
      const answer = await write(async tx => {
        await storeSeen(tx, day, { seen: body.grass, seenUntil: until, seenBy: user.fullname, seenAt: now })
        return read(tx, day)
      })
      ctx.live.publish('settings', 'changed', { subject: 'weather' })
      return answer
    }),
  ]
}
