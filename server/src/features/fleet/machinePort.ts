/** The mowers for other programs: how they are, and commands that go the same way as those of a person. */
import { refuse } from '../../platform/http/refusal.ts'
import { deadlineSince } from '../../shared/missionLife/commandAge.ts'
import type { MachinePort, MissionGoal, MowerNow } from '../../shared/missionLife/ports.ts'
import { isAtBase } from './atBase.ts'
import type { Commands } from './commands/commands.ts'
import type { Drives } from './commands/drives.ts'
import type { FleetParts } from './fleetParts.ts'
import { mowerNow } from './liveVehicles.ts'
import type { ActiveMission } from './mission/activeMission.ts'
import { nextPlanned } from './mower/fleetStore.ts'

const ASKED_AT = 'at'

const goalOf = ({ target }: ActiveMission, baseId: string | undefined): MissionGoal =>
  target.kind !== 'drive' ? 'mow' : target.featureId === baseId ? 'home' : 'point'

export const createMachinePort = (parts: FleetParts, commands: Commands, drives: Drives): MachinePort => {
  const { ctx, garage, view } = parts
  const here = (id: string): string => (garage.mowers.has(id) ? id : refuse('notFound'))

  const nowOf = (id: string, name: string): MowerNow => {
    const vehicle = mowerNow(parts, id)
    const base = garage.baseOf(id)
    const mission = view.missionOf(id)
    const { position } = vehicle.telemetry
    return {
      ...{ id, name, vehicle },
      isAtBase: isAtBase(position, base),
      mission:
        mission === undefined
          ? null
          : { title: mission.title, status: mission.status, goal: goalOf(mission, base?.id) },
    }
  }

  return {
    mowers: () => [...garage.mowers.values()].map(({ id, name }) => nowOf(id, name)),
    start: async (id, actor, askedAtMs) => {
      const limit = deadlineSince(ctx, askedAtMs, ASKED_AT)
      // Only a mission that is still planned: `startNext` of a person would resume a stopped one.
      if (view.missionOf(here(id)) !== undefined) refuse('onMissionAlready')
      const next = (await nextPlanned(ctx.db, id)) ?? refuse('nothingPlanned')
      return commands.start(next, 'start', actor, limit)
    },
    dock: async (id, actor, askedAtMs) => drives.sendHome(here(id), actor, deadlineSince(ctx, askedAtMs, ASKED_AT)),
    stop: (id, actor) => commands.stop(id, actor),
    stopAll: actor => commands.stopAll(actor),
  }
}
