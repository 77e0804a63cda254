/** Missions as records: planned, listed, read, changed and deleted. Driving them is the fleet's. */
import { type MissionStatus, missionStatus, type PolygonGeometry } from '@greensward/domain'
import { calls } from '@greensward/domain/contract'
import type { Context } from '../context.ts'
import type { CurrentCourse } from '../course/currentCourse.ts'
import type { Feature } from '../feature.ts'
import { Refusal, refuse } from '../http/refusal.ts'
import { route, type User } from '../http/route.ts'
import type { FleetDoor } from '../missionLife/doors.ts'
import { readBlade } from '../missionLife/machinesStore.ts'
import {
  listMissions,
  MISSION_SORTS,
  type MissionRow,
  missionOf,
  readLedger,
  readLog,
  readMission,
  readPlan,
  readProgress,
  readStretches,
} from '../missionLife/missionsStore.ts'
import { announceMission } from '../missionLife/moveMission.ts'
import type { Planner } from '../missionLife/planner.ts'
import { changeMission, createMission, refuseOddTimes, removeMission, requestOf } from './planned.ts'
import { qgcFileOf } from './qgcFile.ts'
import { type Replanning, startReplanning } from './replanning.ts'

const LEDGER_LINES = 20

const statusesOf = (text: string | undefined): MissionStatus[] | undefined => {
  if (text === undefined || text === '') return undefined
  return text.split(',').map(name => {
    const status = missionStatus.safeParse(name.trim())
    return status.success
      ? status.data
      : refuse('invalid', undefined, { fields: { 'query.status': `${name.slice(0, 40)} is no status` } })
  })
}

const checkedSort = (sort: string | undefined): string | undefined => {
  if (sort !== undefined && !MISSION_SORTS.includes(sort.replace(/^-/, '')))
    refuse('invalid', undefined, { fields: { 'query.sort': `must be one of ${MISSION_SORTS.join(', ')}` } })
  return sort
}

const dateOf = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text))

export const createMissionsFeature = (
  ctx: Context,
  course: CurrentCourse,
  planner: Planner,
  fleet: FleetDoor,
): Feature => {
  const found = async (id: string) => (await readMission(ctx.db, id)) ?? refuse('notFound')
  const planOf = async (id: string) => (await readPlan(ctx.db, id)) ?? refuse('notFound')

  /** The ground that the mission left, once it has mown any. */
  const uncutOf = async (row: MissionRow): Promise<PolygonGeometry[]> => {
    const kept = await readProgress(ctx.db, row.id)
    const blade = await readBlade(ctx.db, row.bladeId)
    if (kept === undefined || kept.mown === null || blade === undefined || row.targetKind === 'road') return []
    const target = { kind: row.targetKind, featureId: row.targetId }
    return [...(await planner.uncut(target, blade.widthM, kept.mown))]
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
        page: query.page,
        perPage: query.perPage,
        sort: checkedSort(query.sort),
        search: query.search,
        statuses: statusesOf(query.status),
        featureId: query.featureId,
        mowerId: query.mowerId,
        from: dateOf(query.from),
        to: dateOf(query.to),
      })
      return { items: rows.map(missionOf), total }
    }),

    route(calls.missions.get, async ({ params }) => missionOf(await found(params.id))),

    route(calls.missions.create, async ({ body, user, write }) => {
      refuseOddTimes(body, ctx.clock.now())
      const planned = await planner.plan(body, fleet.positionOf(body.mowerId))
      const mission = await write(tx => createMission(ctx, tx, body, planned, user))
      announceMission(ctx, mission)
      return mission
    }),

    route(calls.missions.update, async ({ params, body, user, write }) => {
      const { updatedAt, ...changed } = body
      const before = await found(params.id)
      const request = requestOf(before, changed)
      if (changed.startsAt !== undefined || changed.startsByItself !== undefined)
        refuseOddTimes(request, ctx.clock.now())
      if (before.status !== 'planned')
        refuse('missionState', 'Only a planned mission can be changed', { details: missionOf(before) })
      const planned = await planner.plan(request, fleet.positionOf(request.mowerId))
      const mission = await write(tx =>
        changeMission(ctx, tx, { id: params.id, readAt: updatedAt, request, planned, user }),
      )
      announceMission(ctx, mission)
      return mission
    }),

    route(calls.missions.remove, async ({ params, user, write }) => {
      await write(async tx => {
        await removeMission(ctx, tx, params.id, user)
        return {}
      })
      announceDeleted(params.id)
      return {}
    }),

    route(calls.missions.preview, async ({ body }) => {
      const planned = await planner.plan(body, fleet.positionOf(body.mowerId))
      return {
        plan: planned.plan,
        mapRevision: planned.mapRevision,
        resolvedDirection: planned.resolvedDirection,
        holeBaseAngleDeg: planned.holeBaseAngleDeg,
        gate: [...(await fleet.gateOfPreview(body.target, planned))],
      }
    }),

    route(calls.missions.bulk, async ({ body, user }) => {
      const items: { id: string; ok: boolean; message: string | null }[] = []
      for (const id of new Set(body.ids)) {
        try {
          if (body.action === 'delete') await deleteOne(id, user)
          else {
            const { outcome, reason } = await fleet.cancel(id, { user })
            if (outcome !== 'accepted') {
              items.push({ id, ok: false, message: reason })
              continue
            }
          }
          items.push({ id, ok: true, message: null })
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
          items.push({ id, ok: false, message: error.message })
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

    route(calls.missions.track, async ({ params }) => {
      const row = await found(params.id)
      const stretches = await readStretches(ctx.db, params.id)
      return {
        stretches: stretches.map(({ bladeOn, points }) => ({ missionId: params.id, bladeOn, points: [...points] })),
        uncut: await uncutOf(row),
      }
    }),

    route(calls.missions.ledger, async ({ params }) => {
      const lines = await readLedger(ctx.db, params.id, LEDGER_LINES)
      return { items: lines.map(line => ({ ...line, at: line.at.toISOString() })) }
    }),
  ]
  let replanning: Replanning | undefined
  return {
    routes,
    start: async () => {
      replanning = startReplanning(ctx, course, planner)
    },
    stop: async () => replanning?.close(),
  }
}
