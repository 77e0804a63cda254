/** Missions are listed and read, with their plans, logs and tracks. */

import { calls } from '@greensward/contract'
import { isMowing, type MissionStatus, missionStatus, type PolygonGeometry } from '@greensward/domain'
import { said } from '@greensward/messages'
import type { Context } from '../../platform/context.ts'
import { pageOf } from '../../platform/db/listing.ts'
import { refuse, refuseFields } from '../../platform/http/refusal.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { askerOf } from '../../shared/missionLife/askers.ts'
import { readBlade } from '../../shared/missionLife/machinesStore.ts'
import { listMissions, MISSION_SORTS } from '../../shared/missionLife/missionListStore.ts'
import {
  type MissionRow,
  missionOf,
  readLog,
  readPlan,
  readProgress,
  readStretches,
  targetOf,
} from '../../shared/missionLife/missionsStore.ts'
import { foundMission, type MissionParts } from './missionParts.ts'
import { missionsCsv } from './missionsTable.ts'
import { qgcFileOf } from './qgcFile.ts'
import { readRuns } from './scheduleStore.ts'

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
  readonly ids?: readonly string[] | undefined
  readonly featureId?: string | undefined
  readonly mowerId?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly startedFrom?: string | undefined
  readonly startedTo?: string | undefined
  readonly zoneTypeId?: string | undefined
  readonly holeId?: string | undefined
  readonly createdById?: number | undefined
}

const filterOf = (query: FilterQuery) => ({
  sort: checkedSort(query.sort),
  search: query.search,
  statuses: statusesOf(query.status),
  ids: query.ids,
  featureId: query.featureId,
  mowerId: query.mowerId,
  from: dateOf(query.from),
  to: dateOf(query.to),
  startedFrom: dateOf(query.startedFrom),
  startedTo: dateOf(query.startedTo),
  zoneTypeId: query.zoneTypeId,
  holeId: query.holeId,
  createdById: query.createdById,
})

const dateOf = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text))

const planOf = async (ctx: Context, id: string) => (await readPlan(ctx.db, id)) ?? refuse('notFound')

/** The part of the field that the mission left uncut, once it has mown any. */
const uncutOf = async ({ ctx, planner }: MissionParts, row: MissionRow): Promise<PolygonGeometry[]> => {
  const kept = await readProgress(ctx.db, row.id)
  const blade = await readBlade(ctx.db, row.bladeId)
  if (kept === undefined || kept.mown === null || blade === undefined || !isMowing(targetOf(row))) return []
  return [...(await planner.uncut(targetOf(row), blade.widthM, kept.mown))]
}

export const readRoutes = (parts: MissionParts): readonly Route[] => {
  const { ctx, course, planner } = parts
  return [
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
        reply.type('text/csv; charset=utf-8')
        reply.header('content-disposition', 'attachment; filename="missions.csv"')
        return reply.send(await missionsCsv(ctx.db, filterOf(query))) as never
      },
      { bare: true, perMinute: 30 },
    ),

    route(calls.missions.get, async ({ params }) => missionOf(await foundMission(ctx, params.id))),

    route(calls.missions.history, async ({ params, query }) => {
      const row = await foundMission(ctx, params.id)
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

    route(calls.missions.path, async ({ params }) => (await planOf(ctx, params.id)).plan),

    route(
      calls.missions.qgcPlan,
      async ({ params, reply }) => {
        const mission = missionOf(await foundMission(ctx, params.id))
        const file = await qgcFileOf(ctx, course, mission, await planOf(ctx, params.id))
        reply.type('application/json; charset=utf-8')
        reply.header('content-disposition', `attachment; filename="mission-${mission.id}.plan"`)
        return reply.send(file) as never
      },
      { bare: true },
    ),

    route(calls.missions.logs, async ({ params }) => {
      await foundMission(ctx, params.id)
      const items = await readLog(ctx.db, params.id)
      return { items, total: items.length }
    }),

    route(calls.missions.track, async ({ params, user, reply }) => {
      const row = await foundMission(ctx, params.id)
      const stretches = await readStretches(ctx.db, params.id)
      return {
        stretches: stretches.map(({ bladeOn, points }) => ({ missionId: params.id, bladeOn, points: [...points] })),
        uncut: await planner.asking(askerOf(user, reply), () => uncutOf(parts, row)),
      }
    }),
  ]
}
