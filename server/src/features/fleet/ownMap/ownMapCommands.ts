/**
 * Starts and sends home the mowers that mow what is set on them, on the server that controls them. What they do is their own; that
 * they may is checked here, for each zone that a person chose as one that they mow.
 */
import type { CommandOutcome, ZoneChecks } from '@greensward/contract'
import { featureTitle, type GateFacts, type Mower, type Zone } from '@greensward/domain'
import { refuse } from '../../../platform/http/refusal.ts'
import type { Deadline } from '../../../shared/missionLife/commandAge.ts'
import { readMower } from '../../../shared/missionLife/machinesStore.ts'
import type { Actor } from '../../../shared/missionLife/moveMission.ts'
import { linesOfAll, zoneStartLines } from '../../../shared/missionLife/zoneStart.ts'
import { refuseUnable } from '../abilities.ts'
import { readAllBrokerMowers } from '../broker/brokerKinds.ts'
import type { FleetParts } from '../fleetParts.ts'
import { auditCommand } from '../mission/recordMove.ts'
import { cartsOn, othersOn } from '../start/onTarget.ts'
import { requireChecks } from '../start/recordStart.ts'
import { commandOutcome } from '../start/startSteps.ts'

type OwnMapParts = Pick<
  FleetParts,
  'ctx' | 'course' | 'brokerMachines' | 'garage' | 'view' | 'journal' | 'capabilitiesOf'
>

const ownMapOf = ({ brokerMachines }: Pick<FleetParts, 'brokerMachines'>, mowerId: string) =>
  brokerMachines.machine(mowerId)?.protocol.ownMap ?? null

/** @throws Refusal notFound, machineCannot */
const ableMower = async (parts: OwnMapParts, mowerId: string): Promise<Mower> => {
  const mower = (await readMower(parts.ctx.db, mowerId)) ?? refuse('notFound')
  refuseUnable(parts, mower, 'mowsOwnMap')
  return mower
}

/** What it mows depends on its own map and its progress: any of these zones. @throws Refusal ownMapNoZone */
const zonesOf = async ({ ctx, course }: OwnMapParts, { id, name }: Mower): Promise<readonly Zone[]> => {
  const zoneIds = (await readAllBrokerMowers(ctx.db)).get(id)?.zoneIds ?? []
  const { features } = await course.read()
  const zones = zoneIds.map(zoneId =>
    features.find((feature): feature is Zone => feature.kind === 'zone' && feature.id === zoneId),
  )
  const known = zones.filter(zone => zone !== undefined)
  return known.length === 0 || known.length < zones.length ? refuse('ownMapNoZone', { mower: name }) : known
}

/** @throws Refusal notFound, machineCannot, ownMapNoZone */
export const ownMapChecks = async (parts: OwnMapParts, mowerId: string): Promise<ZoneChecks['areas']> => {
  const { ctx, course, view } = parts
  const mower = await ableMower(parts, mowerId)
  const zones = await zonesOf(parts, mower)
  const map = await course.read()
  const can = parts.capabilitiesOf(mower)
  const ofMachine: Partial<GateFacts> = {
    telemetryAgeMs: view.telemetryOf(mowerId)?.ageMs ?? null,
    ownState: ownMapOf(parts, mowerId)?.startState ?? null,
    inService: mower.inService,
    // It does not see golfers, and nobody here holds it for them.
    keepsMargin: true,
    linkFailsafe: false,
  }
  return Promise.all(
    zones.map(async zone => {
      const others = {
        mowers: othersOn(parts, map, zone, mowerId).map(({ name }) => name),
        carts: await cartsOn(parts, zone),
      }
      // How long it mows is not known.
      const lines = await zoneStartLines(ctx, { map, zone, can, workS: 0, ofMachine, others })
      return { areaId: zone.id, zoneTitle: featureTitle(zone), lines }
    }),
  )
}

/** @throws Refusal notFound, machineCannot, ownMapNoZone, gateShut, commandExpired, gatewayChanged */
export const startOwnMap = async (
  parts: OwnMapParts,
  mowerId: string,
  actor: Actor,
  limit: Deadline,
): Promise<CommandOutcome> => {
  const { ctx } = parts
  const areas = await ownMapChecks(parts, mowerId)
  requireChecks(linesOfAll(areas))
  const zones = areas.map(({ zoneTitle }) => zoneTitle).join(', ')
  limit.check()
  // A start that cannot be recorded is not sent.
  await ctx.audit(ctx.db, {
    ...actor,
    ...{ action: 'mower.request', subject: 'mower', subjectId: mowerId, details: { request: 'start', zones } },
  })
  limit.check()
  const ownMap = ownMapOf(parts, mowerId) ?? refuse('gatewayChanged')
  const outcome = await ownMap.start(limit.agedMs())
  auditCommand(parts, 'mower.start', mowerId, actor, { zones, ...outcome })
  return commandOutcome(outcome)
}

/** Waits for no database: it is recorded once it is answered. @throws Refusal commandExpired, gatewayChanged */
export const sendHomeOwnMap = async (
  parts: OwnMapParts,
  mowerId: string,
  actor: Actor,
  limit: Deadline,
): Promise<CommandOutcome> => {
  const ownMap = ownMapOf(parts, mowerId) ?? refuse('gatewayChanged')
  limit.check()
  const outcome = await ownMap.sendHome(limit.agedMs())
  auditCommand(parts, 'mower.sendHome', mowerId, actor, outcome)
  return commandOutcome(outcome)
}
