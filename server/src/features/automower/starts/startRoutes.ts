/** The calls that start Automowers, and the switch of a mower that a person works on. */
import { lateCalls } from '@greensward/contract/late'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { type Route, route, type User } from '../../../platform/http/route.ts'
import { deadlineOf } from '../../../shared/missionLife/commandAge.ts'
import type { AutomowerStart } from '../askService.ts'
import { shownState, storeInService } from '../automowerStore.ts'
import type { AutomowerCommands } from '../commands.ts'
import type { StartChecks } from './startChecks.ts'

export const startRoutes = (ctx: Context, checks: StartChecks, commands: AutomowerCommands): readonly Route[] => {
  const checked = async (machineId: string, start: AutomowerStart) => ({
    areas: await checks.linesOf(await checks.subject(machineId, start), start),
  })
  const started = (machineId: string, start: AutomowerStart, user: User, request: FastifyRequest) =>
    commands.start({ machineId, start, user, limit: deadlineOf(ctx, request) })
  const { automower: calls } = lateCalls

  return [
    route(calls.areaChecks, ({ params: { id, areaId }, query: { minutes } }) =>
      checked(id, { command: 'startArea', areaId, minutes }),
    ),
    route(calls.startArea, ({ params: { id, areaId }, body: { minutes }, user, request }) =>
      started(id, { command: 'startArea', areaId, minutes }, user, request),
    ),
    route(calls.scheduleChecks, ({ params, query: { command } }) => checked(params.id, { command })),
    route(calls.resume, ({ params, user, request }) => started(params.id, { command: 'resume' }, user, request)),
    route(calls.confirmError, ({ params, user, request }) =>
      started(params.id, { command: 'confirmError' }, user, request),
    ),
    route(calls.setService, ({ params, body: { inService }, user, write }) =>
      write(async tx => {
        const stored = (await storeInService(tx, params.id, inService)) ?? refuse('notFound')
        await ctx.audit(tx, {
          user,
          action: 'settings.update',
          subject: 'automower',
          subjectId: params.id,
          details: { name: stored.machine, before: { inService: stored.before }, after: { inService } },
        })
        return shownState(stored.after, ctx.clock.now())
      }),
    ),
  ]
}
