/** The connection to the broker of one mower that runs OpenMower, with growing pauses while it fails. */
import type { MqttProblem, OpenMowerState } from '@greensward/contract'
import { type GatewayEvent, systemClock } from '@greensward/vehicle'
import { OpenMower, type OpenMowerConfig } from '@greensward/vehicle/openMower'
import {
  type Broker,
  type BrokerClient,
  BrokerFailure,
  connectBroker,
  failureOf,
} from '../../../platform/mqtt/brokerClient.ts'
import { pause } from '../../../platform/pause.ts'

export interface OpenMowerConnection {
  readonly machine: OpenMowerConfig
  /** Undefined where the stored password cannot be read any more. */
  readonly broker: Broker | undefined
}

interface LinkParts {
  /** The operator of the server lets it ask hosts of its own network. */
  readonly allowsPrivate: boolean
  readonly onEvent: (event: GatewayEvent) => void
  readonly onFailure: (failure: BrokerFailure) => void
}

const FIRST_WAIT_MS = 1_000
const MOST_WAIT_MS = 30_000

export class OpenMowerLink {
  readonly machine: OpenMower
  readonly #connection: OpenMowerConnection
  readonly #parts: LinkParts
  readonly #closing = new AbortController()
  readonly #running: Promise<void>
  #client: BrokerClient | undefined
  #failure: { readonly problem: MqttProblem; readonly detail: string } | undefined
  #failures = 0

  constructor(connection: OpenMowerConnection, parts: LinkParts) {
    this.#connection = connection
    this.#parts = parts
    this.machine = new OpenMower(connection.machine, {
      clock: systemClock,
      send: (topic, payload) => this.#client?.send(topic, payload) ?? false,
      onEvent: parts.onEvent,
    })
    this.#running = this.#run()
  }

  /** Whether it is the same mower at the same broker, so that the connection may stay. */
  isOf(connection: OpenMowerConnection): boolean {
    return JSON.stringify(connection) === JSON.stringify(this.#connection)
  }

  state(): OpenMowerState {
    const failure = this.#failure
    return {
      connection: this.#client !== undefined ? 'connected' : failure === undefined ? 'connecting' : 'failing',
      problem: failure?.problem ?? null,
      detail: failure?.detail ?? '',
      activity: this.machine.activity,
      reportAgeMs: this.machine.ageMs,
    }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    this.machine.close()
    await this.#running
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing
    while (!signal.aborted) {
      const failure = await this.#connectOnce(signal)
      if (signal.aborted) break
      this.#failures += 1
      this.#failure = { problem: failure.problem, detail: failure.message }
      this.#parts.onFailure(failure)
      await pause(Math.min(FIRST_WAIT_MS * 2 ** (this.#failures - 1), MOST_WAIT_MS), signal)
    }
  }

  /** From the try to the end of the connection. @returns why it ended */
  async #connectOnce(signal: AbortSignal): Promise<BrokerFailure> {
    const { broker } = this.#connection
    let client: BrokerClient | undefined
    let goodbye = (): void => undefined
    try {
      if (broker === undefined) throw new BrokerFailure('sealBroken', '')
      const opened = await connectBroker(broker, this.#parts.allowsPrivate, ({ topic, payload, isRetained }) =>
        this.machine.receive(topic, payload, isRetained),
      )
      client = opened
      goodbye = () => void opened.close()
      await opened.subscribe(this.machine.topics)
      if (!signal.aborted) {
        this.#client = opened
        this.#failure = undefined
        this.#failures = 0
        signal.addEventListener('abort', goodbye)
      } else goodbye()
      return await opened.ended
    } catch (error) {
      return failureOf(error)
    } finally {
      this.#client = undefined
      signal.removeEventListener('abort', goodbye)
      client?.drop()
    }
  }
}
