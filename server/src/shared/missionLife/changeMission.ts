/** A planned mission as a request, and its change. */
import { cellOf, type MissionRequest, missionRequest } from '@greensward/domain'
import type { Said } from '@greensward/messages'
import { englishText } from '@greensward/messages/english'
import type { Context } from '../../platform/context.ts'
import { laterThan, type Tx } from '../../platform/db/database.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { addLogLine, lockMission, type MissionRow, missionOf, replacePlan, updateMission } from './missionsStore.ts'
import type { PlannedMission } from './planner.ts'

export interface Person {
  readonly id: number
  readonly fullname: string
}

type PlannedColumns = Pick<
  PlannedMission,
  'planSource' | 'resolvedDirection' | 'holeBaseAngleDeg' | 'swathHeadingDeg' | 'mapRevision'
> & { readonly plan: Pick<PlannedMission['plan'], 'stats'> }

/** The columns of a mission that its request and its plan decide. */
export const columnsOf = (request: MissionRequest, planned: PlannedColumns, now: Date) => {
  const startsAt = request.startsAt === null ? null : new Date(request.startsAt)
  return {
    title: request.title,
    targetKind: request.target.kind,
    targetId: request.target.featureId,
    targetCell: cellOf(request.target) ?? null,
    mowerId: request.mowerId,
    bladeId: request.bladeId,
    direction: request.direction,
    angleOffsetDeg: request.angleOffsetDeg,
    pattern: request.pattern,
    turnScheme: request.turnScheme,
    cleaningCycles: request.cleaningCycles,
    cleanUpPass: request.cleanUpPass,
    startsAt,
    startsByItself: request.startsByItself,
    slotS: request.slotS,
    planSource: planned.planSource,
    // A time that has passed already when it is written down brings nothing about any more.
    dueHandledAt: startsAt !== null && !request.startsByItself && startsAt <= now ? now : null,
    resolvedDirection: planned.resolvedDirection,
    holeBaseAngleDeg: planned.holeBaseAngleDeg,
    swathHeadingDeg: planned.swathHeadingDeg,
    stats: planned.plan.stats,
    mapRevision: planned.mapRevision,
  }
}

/** Locks a planned mission that nobody changed since it was read. */
export const lockPlanned = async (tx: Tx, id: string, readAt: string): Promise<MissionRow> => {
  const row = (await lockMission(tx, id)) ?? refuse('notFound')
  if (row.status !== 'planned') return refuse('notPlannedToChange', {}, { details: missionOf(row) })
  if (row.updatedAt.toISOString() !== new Date(readAt).toISOString())
    return refuse('conflict', {}, { details: missionOf(row) })
  return row
}

/** Changes a mission that the caller holds locked. */
export const changeMission = async (
  ctx: Context,
  tx: Tx,
  before: MissionRow,
  change: {
    readonly request: MissionRequest
    /** Undefined keeps the plan as it is. */
    readonly planned: PlannedMission | undefined
    readonly user: Person
    readonly why: Said
  },
): Promise<MissionRow> => {
  const { request, planned, user, why: said } = change
  const { id } = before
  const now = ctx.clock.now()
  if (planned !== undefined) await replacePlan(tx, id, { plan: planned.plan, hash: planned.hash })
  await addLogLine(tx, id, { at: now, status: 'planned', who: user.fullname, why: said })
  await ctx.audit(tx, {
    user,
    action: 'mission.update',
    subject: 'mission',
    subjectId: id,
    details: { why: englishText(said) },
  })
  return updateMission(tx, id, {
    ...columnsOf(request, planned ?? planOfRow(before), now),
    updatedAt: laterThan(before.updatedAt, now),
  })
}

/** The part of a plan that is stored in the mission's own row. */
const planOfRow = (row: MissionRow): PlannedColumns => ({
  plan: { stats: row.stats },
  planSource: row.planSource,
  resolvedDirection: row.resolvedDirection,
  holeBaseAngleDeg: row.holeBaseAngleDeg,
  swathHeadingDeg: row.swathHeadingDeg,
  mapRevision: row.mapRevision,
})

const REQUEST_FIELDS = missionRequest.keyof().options

/** The request after a change: the present mission with the given fields over it. */
type Changed = { readonly [K in keyof MissionRequest]?: MissionRequest[K] | undefined }

export const requestOf = (row: MissionRow, changed: Changed): MissionRequest => {
  const mission = missionOf(row)
  const chosen = (field: keyof MissionRequest) => (changed[field] === undefined ? mission[field] : changed[field])
  return Object.fromEntries(REQUEST_FIELDS.map(field => [field, chosen(field)])) as MissionRequest
}
