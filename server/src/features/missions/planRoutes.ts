/** Missions are planned: with a plan of ours or one from a file. */

import { calls } from '@greensward/contract'
import { isActive } from '@greensward/domain'
import { refuse } from '../../platform/http/refusal.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { askerOf } from '../../shared/missionLife/askers.ts'
import { requestOf } from '../../shared/missionLife/changeMission.ts'
import { missionOf } from '../../shared/missionLife/missionsStore.ts'
import { announceMission } from '../../shared/missionLife/moveMission.ts'
import { why } from '../../shared/missionLife/why.ts'
import { changePlanned, planNew } from './changing.ts'
import { foundMission, type MissionParts, PLAN_BODY_BYTES } from './missionParts.ts'
import { refuseOddTimes, requestAgain } from './planned.ts'

export const planRoutes = (parts: MissionParts): readonly Route[] => {
  const { ctx, planner, fleet, planSeriesSoon } = parts
  return [
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

    route(calls.missions.again, async ({ params, body, user, write }) => {
      const before = await foundMission(ctx, params.id)
      if (before.status === 'planned' || isActive(before.status)) refuse('notEnded', {}, { details: missionOf(before) })
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
        const request = requestOf(await foundMission(ctx, params.id), {})
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
  ]
}
