/** The connection to the broker of one mower, with growing pauses while it fails. */
import { isDeepStrictEqual } from 'node:util'
import type { BrokerMowerState, MqttProblem } from '@greensward/contract'
import { type GatewayEvent, systemClock } from '@greensward/vehicle'
import type { BrokerMachine, MachinePorts } from '@greensward/vehicle/broker'
import {
  type Broker,
  type BrokerClient,
  BrokerFailure,
  connectBroker,
  failureOf,
} from '../../../platform/mqtt/brokerClient.ts'
import { pause } from '../../../platform/pause.ts'

export interface BrokerConnection {
  readonly mowerId: string
  /** All that `create` depends on. */
  readonly machine: object
  create(ports: MachinePorts): BrokerMachine
  /** Undefined where the stored password cannot be read any more. */
  readonly broker: Broker | undefined
  /** How long a test waits for a report. */
  readonly listenMs: number
}

interface LinkParts {
  /** The operator of the server lets it ask hosts of its own network. */
  readonly allowsPrivate: boolean
  readonly onEvent: (event: GatewayEvent) => void
  readonly onFailure: (failure: BrokerFailure) => void
}

const partsOf = ({ mowerId, machine, broker }: BrokerConnection): object => ({ mowerId, machine, broker })

const FIRST_WAIT_MS = 1_000
const MOST_WAIT_MS = 30_000

export class BrokerLink {
  readonly machine: BrokerMachine
  readonly #connection: BrokerConnection
  readonly #parts: LinkParts
  readonly #closing = new AbortController()
  readonly #running: Promise<void>
  #client: BrokerClient | undefined
  #failure: { readonly problem: MqttProblem; readonly detail: string } | undefined
  #failures = 0

  constructor(connection: BrokerConnection, parts: LinkParts) {
    this.#connection = connection
    this.#parts = parts
    this.machine = connection.create({
      clock: systemClock,
      send: (topic, payload) => this.#client?.send(topic, payload) ?? false,
      onEvent: parts.onEvent,
    })
    this.#running = this.#run()
  }

  /** Whether it is the same mower at the same broker, so that the connection may stay. */
  isOf(connection: BrokerConnection): boolean {
    return isDeepStrictEqual(partsOf(connection), partsOf(this.#connection))
  }

  state(): BrokerMowerState {
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
      const opened = await connectBroker(
        broker,
        this.#parts.allowsPrivate,
        ({ topic, payload, isRetained }) => this.machine.receive(topic, payload, isRetained),
        signal,
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
