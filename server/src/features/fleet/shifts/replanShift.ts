/** Plans a shift again: shows the difference and stores nothing, or applies what was shown, all of it or nothing. */
import type { BodyOf, calls } from '@greensward/contract'
import {
  type DayInput,
  type Mission,
  type PlannedDay,
  type PlannedStep,
  type ReplanInput,
  replanDifference,
  replannedNote,
  replannedRoutes,
  type Shift,
  type ShiftReplan,
  type ShiftTask,
  shareUsed,
} from '@greensward/domain'
import { said } from '@greensward/messages'
import { laterThan, type Tx } from '../../../platform/db/database.ts'
import { Refusal, refuse } from '../../../platform/http/refusal.ts'
import type { User } from '../../../platform/http/route.ts'
import { changeMission, requestOf } from '../../../shared/missionLife/changeMission.ts'
import {
  addLogLine,
  lockMission,
  type MissionRow,
  missionOf,
  targetOf,
  updateMission,
} from '../../../shared/missionLife/missionsStore.ts'
import type { PlannedMission } from '../../../shared/missionLife/planner.ts'
import { partOf, why } from '../../../shared/missionLife/why.ts'
import type { FleetParts } from '../fleetParts.ts'
import { taskOf } from './makeShift.ts'
import { positionsOf, type ReplanFacts, replanFacts } from './replanFacts.ts'
import { lockedShift } from './shiftPresses.ts'
import { savePlan, saveRoute, shiftWithMission } from './shiftStore.ts'

type Parts = Pick<FleetParts, 'ctx' | 'course' | 'planner' | 'garage' | 'view' | 'registry'>
type Request = BodyOf<typeof calls.shifts.applyReplan>

const inputOf = (shift: Shift, facts: ReplanFacts, day: PlannedDay): ReplanInput => {
  const { splits, unable, rows, course, input, freeMs } = facts
  const byId = new Map(input.missions.map(mission => [mission.id, mission]))
  return {
    shift,
    splits,
    unable,
    day,
    freeMs,
    mowerOf: new Map([...byId.keys()].flatMap(id => [[id, rows.get(id)?.mowerId ?? ''] as const])),
    durationS: (missionId, mowerId) => {
      const mission = byId.get(missionId)
      return mission?.others?.find(other => other.mowerId === mowerId)?.durationS ?? mission?.durationS ?? 0
    },
    firstGroup: missionId => {
      const row = rows.get(missionId)
      const play = row === undefined ? undefined : course.playOn(targetOf(row))
      const first = play?.plays.find(({ isFirst }) => isFirst)
      return play === undefined || first === undefined
        ? undefined
        : { fromMs: Date.parse(first.from), marginMs: play.wantedMinutes * 60_000 }
    },
  }
}

const NOTHING_AHEAD: PlannedDay = { routes: [], plan: { endsAt: null, left: [], withoutCharge: [] } }

/** @throws Refusal shiftEnded, shiftWindowOver, replanNoMower, mowerOrPlanGone */
export const previewReplan = async (parts: Parts, shift: Shift): Promise<ShiftReplan> => {
  const facts = await replanFacts(parts, shift)
  // Everything has begun.
  if (facts.input.missions.length === 0) return replanDifference(inputOf(shift, facts, NOTHING_AHEAD))
  return replanDifference(inputOf(shift, facts, await parts.planner.ask('day', facts.input)))
}

/** A mission with the plan of its own for its new mower. */
interface Moved {
  readonly row: MissionRow
  readonly request: ReturnType<typeof requestOf>
  readonly planned: PlannedMission
}

const faultOf = (error: Refusal) => {
  const [field] = Object.entries(error.extras.fields ?? {})
  return field === undefined ? error.said : said('badProperty', { path: field[0], why: field[1] })
}

/** @throws Refusal replanOutdated for a move that was not shown, replanNotPlanned */
const planMoves = async (
  { planner, garage }: Parts,
  { input, rows }: ReplanFacts,
  moves: Request['moves'],
): Promise<Map<string, Moved>> => {
  const moved = new Map<string, Moved>()
  for (const { missionId, toMowerId } of moves) {
    const mission = input.missions.find(({ id }) => id === missionId)
    const row = rows.get(missionId)
    const mower = garage.mowers.get(toMowerId)
    const isShown = mission?.others?.some(({ mowerId }) => mowerId === toMowerId) === true
    if (!isShown || row === undefined || mower === undefined || mower.bladeId === null) return refuse('replanOutdated')
    const request = requestOf(row, { mowerId: toMowerId, bladeId: mower.bladeId, startsByItself: false })
    try {
      moved.set(missionId, { row, request, planned: await planner.plan(request) })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      refuse('replanNotPlanned', { title: row.title, mower: mower.name, why: partOf(faultOf(error)) })
    }
  }
  return moved
}

/** The missions as they were shown, those that move with their own plans. @throws Refusal replanOutdated */
const asShown = (
  { garage }: Parts,
  { input, unable }: ReplanFacts,
  moved: ReadonlyMap<string, Moved>,
  left: readonly string[],
): DayInput => {
  const out = new Set(left)
  const missions = input.missions.flatMap(mission => {
    if (out.has(mission.id)) return []
    const move = moved.get(mission.id)
    if (move === undefined) {
      // The mower of this one could drive when the difference was shown.
      if (unable.some(({ mowerId }) => mowerId === mission.mowerId)) refuse('replanOutdated')
      return [mission]
    }
    const { mower, plan } = move.planned
    const points = plan.legs.flatMap(leg => leg.points)
    const positions = positionsOf(points, garage.baseOf(mower.id)?.position) ?? refuse('replanOutdated')
    const { durationS } = plan.stats
    return [
      { ...mission, ...positions, mowerId: mower.id, durationS, energy: shareUsed(mower, plan.stats), others: [] },
    ]
  })
  return { ...input, missions }
}

/** Why missions are left out, found again: a person sees it on the day board. */
const explainLeft = async (
  { planner }: Parts,
  { input, rows }: ReplanFacts,
  left: readonly string[],
): Promise<PlannedDay['plan']['left']> => {
  if (left.length === 0) return []
  const known = (await planner.ask('day', input)).plan.left
  return left.map(missionId => {
    const mowerId = rows.get(missionId)?.mowerId ?? refuse('replanOutdated')
    return known.find(each => each.missionId === missionId) ?? { missionId, mowerId, reason: 'noTime', remedies: [] }
  })
}

export interface PreparedReplan {
  readonly input: ReplanInput
  readonly facts: ReplanFacts
  readonly moved: ReadonlyMap<string, Moved>
}

/** Plans what was shown, outside of a transaction. @throws Refusal replanOutdated, replanNotPlanned, replanNoLongerFits */
export const prepareReplan = async (parts: Parts, shift: Shift, request: Request): Promise<PreparedReplan> => {
  if (shift.updatedAt !== new Date(request.updatedAt).toISOString()) refuse('replanOutdated')
  const facts = await replanFacts(parts, shift)
  if (facts.input.missions.length === 0) refuse('shiftEnded')
  const moved = await planMoves(parts, facts, request.moves)
  const left = [...new Set(request.left)].filter(id => !moved.has(id))
  if (left.some(id => facts.input.missions.every(mission => mission.id !== id))) refuse('replanOutdated')
  const day = await parts.planner.ask('day', asShown(parts, facts, moved, left))
  const [lost] = day.plan.left
  if (lost !== undefined)
    refuse('replanNoLongerFits', { title: facts.rows.get(lost.missionId)?.title ?? lost.missionId })
  const plan = { ...day.plan, left: await explainLeft(parts, facts, left) }
  return { facts, moved, input: inputOf(shift, facts, { ...day, plan }) }
}

interface Applied {
  readonly needPress: string[]
  readonly changed: readonly Mission[]
}

/** Under the lock of missions and shift: both are as they were when this was planned. */
const lockAll = async (
  { ctx, registry }: Parts,
  tx: Tx,
  { input, facts }: PreparedReplan,
  difference: ShiftReplan,
): Promise<Map<string, MissionRow>> => {
  const touched = [...difference.moves, ...difference.putBack, ...difference.left].map(({ missionId }) => missionId)
  const locked = new Map<string, MissionRow>()
  // Missions before their shift, as a start locks them.
  for (const id of [...new Set(touched)].sort()) {
    const row = (await lockMission(tx, id)) ?? refuse('replanOutdated')
    if (row.status !== 'planned' || row.updatedAt.getTime() !== facts.rows.get(id)?.updatedAt.getTime())
      refuse('replanOutdated')
    locked.set(id, row)
  }
  for (const { missionId } of difference.putBack) {
    const other = await shiftWithMission(tx, missionId, ctx.clock.now())
    if (other !== undefined)
      refuse('shiftMissionTaken', { title: locked.get(missionId)?.title ?? missionId, shift: other })
  }
  const now = await lockedShift(tx, input.shift.id)
  // A start in progress has not been recorded yet.
  const isStarting = now.routes.some(({ mowerId }) => registry.get(mowerId)?.isStarting === true)
  if (now.updatedAt !== input.shift.updatedAt || isStarting) refuse('replanOutdated')
  return locked
}

/** A time that a person did not give is only a proposal, and follows the plan. */
const startOf = ({ day }: ReplanInput, { startsAt, slotS, id }: MissionRow): string | null => {
  if (startsAt === null || slotS !== null) return startsAt?.toISOString() ?? null
  const steps = day.routes.flatMap(route => route.steps)
  const step = steps.find(each => each.kind === 'mow' && each.missionId === id)
  return step?.planned.from ?? startsAt.toISOString()
}

/** Within a transaction of the caller. @throws Refusal replanOutdated, shiftMissionTaken */
export const applyReplan = async (parts: Parts, tx: Tx, prepared: PreparedReplan, user: User): Promise<Applied> => {
  const { ctx, garage } = parts
  const { input, moved } = prepared
  const { shift } = input
  const difference = replanDifference(input)
  const locked = await lockAll(parts, tx, prepared, difference)
  const now = ctx.clock.now()
  const changed: Mission[] = []
  const note = (row: MissionRow, cause: ReturnType<typeof why>): Promise<void> =>
    addLogLine(tx, row.id, { at: now, status: row.status, who: user.fullname, why: cause })
  for (const [id, { request, planned }] of moved) {
    const row = locked.get(id) ?? refuse('replanOutdated')
    const cause = why('replannedTo', { mower: planned.mower.name, shift: shift.name })
    const change = { request: { ...request, startsAt: startOf(input, row) }, planned, user, why: cause }
    changed.push(missionOf(await changeMission(ctx, tx, row, change)))
  }
  for (const { missionId } of difference.putBack) {
    const row = locked.get(missionId)
    if (row === undefined || moved.has(missionId)) continue
    await note(row, why('putInShift', { shift: shift.name }))
    if (!row.startsByItself) continue
    const values = { startsByItself: false, updatedAt: laterThan(row.updatedAt, now) }
    changed.push(missionOf(await updateMission(tx, missionId, values)))
  }
  for (const { missionId, isNew } of difference.left) {
    const row = locked.get(missionId)
    if (isNew && row !== undefined) await note(row, why('replannedOut', { shift: shift.name }))
  }
  const cause = why('replannedWaits', { who: user.fullname })
  const pause = { kind: 'notReleased' as const, why: cause, at: now.toISOString(), by: user.fullname }
  const rows = new Map<string, Pick<MissionRow, 'startsAt'>>(prepared.facts.rows)
  for (const { id, startsAt } of changed) rows.set(id, { startsAt: startsAt === null ? null : new Date(startsAt) })
  const newTask = (step: PlannedStep): ShiftTask => taskOf(step, rows)
  for (const route of replannedRoutes(input, newTask, pause)) await saveRoute(tx, shift.id, route, now)
  await savePlan(tx, shift.id, replannedNote(input.day, difference), now)
  const titleOf = (id: string): string => locked.get(id)?.title ?? id
  await ctx.audit(tx, {
    user,
    action: 'shift.replan',
    subject: 'shift',
    subjectId: shift.id,
    details: {
      name: shift.name,
      moved: difference.moves.map(
        ({ missionId, fromMowerId, toMowerId }) =>
          `${titleOf(missionId)}: from ${garage.nameOf(fromMowerId)} to ${garage.nameOf(toMowerId)}`,
      ),
      leftOut: difference.left.filter(({ isNew }) => isNew).map(({ missionId }) => titleOf(missionId)),
      putBack: difference.putBack.map(({ missionId }) => titleOf(missionId)),
      ends: `${difference.endsAfter ?? 'unknown'} instead of ${difference.endsBefore ?? 'unknown'}`,
    },
  })
  return { needPress: difference.needPress, changed }
}
