/** The routes of the calendar: free slots, rounds to come, times when nobody mows. */

import { calls } from '@greensward/contract'
import { addDays, type Day, dayOf, daysBetween, spansMeet, startOfDay, timetableSpans } from '@greensward/domain'
import { said } from '@greensward/messages'
import { refuseFields } from '../../platform/http/refusal.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { readTimeZone } from '../../shared/missionLife/machinesStore.ts'
import { wetTimes } from '../../shared/missionLife/wetTimes.ts'
import { marginAt, playOnFields, playsToCome } from '../../shared/play/comingPlays.ts'
import { readTeeTimes } from '../../shared/play/teeSheetStore.ts'
import { comingSeriesDays } from './comingSeries.ts'
import type { MissionParts } from './missionParts.ts'
import { judgeSlot, slotOf } from './schedule.ts'
import { plannedOfCalendar } from './scheduleStore.ts'

/** The calendar shows six weeks at most. */
const MOST_CLOSED_DAYS = 62
/** Free slots are looked for within two weeks. */
const SLOT_DAYS = 15

/** Each day of a period. @throws Refusal invalid where it is too long or ends before it begins */
const daysBetweenOf = ({ from, to }: { readonly from: Day; readonly to: Day }): Day[] => {
  const count = daysBetween(from, to) + 1
  if (count < 1 || count > MOST_CLOSED_DAYS)
    refuseFields({ 'query.to': said('daysAfterFrom', { count: MOST_CLOSED_DAYS }) })
  return Array.from({ length: count }, (_, index) => addDays(from, index))
}

export const calendarRoutes = (parts: MissionParts): readonly Route[] => {
  const { ctx, course } = parts
  return [
    route(calls.missions.slots, async ({ body }) => {
      const ms = body.durationS * 1_000
      const map = await course.read()
      const from = new Date(body.startsAt)
      const firstDay = dayOf(from, await readTimeZone(ctx.db))
      const days = Array.from({ length: SLOT_DAYS }, (_, index) => addDays(firstDay, index))
      const onField = (await playOnFields(ctx, map, [body.target], days))(body.target)
      const coming = (onField?.plays ?? []).map(play => ({
        play,
        span: { from: Date.parse(play.from), to: Date.parse(play.to) },
      }))
      const question = {
        missionId: body.missionId,
        mowerId: body.mowerId,
        target: body.target,
        startsAt: from,
        slotMs: ms,
        leastMs: 0,
      }
      const golfers = coming.map(({ span }) => span)
      const { conflicts, free } = await judgeSlot(ctx, ctx.db, map, question, { golfers, avoidsSeries: true })
      const wanted = { from: from.getTime(), to: from.getTime() + ms }
      const play = coming.filter(({ span }) => spansMeet(span, wanted)).map(one => one.play)
      const margin = onField === undefined ? undefined : marginAt(onField, wanted)
      return { conflicts: [...conflicts], free: free.map(slotOf), play, margin: margin ?? null }
    }),

    route(calls.missions.seriesDays, async ({ query }) => {
      daysBetweenOf(query)
      return { items: await comingSeriesDays(ctx, query) }
    }),

    route(calls.missions.margins, async ({ query }) => {
      const days = daysBetweenOf(query)
      const zone = await readTimeZone(ctx.db)
      const within = {
        from: startOfDay(query.from, zone),
        to: startOfDay(addDays(query.to, 1), zone),
      }
      const teeTimes = await readTeeTimes(ctx.db, days, zone)
      const planned = await plannedOfCalendar(ctx.db, within.from, within.to)
      const playOf = await playOnFields(
        ctx,
        await course.read(),
        planned.map(({ target }) => target),
        // A mission of the last evening may be followed by the groups of the next morning.
        [...days, addDays(query.to, 1)],
      )
      return {
        days: days.map(day => {
          const times = teeTimes.get(day) ?? []
          return { day, groups: times.length, firstAt: times[0]?.at ?? null, lastAt: times.at(-1)?.at ?? null }
        }),
        missions: planned.flatMap(({ id, target, from, to }) => {
          const onField = playOf(target)
          if (onField === undefined) return []
          const span = { from, to }
          const play = onField.plays.find(one =>
            spansMeet(span, { from: Date.parse(one.from), to: Date.parse(one.to) }),
          )
          const margin = marginAt(onField, span)
          return play === undefined && margin === undefined
            ? []
            : [{ missionId: id, play: play ?? null, margin: margin ?? null }]
        }),
      }
    }),

    route(calls.missions.play, async ({ query }) => {
      const day = query.day ?? dayOf(ctx.clock.now(), await readTimeZone(ctx.db))
      const items = await playsToCome(ctx, await course.read(), day)
      return { items, total: items.length }
    }),

    route(calls.missions.closed, async ({ query }) => {
      const zone = await readTimeZone(ctx.db)
      const within = {
        from: startOfDay(query.from, zone).getTime(),
        to: startOfDay(addDays(query.to, 1), zone).getTime(),
      }
      if (!(within.to > within.from) || within.to - within.from > MOST_CLOSED_DAYS * 86_400_000)
        refuseFields({ 'query.to': said('daysAfterFrom', { count: MOST_CLOSED_DAYS }) })
      const { features } = await course.read()
      const closed = features.flatMap(feature => {
        const times =
          feature.kind === 'hole' && feature.properties.isActive
            ? feature.properties.closedTimes
            : feature.kind === 'restriction' && feature.properties.appliesTo !== 'carts'
              ? feature.properties.timetable
              : undefined
        const title =
          feature.kind === 'hole'
            ? feature.properties.name
            : feature.kind === 'restriction'
              ? feature.properties.title
              : ''
        const featureIds =
          feature.kind === 'hole'
            ? features.flatMap(other =>
                (other.kind === 'zone' || other.kind === 'missionArea') && other.properties.holeId === feature.id
                  ? [other.id]
                  : [],
              )
            : [feature.id]
        return timetableSpans(times ?? [], zone, within).map(span => ({
          kind: 'closed' as const,
          title,
          from: new Date(span.from).toISOString(),
          to: new Date(span.to).toISOString(),
          featureIds,
        }))
      })
      const wet = (await wetTimes(ctx.db, zone, ctx.clock.now()))
        .filter(span => span.from < within.to && within.from < span.to)
        .map(span => ({
          kind: 'rain' as const,
          title: '',
          from: new Date(span.from).toISOString(),
          to: new Date(span.to).toISOString(),
          featureIds: [],
        }))
      return { items: [...closed, ...wet] }
    }),
  ]
}
