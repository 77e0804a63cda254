/** The calls that start and stop mowers and missions, and show what they do. */

import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { gateOpen } from '@greensward/domain'
import { refuse } from '../../platform/http/refusal.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { sharedWith } from '../../platform/live/audience.ts'
import { askerOf } from '../../shared/missionLife/askers.ts'
import { deadlineOf } from '../../shared/missionLife/commandAge.ts'
import { readMission } from '../../shared/missionLife/missionsStore.ts'
import { healthRoute } from '../../shared/recording/healthRoute.ts'
import { replayRoutes } from '../../shared/recording/replayRoute.ts'
import { telemetryRoute } from '../../shared/recording/telemetryRoute.ts'
import { autopilotRoutes } from './autopilot/autopilotRoutes.ts'
import type { Commands } from './commands/commands.ts'
import type { Drives } from './commands/drives.ts'
import { refuelRoute } from './energy/refuelRoute.ts'
import type { FleetParts } from './fleetParts.ts'
import { liveVehicles } from './liveVehicles.ts'
import type { Pairing } from './pairing/pairing.ts'
import { pairingRoutes } from './pairing/pairingRoutes.ts'
import { gateOf } from './start/gate.ts'

interface RouteParts {
  readonly commands: Commands
  readonly drives: Drives
  readonly pairing: Pairing
}

export const fleetRoutes = (parts: FleetParts, { commands, drives, pairing }: RouteParts): readonly Route[] => {
  const { ctx, planner } = parts
  const mowsOwnMap = (id: string): boolean => parts.capabilitiesOf({ id }).mowsOwnMap === true
  return [
    route(calls.live.vehicles, async ({ user }) => ({
      items: [...sharedWith.vehicles(user.role, liveVehicles(parts))],
    })),
    route(calls.mowers.start, ({ params, user, request }) =>
      (mowsOwnMap(params.id) ? commands.startOwnMap : commands.startNext)(
        params.id,
        { user },
        deadlineOf(ctx, request),
      ),
    ),
    route(calls.mowers.sendHome, ({ params, user, request }) =>
      mowsOwnMap(params.id)
        ? commands.sendHomeOwnMap(params.id, { user }, deadlineOf(ctx, request))
        : drives.sendHome(params.id, { user }, deadlineOf(ctx, request)),
    ),
    route(calls.mowers.driveTo, ({ params, body, user, request }) =>
      drives.driveTo(params.id, body.to, { user }, deadlineOf(ctx, request)),
    ),
    route(calls.mowers.stop, ({ params, user }) => commands.stop(params.id, { user })),
    route(calls.mowers.stopAll, ({ user }) => commands.stopAll({ user })),
    route(calls.mowers.acceptSender, ({ params, user }) => commands.acceptSender(params.id, { user })),
    route(calls.mowers.disarm, ({ params, user }) => commands.disarm(params.id, { user })),
    route(calls.mowers.clear, ({ params, user }) => commands.clear(params.id, { user })),
    route(calls.missions.start, ({ params, user, request }) =>
      commands.start(params.id, 'start', { user }, deadlineOf(ctx, request)),
    ),
    route(calls.missions.resume, ({ params, user, request }) =>
      commands.start(params.id, 'resume', { user }, deadlineOf(ctx, request)),
    ),
    route(calls.missions.stop, ({ params, user }) => commands.stopMission(params.id, { user })),
    route(calls.missions.cancel, ({ params, user }) => commands.cancel(params.id, { user })),
    route(lateCalls.capabilities.get, async ({ params }) =>
      parts.capabilitiesOf(parts.garage.mowers.get(params.id) ?? refuse('notFound')),
    ),
    route(lateCalls.ownMap.checks, async ({ params, user }) => ({
      areas: await commands.ownMapChecks(params.id, { user }),
    })),
    refuelRoute(parts),
    ...autopilotRoutes(parts, commands),
    ...pairingRoutes(pairing, commands),
    telemetryRoute(ctx),
    healthRoute(ctx),
    ...replayRoutes(ctx),
    route(calls.missions.gate, async ({ params, user, reply }) => {
      const row = (await readMission(ctx.db, params.id)) ?? refuse('notFound')
      const { lines } = await planner.asking(askerOf(user, reply), () => gateOf(parts, row))
      return { open: gateOpen(lines), lines: [...lines] }
    }),
  ]
}
