/** Which mowers the gateway speaks to: those of the garage that this server controls, each with its keys. */
import type { MowerConfig, MowerKeys } from '@greensward/vehicle'
import { inTurn } from '../../platform/inTurn.ts'
import type { Seal } from '../../platform/sealing.ts'
import { activeMissions } from '../../shared/missionLife/missionsStore.ts'
import { NO_SYSTEM_ID } from './broker/brokerMachines.ts'
import type { FleetParts } from './fleetParts.ts'
import type { EntranceKeeper } from './gateway/entranceKeeper.ts'
import { heldMowers } from './liveVehicles.ts'
import { loadActive } from './mission/activeMission.ts'
import { lastPositions, stopHolding } from './mower/fleetStore.ts'
import { openMowerKeys } from './pairing/pairing.ts'
import { monotonicAt } from './shifts/releaseEnds.ts'
import { releaseEndOf } from './shifts/shiftStore.ts'

/** A mower that was silent this long is not received. */
const UNHEARD_MS = 5_000

export class MowerLinks {
  readonly #parts: FleetParts
  readonly #entrance: EntranceKeeper
  readonly #seal: Seal
  #keys: ReadonlyMap<string, MowerKeys> = new Map()

  constructor(parts: FleetParts, entrance: EntranceKeeper, seal: Seal) {
    this.#parts = parts
    this.#entrance = entrance
    this.#seal = seal
  }

  configOf(mowerId: string): MowerConfig | undefined {
    const mower = this.#parts.garage.mowers.get(mowerId)
    if (mower === undefined) return undefined
    const { id, name, bladeSwitch: blade } = mower
    const isFullConfirmed = (mower.refuelled ?? null) !== null
    const systemId = this.#parts.garage.brokerMowers.has(id) ? NO_SYSTEM_ID : mower.systemId
    return { id, systemId, name, blade, isFullConfirmed, ...this.#keys.get(id) }
  }

  /** Whether it is received here; a radio may reach the mowers of other gateways, too. */
  receives(mowerId: string): boolean {
    const { gateway, ownership, garage } = this.#parts
    if (ownership.holds(mowerId)) return (gateway.state(mowerId)?.telemetry.ageMs ?? UNHEARD_MS) < UNHEARD_MS
    if (garage.brokerMowers.has(mowerId)) return false
    const systemId = garage.mowers.get(mowerId)?.systemId
    return gateway.unknownVehicles().some(vehicle => vehicle.systemId === systemId && vehicle.ageMs < UNHEARD_MS)
  }

  /** The mowers and carts as the database has them now. In turn: a mower that an older reading lacks would get no command. */
  readonly readGarage = inTurn(async (): Promise<void> => {
    const { ctx, garage, registry, ownership, autopilots } = this.#parts
    await garage.read(ctx.db)
    for (const { id } of registry.all()) if (!garage.mowers.has(id)) registry.remove(id)
    for (const id of garage.mowers.keys()) if (ownership.holds(id)) registry.add(id)
    await autopilots.load()
    this.#keys = await openMowerKeys(ctx, this.#seal)
    this.#configureGateway()
    await ownership.look()
    this.publishAll()
  })

  /** Mowers that another gateway controlled until now are received and read; they get no command. */
  async onLeaseChange(gained: readonly string[], lost: readonly string[]): Promise<void> {
    const { registry, remoteMowers } = this.#parts
    for (const id of lost) registry.remove(id)
    for (const id of gained) registry.add(id)
    this.#configureGateway()
    await this.takeMissions(gained)
    if (gained.length > 0) await this.recallPositions()
    if (lost.length > 0) await remoteMowers.read()
    this.publishAll()
  }

  /** Missions that were active when the server before ended; what their mowers do now is read from them. */
  async takeMissions(mowerIds: readonly string[]): Promise<void> {
    const { ctx, registry } = this.#parts
    for (const row of await activeMissions(ctx.db)) {
      if (!mowerIds.includes(row.mowerId)) continue
      const mission = await loadActive(this.#parts, row, true)
      if (mission === undefined) {
        ctx.log.warn({ missionId: row.id }, 'An active mission has no mower or no plan any more')
        continue
      }
      const releaseEnd = await releaseEndOf(ctx.db, row.id, ctx.clock.now())
      mission.releaseEndsAtMs = releaseEnd && monotonicAt(ctx.clock, releaseEnd)
      // A mission that works after a stop by a person is one whose mower did not acknowledge it.
      const stop = row.status === 'working' ? await stopHolding(ctx.db, row) : undefined
      registry.get(row.mowerId)?.takeMission(mission, stop?.isOwed === true ? stop.actor : undefined)
    }
  }

  /** Of a mower that is not received the record says where it is in the way of others. */
  async recallPositions(): Promise<void> {
    const { ctx, view } = this.#parts
    view.recall(await lastPositions(ctx.db))
  }

  publishAll(): void {
    const { ctx, remoteMowers } = this.#parts
    const held = heldMowers(this.#parts)
    if (held.length > 0) ctx.live.publishVehicles(held)
    // A gateway that died reports to nobody that its mowers are silent.
    const silent = remoteMowers.silent()
    if (silent.length > 0) ctx.live.show(silent)
  }

  /** To all other mowers the gateway is silent, but for a stop. */
  #configureGateway(): void {
    const { gateway, registry, garage, brokerMachines } = this.#parts
    const connections = registry.all().flatMap(({ id }) => {
      const blade = garage.mowers.get(id)?.bladeSwitch ?? null
      return garage.brokerMowers.get(id)?.connection(this.#seal, 'link', blade) ?? []
    })
    brokerMachines.configure(connections)
    gateway.setMowers(registry.all().flatMap(({ id }) => this.configOf(id) ?? []))
    this.#entrance.changed()
  }
}
