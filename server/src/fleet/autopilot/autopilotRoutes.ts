/** The calls about a mower's own autopilot. */
import { calls } from '@greensward/domain/contract'
import { refuse } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import type { Fleet } from '../fleetState.ts'
import { holdMower, saveAutopilot } from './autopilotStore.ts'
import { type AutopilotReader, autopilotOf, correctFailsafes } from './autopilots.ts'

export const autopilotRoutes = (fleet: Fleet, reader: AutopilotReader): Route[] => {
  const { ctx } = fleet
  const refuseUnknown = (mowerId: string): void => {
    if (!fleet.mowers.has(mowerId)) refuse('notFound')
  }
  return [
    route(calls.autopilots.get, async ({ params }) => {
      refuseUnknown(params.id)
      return autopilotOf(fleet, params.id)
    }),
    route(calls.autopilots.update, async ({ params, body, user, write }) => {
      refuseUnknown(params.id)
      const { fence, phone } = body
      const change = { ...(fence === undefined ? {} : { fence }), ...(phone === undefined ? {} : { phone }) }
      const before = autopilotOf(fleet, params.id)
      const now = ctx.clock.now()
      const answer = await write(async tx => {
        if (!(await holdMower(tx, params.id))) return refuse('notFound')
        await saveAutopilot(tx, params.id, change, now)
        await ctx.audit(tx, {
          user,
          action: 'mower.autopilot',
          subject: 'mower',
          subjectId: params.id,
          details: { before: { fence: before.fence, phone: before.phone }, change },
        })
        return { ...before, ...change, updatedAt: now.toISOString() }
      })
      fleet.autopilots.set(params.id, { ...autopilotOf(fleet, params.id), ...change, updatedAt: answer.updatedAt })
      ctx.live.publish('garage', 'changed', { subject: 'mowers' })
      return answer
    }),
    route(calls.autopilots.read, async ({ params }) => {
      refuseUnknown(params.id)
      const report = await reader.read(params.id)
      if (report === undefined) refuse('commandNoAnswer')
      return autopilotOf(fleet, params.id)
    }),
    route(calls.autopilots.correct, async ({ params, user }) => {
      refuseUnknown(params.id)
      const { outcome, set } = await correctFailsafes(fleet, params.id, { user })
      // What was set is believed only as it is read back.
      await reader.read(params.id)
      return {
        outcome: {
          outcome: outcome.outcome,
          reason: outcome.outcome === 'accepted' ? null : outcome.message,
          standingStill: null,
        },
        set: [...set],
        autopilot: autopilotOf(fleet, params.id),
      }
    }),
  ]
}
