/** The calls about a mower's own autopilot. */

import { calls } from '@greensward/contract'
import { refuse } from '../../../platform/http/refusal.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import { refuseUnable } from '../abilities.ts'
import type { Commands } from '../commands/commands.ts'
import type { FleetParts } from '../fleetParts.ts'
import { holdMower, saveAutopilot } from './autopilotStore.ts'

export const autopilotRoutes = (
  parts: Pick<FleetParts, 'ctx' | 'garage' | 'autopilots' | 'capabilitiesOf'>,
  commands: Commands,
): Route[] => {
  const { ctx, garage, autopilots } = parts
  const refuseUnknown = (mowerId: string): void => {
    if (!garage.mowers.has(mowerId)) refuse('notFound')
  }
  return [
    route(calls.autopilots.get, async ({ params }) => {
      refuseUnknown(params.id)
      return autopilots.of(params.id)
    }),
    route(calls.autopilots.update, async ({ params, body, user, write }) => {
      refuseUnknown(params.id)
      const { fence, phone } = body
      if (fence !== undefined) refuseUnable(parts, garage.mowers.get(params.id), 'fence')
      const change = { ...(fence === undefined ? {} : { fence }), ...(phone === undefined ? {} : { phone }) }
      const before = autopilots.of(params.id)
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
      const autopilot = { ...autopilots.of(params.id), ...change, updatedAt: answer.updatedAt }
      autopilots.set(autopilot)
      ctx.events.emit('autopilotChanged', { autopilot })
      ctx.live.publish('garage', 'changed', { subject: 'mowers' })
      return answer
    }),
    route(calls.autopilots.read, ({ params }) => commands.readAutopilot(params.id)),
    route(calls.autopilots.restart, ({ params, user }) => commands.restartAutopilot(params.id, { user })),
    route(calls.autopilots.correct, ({ params, user }) => commands.correct(params.id, { user })),
  ]
}
