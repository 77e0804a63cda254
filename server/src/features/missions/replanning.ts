/** Replans missions whose field has changed, so that their start does not fail on yesterday's plan. */

import type { CourseDiff, CourseFeature, Mission } from '@greensward/domain'
import { type Said, said } from '@greensward/messages'
import type { Context } from '../../platform/context.ts'
import { laterThan } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/http/refusal.ts'
import { readDiff } from '../../shared/course/courseStore.ts'
import type { CurrentCourse } from '../../shared/course/currentCourse.ts'
import { boxesTouch, boxOfFeature, type LonLatBox, widened } from '../../shared/course/featureBox.ts'
import { requestOf } from '../../shared/missionLife/changeMission.ts'
import { readMower } from '../../shared/missionLife/machinesStore.ts'
import {
  addLogLine,
  lockMission,
  type MissionRow,
  missionOf,
  plannedMissions,
  readMission,
  readPlan,
  replacePlan,
  targetOf,
  updateMission,
} from '../../shared/missionLife/missionsStore.ts'
import { announceMission, noteInLog, SYSTEM } from '../../shared/missionLife/moveMission.ts'
import type { PlannedMission, Planner } from '../../shared/missionLife/planner.ts'
import { partOf, why } from '../../shared/missionLife/why.ts'

export interface Replanning {
  close(): Promise<void>
}

/** Things this near to a target count in its plan. */
const AROUND_M = 50
const NO_LONGER_FITS = {
  noGround: 'uploadedNoGround',
  leavesBoundary: 'uploadedLeaves',
  crossesObstacle: 'uploadedCrosses',
  bodyInObstacle: 'uploadedReaches',
} as const
/** Nothing that a mower is kept out of, or in. */
const NO_GROUND: readonly CourseFeature['kind'][] = ['note', 'wc', 'garage', 'road']

export const startReplanning = (ctx: Context, course: CurrentCourse, planner: Planner): Replanning => {
  const waiting = new Set<string>()
  let working: Promise<void> | undefined
  let closed = false

  const affectedBy = async (diff: CourseDiff): Promise<string[]> => {
    const { features } = await course.read()
    const byId = new Map(features.map(feature => [feature.id, feature]))
    const touched = [...diff.added, ...diff.removed, ...diff.updated.flat()]
    const ids = new Set(touched.map(({ id }) => id))
    const boxes = touched.filter(({ kind }) => !NO_GROUND.includes(kind)).map(boxOfFeature)
    return (await plannedMissions(ctx.db))
      .filter(({ targetId }) => {
        const target = byId.get(targetId)
        return ids.has(targetId) || (target !== undefined && isNear(target, ids, boxes))
      })
      .map(({ id }) => id)
  }

  const isNear = (target: CourseFeature, ids: ReadonlySet<string>, boxes: readonly LonLatBox[]): boolean => {
    const holeId = target.kind === 'zone' || target.kind === 'missionArea' ? target.properties.holeId : null
    if (holeId !== null && ids.has(holeId)) return true
    const around = widened(boxOfFeature(target), AROUND_M)
    return boxes.some(box => boxesTouch(box, around))
  }

  /** An uploaded plan is not replaced: it is checked again, and its log says where it no longer fits. */
  const lookAgain = async (row: MissionRow): Promise<void> => {
    const stored = await readPlan(ctx.db, row.id)
    const mower = await readMower(ctx.db, row.mowerId)
    if (stored === undefined || mower === undefined) return
    const violations = await planner.asking({ owner: 'server' }, () =>
      planner.checkPlan(stored.plan, targetOf(row), mower),
    )
    const [first] = violations
    if (first === undefined) return
    await noteInLog(ctx, row.id, SYSTEM, why(NO_LONGER_FITS[first.kind], { title: first.title }))
  }

  const replan = async (row: MissionRow): Promise<void> => {
    if (row.planSource === 'uploaded') return lookAgain(row)
    let planned: PlannedMission | Said
    try {
      planned = await planner.plan(requestOf(row, {}))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const [field] = Object.entries(error.extras.fields ?? {})
      planned = field === undefined ? error.said : said('badProperty', { path: field[0], why: field[1] })
    }
    const mission = await store(row, planned)
    if (mission !== undefined) announceMission(ctx, mission)
  }

  const store = (row: MissionRow, planned: PlannedMission | Said): Promise<Mission | undefined> =>
    ctx.db.transaction(async tx => {
      const today = await lockMission(tx, row.id)
      // Somebody changed or started it meanwhile: what they did counts.
      if (today?.status !== 'planned' || today.updatedAt.getTime() !== row.updatedAt.getTime()) return undefined
      const now = ctx.clock.now()
      const cause =
        'code' in planned
          ? why('mapNoPlan', { message: partOf(planned) })
          : why('mapReplanned', { revision: planned.mapRevision })
      await addLogLine(tx, row.id, { at: now, status: 'planned', who: 'system', why: cause })
      if (!('code' in planned)) await replacePlan(tx, row.id, { plan: planned.plan, hash: planned.hash })
      const updatedAt = laterThan(today.updatedAt, now)
      return missionOf(
        await updateMission(
          tx,
          row.id,
          'code' in planned
            ? { updatedAt }
            : {
                updatedAt,
                holeBaseAngleDeg: planned.holeBaseAngleDeg,
                swathHeadingDeg: planned.swathHeadingDeg,
                resolvedDirection: planned.resolvedDirection,
                stats: planned.plan.stats,
                mapRevision: planned.mapRevision,
              },
        ),
      )
    })

  const work = async (): Promise<void> => {
    for (let id = waiting.values().next().value; id !== undefined; id = waiting.values().next().value) {
      waiting.delete(id)
      if (closed) return
      const row = await readMission(ctx.db, id)
      if (row?.status === 'planned') await replan(row)
    }
  }

  const unsubscribe = ctx.events.on('mapChanged', async ({ revision }) => {
    const diff = await readDiff(ctx.db, revision)
    if (diff === undefined) return
    for (const id of await affectedBy(diff)) waiting.add(id)
    working ??= work()
      .catch((error: unknown) => ctx.log.error({ err: error }, 'Missions were not replanned'))
      .finally(() => {
        working = undefined
      })
  })

  return {
    close: async () => {
      closed = true
      unsubscribe()
      await working
    },
  }
}
