/** The connection to NATS: it opens again by itself, keeps no message, and reports when some may have been missed. */
import { connect, type NatsConnection } from '@nats-io/transport-node'
import type { Logger } from 'pino'
import { z } from 'zod'

const PREFIX = 'greensward'
const RETRY_MS = 500
/** A NATS that is silent for twice this long is gone. */
const PING_MS = 2_000
/** Below what NATS takes at most, a megabyte. */
const MOST_BYTES = 900_000

const envelope = z.object({ from: z.string(), body: z.unknown() })

export interface NatsOptions {
  /** One address or several with commas between, such as nats://user:password@host:4222. */
  readonly url: string
  readonly replicaId: string
  readonly log: Logger
}

const connectionOf = (url: string) => {
  const addresses = url.split(',').map(address => new URL(address.trim()))
  const [first] = addresses
  const user = decodeURIComponent(first?.username ?? '')
  const pass = decodeURIComponent(first?.password ?? '')
  return {
    servers: addresses.map(({ host }) => host),
    ...(user === '' ? {} : pass === '' ? { token: user } : { user, pass }),
    ...(first?.protocol === 'tls:' ? { tls: {} } : {}),
  }
}

export class NatsLink {
  private readonly url: string
  private readonly replicaId: string
  private readonly log: Logger
  private readonly listeners = new Map<string, (body: unknown) => void>()
  private readonly gapListeners = new Set<() => void>()
  private connection: NatsConnection | undefined
  private isUp = false
  private isClosed = false
  private readonly opening: Promise<void>

  constructor({ url, replicaId, log }: NatsOptions) {
    this.url = url
    this.replicaId = replicaId
    this.log = log
    this.subscribe('gap', () => this.reportGap())
    this.opening = this.open()
  }

  get isConnected(): boolean {
    return this.isUp
  }

  onGap(listener: () => void): void {
    this.gapListeners.add(listener)
  }

  subscribe(subject: string, listener: (body: unknown) => void): void {
    this.listeners.set(subject, listener)
    if (this.connection !== undefined) this.subscribeOn(this.connection, subject)
  }

  /** @returns whether it went out */
  send(subject: string, body: unknown): boolean {
    // A message that the client buffers would arrive too late to be true.
    if (this.connection === undefined || !this.isUp) return false
    const text = JSON.stringify({ from: this.replicaId, body })
    if (text.length > MOST_BYTES && Buffer.byteLength(text) > MOST_BYTES) {
      this.log.info({ subject, length: text.length }, 'A message is too large for the others: they will re-read')
      return this.send('gap', {})
    }
    try {
      this.connection.publish(`${PREFIX}.${subject}`, text)
      return true
    } catch (error) {
      this.log.warn({ err: error, subject }, 'The other servers could not be reached')
      return false
    }
  }

  async close(): Promise<void> {
    this.isClosed = true
    this.isUp = false
    await this.opening
    await this.connection?.close()
  }

  private async open(): Promise<void> {
    while (!this.isClosed) {
      try {
        const opened = await connect({
          ...connectionOf(this.url),
          name: `greensward ${this.replicaId}`,
          noEcho: true,
          maxReconnectAttempts: -1,
          reconnectTimeWait: RETRY_MS,
          pingInterval: PING_MS,
          maxPingOut: 2,
          timeout: 2_000,
        })
        if (this.isClosed) return await opened.close()
        this.begin(opened)
        return
      } catch (error) {
        this.log.warn({ err: error }, 'Could not connect to the other servers; will retry')
        await new Promise(resolve => setTimeout(resolve, RETRY_MS))
      }
    }
  }

  private begin(opened: NatsConnection): void {
    this.connection = opened
    this.isUp = true
    for (const subject of this.listeners.keys()) this.subscribeOn(opened, subject)
    void this.follow(opened).catch((error: unknown) =>
      this.log.error({ err: error }, 'Could not follow the state of NATS'),
    )
    this.reportGap()
  }

  private async follow(connection: NatsConnection): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect' || type === 'staleConnection') {
        if (this.isUp) this.log.warn('The connection between the servers is lost')
        this.isUp = false
      } else if (type === 'reconnect') {
        this.log.info('The connection between the servers is back')
        this.isUp = true
        this.reportGap()
      } else if (type === 'slowConsumer') this.reportGap()
    }
  }

  private subscribeOn(connection: NatsConnection, subject: string): void {
    connection.subscribe(`${PREFIX}.${subject}`, {
      callback: (error, message) => {
        if (error !== null) {
          this.log.warn({ err: error, subject }, 'A message of another server was not received')
          return
        }
        try {
          const { from, body } = envelope.parse(message.json())
          if (from !== this.replicaId) this.listeners.get(subject)?.(body)
        } catch (fault) {
          this.log.error({ err: fault, subject }, 'A message of another server was not understood')
        }
      },
    })
  }

  private reportGap(): void {
    for (const listener of this.gapListeners) listener()
  }
}
