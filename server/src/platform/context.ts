/** The outside world that every feature receives, so that tests can provide another. */
import type { Logger } from 'pino'
import type { AuditEntry } from './auditStore.ts'
import type { Bus } from './bus/bus.ts'
import type { Config } from './config.ts'
import type { Database, Reader } from './db/database.ts'
import type { Events } from './events.ts'
import type { Live } from './live/live.ts'

export interface Clock {
  now(): Date
  /** Milliseconds that never jump; only differences mean something. */
  monotonicMs(): number
}

export interface Context {
  readonly config: Config
  readonly db: Database
  readonly clock: Clock
  readonly log: Logger
  readonly events: Events
  /** The other servers on this database. */
  readonly bus: Bus
  /** Of this process; another one after each start. */
  readonly replicaId: string
  readonly live: Live
  /** Writes one line of the record, in the transaction of the action. */
  audit(tx: Reader, entry: AuditEntry): Promise<void>
}
