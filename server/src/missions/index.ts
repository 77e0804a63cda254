/** Missions as records: planned, listed, read, changed and deleted. Driving them is the fleet's. */

import {
  addDays,
  isActive,
  type MissionStatus,
  missionStatus,
  type PolygonGeometry,
  spansMeet,
  startOfDay,
  timetableSpans,
} from '@greensward/domain'
import { calls, type ResultOf } from '@greensward/domain/contract'
import { said } from '@greensward/messages'
import type { Context } from '../context.ts'
import type { CurrentCourse } from '../course/currentCourse.ts'
import { pageOf } from '../db/listing.ts'
import type { Feature } from '../feature.ts'
import { Refusal, refuse, refuseFields } from '../http/refusal.ts'
import { route, type User } from '../http/route.ts'
import { askerOf } from '../missionLife/askers.ts'
import type { FleetDoor } from '../missionLife/doors.ts'
import { readBlade, readTimeZone } from '../missionLife/machinesStore.ts'
import {
  listMissions,
  MISSION_SORTS,
  type MissionRow,
  missionOf,
  readLog,
  readMission,
  readPlan,
  readProgress,
  readStretches,
  targetOf,
} from '../missionLife/missionsStore.ts'
import { announceMission, moveMissionIn, nameOf } from '../missionLife/moveMission.ts'
import type { Planner } from '../missionLife/planner.ts'
import { refusalWhy, why } from '../missionLife/why.ts'
import { changePlanned, planNew } from './changing.ts'
import { comingPlays, playsToCome } from './comingPlays.ts'
import { missionsCsv } from './missionsTable.ts'
import { asksSameDrive, refuseOddTimes, removeMission, requestAgain, requestOf } from './planned.ts'
import { qgcFileOf } from './qgcFile.ts'
import { type Replanning, startReplanning } from './replanning.ts'
import { judgeSlot, slotOf, wetTimes } from './schedule.ts'
import { readRuns } from './scheduleStore.ts'
import { createSeriesPlanning, endSeriesAt } from './series.ts'
import { createWetWork } from './wetWork.ts'

/** A plan of a large fairway as a file, several times over. */
const PLAN_BODY_BYTES = 8 * 1024 * 1024
/** The calendar shows six weeks at most. */
const MOST_CLOSED_DAYS = 62

const statusesOf = (text: string | undefined): MissionStatus[] | undefined => {
  if (text === undefined || text === '') return undefined
  return text.split(',').map(name => {
    const status = missionStatus.safeParse(name.trim())
    return status.success
      ? status.data
      : refuseFields({ 'query.status': said('notAStatus', { word: name.slice(0, 40) }) })
  })
}

const checkedSort = (sort: string | undefined): string | undefined => {
  if (sort !== undefined && !MISSION_SORTS.includes(sort.replace(/^-/, '')))
    refuseFields({ 'query.sort': said('notOneOf', { list: MISSION_SORTS.join(', ') }) })
  return sort
}

interface FilterQuery {
  readonly sort?: string | undefined
  readonly search?: string | undefined
  readonly status?: string | undefined
  readonly featureId?: string | undefined
  readonly mowerId?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const filterOf = (query: FilterQuery) => ({
  sort: checkedSort(query.sort),
  search: query.search,
  statuses: statusesOf(query.status),
  featureId: query.featureId,
  mowerId: query.mowerId,
  from: dateOf(query.from),
  to: dateOf(query.to),
})

const dateOf = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text))

export const createMissionsFeature = (
  ctx: Context,
  course: CurrentCourse,
  planner: Planner,
  fleet: FleetDoor,
): Feature => {
  const parts = { ctx, course }
  const series = createSeriesPlanning(ctx, course, planner)
  const wetWork = createWetWork(ctx, course)
  /** The answer does not wait for two weeks of plans. */
  const planSeriesSoon = (): void => {
    void series
      .look()
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'The next days of a series were not planned'))
  }
  const found = async (id: string) => (await readMission(ctx.db, id)) ?? refuse('notFound')
  const planOf = async (id: string) => (await readPlan(ctx.db, id)) ?? refuse('notFound')

  /** The ground that the mission left, once it has mown any. */
  const uncutOf = async (row: MissionRow): Promise<PolygonGeometry[]> => {
    const kept = await readProgress(ctx.db, row.id)
    const blade = await readBlade(ctx.db, row.bladeId)
    if (kept === undefined || kept.mown === null || blade === undefined || row.targetKind === 'road') return []
    return [...(await planner.uncut(targetOf(row), blade.widthM, kept.mown))]
  }

  const deleteOne = async (id: string, user: User): Promise<void> => {
    await ctx.db.transaction(tx => removeMission(ctx, tx, id, user))
    announceDeleted(id)
  }
  const announceDeleted = (id: string): void => {
    ctx.live.publish('missions', 'deleted', { id })
    ctx.events.emit('missionDeleted', { id })
  }

  const routes = [
    route(calls.missions.list, async ({ query }) => {
      const { rows, total } = await listMissions(ctx.db, {
        ...filterOf(query),
        page: query.page,
        perPage: query.perPage,
      })
      return { items: rows.map(missionOf), total }
    }),

    route(
      calls.missions.export,
      async ({ query, reply }) => {
        const table = await missionsCsv(ctx.db, filterOf(query))
        reply.type('text/csv; charset=utf-8')
        reply.header('content-disposition', 'attachment; filename="missions.csv"')
        // A mark of byte order lets spreadsheets read it as UTF-8.
        return reply.send(`\uFEFF${table}`) as never
      },
      { bare: true, perMinute: 30 },
    ),

    route(calls.missions.get, async ({ params }) => missionOf(await found(params.id))),

    route(
      calls.missions.create,
      async ({ body, user, write, reply }) => {
        const { repeat, qgcPlan, ...request } = body
        refuseOddTimes(request, ctx.clock.now())
        const planned = await planner.asking(askerOf(user, reply), () =>
          planner.plan(request, fleet.positionOf(request.mowerId), qgcPlan),
        )
        const mission = await write(tx => planNew(parts, tx, request, planned, repeat, user))
        announceMission(ctx, mission)
        if (mission.series !== null) planSeriesSoon()
        return mission
      },
      { bodyLimit: PLAN_BODY_BYTES },
    ),

    route(calls.missions.update, async ({ params, body, user, write, reply }) => {
      const { updatedAt, scope = 'one', repeat, ...changed } = body
      const before = await found(params.id)
      const request = requestOf(before, changed)
      if (changed.startsAt !== undefined || changed.startsByItself !== undefined)
        refuseOddTimes(request, ctx.clock.now())
      if (before.status !== 'planned') refuse('notPlannedToChange', {}, { details: missionOf(before) })
      // A file from elsewhere stays as long as it is asked for the same drive; another time takes nothing from it.
      const keepsPlan = before.planSource === 'uploaded' && asksSameDrive(requestOf(before, {}), request)
      const planned = keepsPlan
        ? undefined
        : await planner.asking(askerOf(user, reply), () => planner.plan(request, fleet.positionOf(request.mowerId)))
      let gone: readonly string[] = []
      const mission = await write(async tx => {
        const done = await changePlanned(parts, tx, {
          id: params.id,
          readAt: updatedAt,
          request,
          planned,
          scope,
          repeat,
          user,
        })
        gone = done.gone
        return done.mission
      })
      announceMission(ctx, mission)
      for (const id of gone) announceDeleted(id)
      if (gone.length > 0 || mission.series !== null) planSeriesSoon()
      return mission
    }),

    route(calls.missions.again, async ({ params, body, user, write }) => {
      const before = await found(params.id)
      if (before.status === 'planned' || isActive(before.status))
        refuse(
          'notEnded',
          {},
          {
            details: missionOf(before),
          },
        )
      const request = await requestAgain(ctx, before, body)
      refuseOddTimes(request, ctx.clock.now())
      const planned = await planner.plan(request, fleet.positionOf(request.mowerId))
      const mission = await write(tx => planNew(parts, tx, request, planned, null, user, why('plannedAgain')))
      announceMission(ctx, mission)
      return mission
    }),

    route(
      calls.missions.putPlan,
      async ({ params, body, user, write, reply }) => {
        const request = requestOf(await found(params.id), {})
        const planned = await planner.asking(askerOf(user, reply), () => planner.plan(request, undefined, body.qgcPlan))
        const mission = await write(async tx => {
          const done = await changePlanned(parts, tx, {
            id: params.id,
            readAt: body.updatedAt,
            request,
            planned,
            scope: 'one',
            repeat: undefined,
            user,
          })
          return done.mission
        })
        announceMission(ctx, mission)
        return mission
      },
      { bodyLimit: PLAN_BODY_BYTES },
    ),

    route(calls.missions.skip, async ({ params, body, user, write }) => {
      let announce = (): void => undefined
      const answer = await write(async tx => {
        const row = (await readMission(tx, params.id)) ?? refuse('notFound')
        if (row.seriesId === null) refuse('noSeries')
        const who = nameOf({ user })
        const skipped = body.scope === 'one' ? why('skippedOne', { who }) : why('skippedFollowing', { who })
        const moved = await moveMissionIn(tx, ctx, {
          missionId: row.id,
          event: 'cancel',
          actor: { user },
          why: skipped,
        })
        if (!moved.ok) {
          if (moved.error.kind === 'notFound') return refuse('notFound')
          return refuse('notPlannedToSkip', {}, { details: moved.error.mission })
        }
        const gone = body.scope === 'one' ? [] : await endSeriesAt(tx, row)
        announce = () => {
          announceMission(ctx, moved.value.mission)
          for (const id of gone) announceDeleted(id)
        }
        return { skipped: 1 + gone.length }
      })
      announce()
      return answer
    }),

    route(calls.missions.slots, async ({ body }) => {
      const ms = body.durationS * 1_000
      const map = await course.read()
      const from = new Date(body.startsAt)
      const coming = (await comingPlays(ctx, map, body.target)).map(play => ({
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
      const { conflicts, free } = await judgeSlot(ctx, ctx.db, map, question, undefined, golfers)
      const wanted = { from: from.getTime(), to: from.getTime() + ms }
      const play = coming.filter(({ span }) => spansMeet(span, wanted)).map(one => one.play)
      return { conflicts: [...conflicts], free: free.map(slotOf), play }
    }),

    route(calls.missions.history, async ({ params, query }) => {
      const row = await found(params.id)
      const { rows, total } = await readRuns(ctx.db, row, pageOf(query))
      return {
        items: rows.map(({ mission, drivenS, stops }) => ({
          missionId: mission.id,
          title: mission.title,
          status: mission.status,
          statusReason: mission.statusReason,
          statusWhy: mission.statusWhy,
          mowerId: mission.mowerId,
          direction: mission.resolvedDirection,
          sameSeries: row.seriesId !== null && mission.seriesId === row.seriesId,
          startedAt: (mission.startedAt ?? mission.createdAt).toISOString(),
          endedAt: mission.endedAt?.toISOString() ?? null,
          plannedS: mission.stats.durationS,
          drivenS,
          plannedCoverage: mission.stats.coverage,
          coverage: mission.progress,
          stops,
        })),
        total,
      }
    }),

    route(calls.missions.play, async () => {
      const items = await playsToCome(ctx, await course.read())
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

    route(calls.missions.remove, async ({ params, user, write }) => {
      await write(async tx => {
        await removeMission(ctx, tx, params.id, user)
        return {}
      })
      announceDeleted(params.id)
      return {}
    }),

    route(
      calls.missions.preview,
      ({ body, user, reply }) =>
        planner.latest('preview', askerOf(user, reply), async () => {
          const { qgcPlan, ...request } = body
          const planned = await planner.plan(request, fleet.positionOf(request.mowerId), qgcPlan)
          return {
            plan: planned.plan,
            mapRevision: planned.mapRevision,
            resolvedDirection: planned.resolvedDirection,
            holeBaseAngleDeg: planned.holeBaseAngleDeg,
            gate: [...(await fleet.gateOfPreview(request.target, planned))],
          }
        }),
      { bodyLimit: PLAN_BODY_BYTES },
    ),

    route(calls.missions.bulk, async ({ body, user }) => {
      const items: ResultOf<typeof calls.missions.bulk>['items'] = []
      for (const id of new Set(body.ids)) {
        try {
          if (body.action === 'delete') await deleteOne(id, user)
          else {
            const { outcome, reason, why: cause } = await fleet.cancel(id, { user })
            if (outcome !== 'accepted') {
              items.push({ id, ok: false, reason, why: cause })
              continue
            }
          }
          items.push({ id, ok: true, reason: null, why: null })
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          items.push({ id, ok: false, reason: error.message, why: refusalWhy(error) })
        }
      }
      return { items }
    }),

    route(calls.missions.path, async ({ params }) => (await planOf(params.id)).plan),

    route(
      calls.missions.qgcPlan,
      async ({ params, reply }) => {
        const mission = missionOf(await found(params.id))
        const file = await qgcFileOf(ctx, course, mission, await planOf(params.id))
        reply.type('application/json; charset=utf-8')
        reply.header('content-disposition', `attachment; filename="mission-${mission.id}.plan"`)
        return reply.send(file) as never
      },
      { bare: true },
    ),

    route(calls.missions.logs, async ({ params }) => {
      await found(params.id)
      const items = await readLog(ctx.db, params.id)
      return { items, total: items.length }
    }),

    route(calls.missions.track, async ({ params, user, reply }) => {
      const row = await found(params.id)
      const stretches = await readStretches(ctx.db, params.id)
      return {
        stretches: stretches.map(({ bladeOn, points }) => ({ missionId: params.id, bladeOn, points: [...points] })),
        uncut: await planner.asking(askerOf(user, reply), () => uncutOf(row)),
      }
    }),
  ]
  let replanning: Replanning | undefined
  return {
    routes,
    start: async () => {
      replanning = startReplanning(ctx, course, planner)
      series.start()
      wetWork.start()
    },
    stop: async () => {
      await wetWork.close()
      await series.close()
      await replanning?.close()
    },
  }
}
