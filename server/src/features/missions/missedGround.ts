/**
 * A mission that ends has its mown ground compared with its plan, and people are notified of what is missing: a blade may have been off on a
 * swath that was driven, or nobody saw the mower while this server was away.
 */
import { isMowing, type Mission } from '@greensward/domain'
import type { Context } from '../../platform/context.ts'
import { readBlade, readMower } from '../../shared/missionLife/machinesStore.ts'
import { readMission, readPlan, readProgress, targetOf } from '../../shared/missionLife/missionsStore.ts'
import { noteInLog, SYSTEM } from '../../shared/missionLife/moveMission.ts'
import type { Planner } from '../../shared/missionLife/planner.ts'
import { why } from '../../shared/missionLife/why.ts'

/** @returns in square metres, whole */
const missedOf = async (ctx: Context, planner: Planner, id: string): Promise<number> => {
  const row = await readMission(ctx.db, id)
  const kept = await readProgress(ctx.db, id)
  const stored = await readPlan(ctx.db, id)
  const blade = row && (await readBlade(ctx.db, row.bladeId))
  if (!row || !kept?.mown || stored === undefined || blade === undefined) return 0
  const { mown } = kept
  const missedM2 = await planner.asking({ owner: 'server' }, () =>
    planner.missed(targetOf(row), blade.widthM, mown, stored.plan.legs),
  )
  return Math.round(missedM2)
}

const look = async (ctx: Context, planner: Planner, { id, title, mowerId }: Mission): Promise<void> => {
  const areaM2 = await missedOf(ctx, planner, id)
  if (areaM2 === 0) return
  const mower = await readMower(ctx.db, mowerId)
  await noteInLog(ctx, id, SYSTEM, why('missedGround', { areaM2 }))
  ctx.events.emit('notice', {
    level: 'warning',
    subject: 'mission',
    subjectId: id,
    kind: 'missionMissedGround',
    values: { mission: title, mower: mower?.name ?? '', areaM2 },
  })
}

/** @returns what ends it */
export const watchMissedGround = (ctx: Context, planner: Planner): (() => void) =>
  ctx.events.on('missionChanged', async ({ mission }) => {
    if (mission.status !== 'done' || !isMowing(mission.target)) return
    await look(ctx, planner, mission).catch((error: unknown) =>
      ctx.log.warn(
        { err: error, missionId: mission.id },
        'The mown ground of a mission was not compared with its plan',
      ),
    )
  })
