/** The mowers of this server that are reached over brokers, each with its connection. MQTT is not loaded where there are none. */
import type { BrokerMowerState } from '@greensward/contract'
import { type GatewayEvent, type StopAllOutcome, systemClock } from '@greensward/vehicle'
import { type BrokerMachine, brokerAdapter } from '@greensward/vehicle/broker'
import type { Context } from '../../../platform/context.ts'
import { pause } from '../../../platform/pause.ts'
import { type BrokerConnection, BrokerLink } from './brokerLink.ts'

const CLOSE_MS = 2_000
/** No vehicle on MAVLink has it, as a system id is one byte: nothing on a radio is ever taken for such a mower. */
export const NO_SYSTEM_ID = 256

export class BrokerMachines {
  readonly #ctx: Pick<Context, 'config' | 'log'>
  readonly #onEvent: (event: GatewayEvent) => void
  readonly #links = new Map<string, BrokerLink>()
  /** Those that were taken away and have not ended yet. */
  readonly #ending = new Set<Promise<void>>()

  constructor(ctx: Pick<Context, 'config' | 'log'>, onEvent: (event: GatewayEvent) => void) {
    this.#ctx = ctx
    this.#onEvent = onEvent
  }

  /** Connects, reconnects and lets go; a link that stays the same keeps its connection and its state. */
  configure(wanted: readonly BrokerConnection[]): void {
    const byId = new Map(wanted.map(connection => [connection.mowerId, connection]))
    for (const [id, link] of this.#links) {
      const connection = byId.get(id)
      if (connection === undefined || !link.isOf(connection)) this.#end(id, link)
    }
    for (const [id, connection] of byId) if (!this.#links.has(id)) this.#links.set(id, this.#open(connection))
  }

  machine(mowerId: string): BrokerMachine | undefined {
    return this.#links.get(mowerId)?.machine
  }

  machines(): readonly BrokerMachine[] {
    return [...this.#links.values()].map(({ machine }) => machine)
  }

  /** Asks every mower before it waits for the first answer. */
  stopAll(): Promise<StopAllOutcome> {
    const machines = new Map(this.machines().map(machine => [machine.config.id, machine]))
    return brokerAdapter(machines, systemClock).stopAll()
  }

  /** Undefined for a mower that another server controls, and for one that is none of these. */
  stateOf(mowerId: string): BrokerMowerState | undefined {
    return this.#links.get(mowerId)?.state()
  }

  async close(): Promise<void> {
    for (const [id, link] of this.#links) this.#end(id, link)
    // A broker that does not answer must not hold up the end of the server.
    const over = new AbortController()
    await Promise.race([Promise.all(this.#ending), pause(CLOSE_MS, over.signal)])
    over.abort()
  }

  #open(connection: BrokerConnection): BrokerLink {
    const { config, log } = this.#ctx
    const { mowerId } = connection
    return new BrokerLink(connection, {
      allowsPrivate: config.outgoingPrivate,
      onEvent: this.#onEvent,
      onFailure: ({ problem, message }) => log.warn({ mowerId, problem, detail: message }, 'No broker of a mower'),
    })
  }

  #end(id: string, link: BrokerLink): void {
    this.#links.delete(id)
    const ending = link.close().finally(() => this.#ending.delete(ending))
    this.#ending.add(ending)
  }
}
