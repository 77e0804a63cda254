/** Which zones of ours the work areas of Automowers are, and what is mown of a zone by them. */
import { lateCalls } from '@greensward/contract/late'
import type { Context } from '../../platform/context.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { CurrentCourse } from '../../shared/course/currentCourse.ts'
import { readAutomower, shownMachines, shownState, storeAreaZone } from './automowerStore.ts'
import { endReleases } from './planned/plannedStore.ts'

export const areaRoutes = (ctx: Context, course: CurrentCourse): readonly Route[] => {
  const isZone = async (zoneId: string): Promise<boolean> =>
    (await course.read()).features.some(({ id, kind }) => kind === 'zone' && id === zoneId)

  return [
    route(lateCalls.automower.mapArea, async ({ params, body: { zoneId }, user, write }) => {
      if (zoneId !== null && !(await isZone(zoneId))) refuse('notFound')
      const { id: machineId, areaId } = params
      return write(async tx => {
        const stored = (await storeAreaZone(tx, { machineId, areaId }, zoneId)) ?? refuse('notFound')
        // A release is for the zone that a person saw.
        if (stored.before !== zoneId) await endReleases(tx, { machineId, areaId })
        await ctx.audit(tx, {
          user,
          action: 'settings.update',
          subject: 'automower',
          subjectId: machineId,
          details: { name: stored.machine, areaId, before: { zoneId: stored.before }, after: { zoneId } },
        })
        return shownState(stored.after, ctx.clock.now())
      })
    }),
    route(lateCalls.automower.onZone, async ({ params }) => {
      const row = await readAutomower(ctx.db)
      if (row?.enabled !== true) return { items: [] }
      const items = shownMachines(row).flatMap(({ name, areas, areaId, activity, isConnected, reportedAt }) =>
        areas
          .filter(({ zoneId, isEnabled }) => zoneId === params.id && isEnabled)
          .map(({ id, name: areaName, progress, completedAt }) => ({
            ...{ name, areaName, progress, completedAt, reportedAt },
            isMowing: isConnected && activity === 'mowing' && areaId === id,
          })),
      )
      return { items }
    }),
  ]
}
