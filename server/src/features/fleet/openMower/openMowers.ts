/** The mowers of this server that run OpenMower, each with its connection. Nothing is loaded where there are none. */
import type { OpenMowerState } from '@greensward/contract'
import { type GatewayEvent, type StopAllOutcome, systemClock } from '@greensward/vehicle'
import { type OpenMower, openMowerAdapter } from '@greensward/vehicle/openMower'
import type { Context } from '../../../platform/context.ts'
import type { Broker } from '../../../platform/mqtt/brokerClient.ts'
import { openBroker } from '../../../platform/mqtt/storedBroker.ts'
import { pause } from '../../../platform/pause.ts'
import type { Seal } from '../../../platform/sealing.ts'
import { type OpenMowerConnection, OpenMowerLink } from './openMowerLink.ts'
import type { StoredOpenMower } from './openMowerStore.ts'

/** Its list of actions is the longest message that is read. */
const MOST_BYTES = 40_000
const CLOSE_MS = 2_000
/** No vehicle on MAVLink has it, as a system id is one byte: nothing on a radio is ever taken for such a mower. */
export const NO_SYSTEM_ID = 256

/** @returns undefined where the stored password cannot be read any more */
export const brokerOf = (stored: StoredOpenMower, seal: Seal, purpose: string): Broker | undefined => {
  const broker = openBroker(stored, seal, 'openMower', `${stored.mowerId} ${purpose}`)
  return broker && { ...broker, mostBytes: MOST_BYTES }
}

export const connectionOf = (stored: StoredOpenMower, seal: Seal): OpenMowerConnection => {
  const { mowerId: id, datum, prefix, address } = stored
  const link = `${address.replace(/\/$/, '')}/${prefix}`
  return { machine: { id, systemId: NO_SYSTEM_ID, datum, prefix, link }, broker: brokerOf(stored, seal, 'link') }
}

export class OpenMowers {
  readonly #ctx: Pick<Context, 'config' | 'log'>
  readonly #onEvent: (event: GatewayEvent) => void
  readonly #links = new Map<string, OpenMowerLink>()
  /** Those that were taken away and have not ended yet. */
  readonly #ending = new Set<Promise<void>>()

  constructor(ctx: Pick<Context, 'config' | 'log'>, onEvent: (event: GatewayEvent) => void) {
    this.#ctx = ctx
    this.#onEvent = onEvent
  }

  /** Connects, reconnects and lets go; a link that stays the same keeps its connection and its state. */
  configure(wanted: readonly OpenMowerConnection[]): void {
    const byId = new Map(wanted.map(connection => [connection.machine.id, connection]))
    for (const [id, link] of this.#links) {
      const connection = byId.get(id)
      if (connection === undefined || !link.isOf(connection)) this.#end(id, link)
    }
    for (const [id, connection] of byId) if (!this.#links.has(id)) this.#links.set(id, this.#open(connection))
  }

  machine(mowerId: string): OpenMower | undefined {
    return this.#links.get(mowerId)?.machine
  }

  machines(): readonly OpenMower[] {
    return [...this.#links.values()].map(({ machine }) => machine)
  }

  /** Asks every mower before it waits for the first answer. */
  stopAll(): Promise<StopAllOutcome> {
    const machines = new Map(this.machines().map(machine => [machine.config.id, machine]))
    return openMowerAdapter(machines, systemClock).stopAll()
  }

  /** Undefined for a mower that another server controls, and for one that is none of these. */
  stateOf(mowerId: string): OpenMowerState | undefined {
    return this.#links.get(mowerId)?.state()
  }

  async close(): Promise<void> {
    for (const [id, link] of this.#links) this.#end(id, link)
    // A broker that does not answer must not hold up the end of the server.
    const over = new AbortController()
    await Promise.race([Promise.all(this.#ending), pause(CLOSE_MS, over.signal)])
    over.abort()
  }

  #open(connection: OpenMowerConnection): OpenMowerLink {
    const { config, log } = this.#ctx
    const { id: mowerId } = connection.machine
    return new OpenMowerLink(connection, {
      allowsPrivate: config.outgoingPrivate,
      onEvent: this.#onEvent,
      onFailure: ({ problem, message }) => log.warn({ mowerId, problem, detail: message }, 'No broker of an OpenMower'),
    })
  }

  #end(id: string, link: OpenMowerLink): void {
    this.#links.delete(id)
    const ending = link.close().finally(() => this.#ending.delete(ending))
    this.#ending.add(ending)
  }
}
