/** Planned missions are changed, skipped and deleted, one by one or many at once. */
import { calls, type ResultOf } from '@greensward/contract'
import type { Context } from '../../platform/context.ts'
import { Refusal, refuse } from '../../platform/http/refusal.ts'
import { type Route, route, type User } from '../../platform/http/route.ts'
import { askerOf } from '../../shared/missionLife/askers.ts'
import { requestOf } from '../../shared/missionLife/changeMission.ts'
import { missionOf, readMission } from '../../shared/missionLife/missionsStore.ts'
import { announceMission, moveMissionIn, nameOf } from '../../shared/missionLife/moveMission.ts'
import { refusalWhy, why } from '../../shared/missionLife/why.ts'
import { changePlanned } from './changing.ts'
import { announceDeleted, foundMission, type MissionParts } from './missionParts.ts'
import { asksSameDrive, refuseOddTimes, removeMission } from './planned.ts'
import { endSeriesAt } from './series.ts'

const deleteOne = async (ctx: Context, id: string, user: User): Promise<void> => {
  await ctx.db.transaction(tx => removeMission(ctx, tx, id, user))
  announceDeleted(ctx, id)
}

export const changeRoutes = (parts: MissionParts): readonly Route[] => {
  const { ctx, planner, fleet, planSeriesSoon } = parts
  return [
    route(calls.missions.update, async ({ params, body, user, write, reply }) => {
      const { updatedAt, scope = 'one', repeat, ...changed } = body
      const before = await foundMission(ctx, params.id)
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
      for (const id of gone) announceDeleted(ctx, id)
      if (gone.length > 0 || mission.series !== null) planSeriesSoon()
      return mission
    }),

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
          for (const id of gone) announceDeleted(ctx, id)
        }
        return { skipped: 1 + gone.length }
      })
      announce()
      return answer
    }),

    route(calls.missions.remove, async ({ params, user, write }) => {
      await write(async tx => {
        await removeMission(ctx, tx, params.id, user)
        return {}
      })
      announceDeleted(ctx, params.id)
      return {}
    }),

    route(calls.missions.bulk, async ({ body, user }) => {
      const items: ResultOf<typeof calls.missions.bulk>['items'] = []
      for (const id of new Set(body.ids)) {
        try {
          if (body.action === 'delete') await deleteOne(ctx, id, user)
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
  ]
}
