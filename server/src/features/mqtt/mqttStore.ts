/** The SQL of the connection to an MQTT broker. */
import type { MqttProblem, MqttSettings, MqttState } from '@greensward/contract'
import { sql } from 'drizzle-orm'
import { laterThan, type Reader, type Tx } from '../../platform/db/database.ts'
import { mqtt } from '../../platform/db/schema/index.ts'

type Row = typeof mqtt.$inferSelect
export type StoredMqtt = Omit<Row, 'name' | 'updatedAt'>

const DEFAULTS: StoredMqtt = {
  enabled: false,
  address: '',
  user: '',
  sealedPassword: null,
  authority: '',
  prefix: 'greensward',
  homeAssistant: true,
  discoveryPrefix: 'homeassistant',
  sharesPosition: false,
  commands: [],
  actorName: 'MQTT',
  triedAt: null,
  connectedAt: null,
  seenAt: null,
  failures: 0,
  problem: null,
  detail: '',
  topics: [],
}

/** A server that is connected says so this often. */
export const SEEN_EVERY_MS = 30_000
/** Tries to withdraw from a broker that is switched off; after them it keeps what it has. */
const MOST_WITHDRAWALS = 10
const FIRST_WAIT_MS = 5_000
const MOST_WAIT_MS = 300_000

const FRESH = { connectedAt: null, seenAt: null, failures: 0, problem: null, detail: '' } as const

const storedOf = (row: Row | undefined): StoredMqtt => {
  if (row === undefined) return DEFAULTS
  const { name: _, updatedAt: __, ...stored } = row
  return stored
}

export const readMqtt = async (reader: Reader): Promise<StoredMqtt> => storedOf((await reader.select().from(mqtt))[0])

/** Without the password, which can be set and never read. */
export const shownMqtt = (stored: StoredMqtt): MqttSettings => {
  const { enabled, address, user, authority, prefix, homeAssistant, discoveryPrefix } = stored
  const { sharesPosition, commands, actorName, sealedPassword } = stored
  return {
    ...{ enabled, address, user, authority, prefix, homeAssistant, discoveryPrefix },
    ...{ sharesPosition, commands, actorName },
    hasPassword: sealedPassword !== null,
  }
}

/** Merges under a lock. How it went belongs to the settings of before: new ones connect again, and at once. */
export const changeMqtt = async (
  tx: Tx,
  change: (before: StoredMqtt) => StoredMqtt,
  now: Date,
): Promise<{ before: StoredMqtt; after: StoredMqtt }> => {
  await tx
    .insert(mqtt)
    .values({ name: 'only', ...DEFAULTS, topics: [], updatedAt: now })
    .onConflictDoNothing()
  const [row] = await tx.select().from(mqtt).for('update')
  if (row === undefined) throw new Error('no settings came back')
  const before = storedOf(row)
  const after = { ...change(before), ...FRESH }
  await tx.update(mqtt).set({ ...after, updatedAt: laterThan(row.updatedAt, now) })
  return { before, after }
}

/** How long to wait after failures in a row: 5 s, 10 s, 20 s ... 5 minutes. */
export const waitAfter = (failures: number): number =>
  failures === 0 ? 0 : Math.min(MOST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(failures - 1, 10))

/** Whether there is something to connect for: the switch is on, or the broker still holds what was published. */
export const isWanted = ({ enabled, topics, failures }: StoredMqtt): boolean =>
  enabled || (topics.length > 0 && failures < MOST_WITHDRAWALS)

export const noteTry = async (reader: Reader, now: Date): Promise<void> => {
  await reader.update(mqtt).set({ triedAt: now })
}

export const noteConnected = async (reader: Reader, now: Date): Promise<void> => {
  await reader.update(mqtt).set({ connectedAt: now, seenAt: now, problem: null, detail: '' })
}

/** @param isSettled it has been connected long enough for the next failure to be the first one */
export const noteSeen = async (reader: Reader, now: Date, isSettled: boolean): Promise<void> => {
  await reader.update(mqtt).set({
    // The beginning was not noted while the database was away, or another server noted the end of its own connection since.
    connectedAt: sql`coalesce(${mqtt.connectedAt}, ${now.toISOString()}::timestamptz)`,
    ...{ seenAt: now, problem: null, detail: '' },
    ...(isSettled ? { failures: 0 } : {}),
  })
}

export const noteEnd = async (
  reader: Reader,
  failure: { readonly problem: MqttProblem; readonly detail: string } | undefined,
): Promise<void> => {
  await reader.update(mqtt).set({
    connectedAt: null,
    seenAt: null,
    ...(failure === undefined ? {} : { ...failure, failures: sql`${mqtt.failures} + 1` }),
  })
}

export const noteTopics = async (reader: Reader, topics: readonly string[]): Promise<void> => {
  await reader.update(mqtt).set({ topics })
}

export const stateOf = (stored: StoredMqtt, now: Date): MqttState => {
  const { enabled, connectedAt, seenAt, triedAt, failures, problem, detail, topics } = stored
  const isSeen = seenAt !== null && now.getTime() - seenAt.getTime() < 3 * SEEN_EVERY_MS
  const isConnected = connectedAt !== null && isSeen
  const state = !enabled
    ? isWanted(stored)
      ? 'withdrawing'
      : 'off'
    : isConnected
      ? 'connected'
      : problem === null
        ? 'connecting'
        : 'failing'
  const waits = state !== 'off' && !isConnected && failures > 0 && triedAt !== null
  return {
    ...{ state, problem: isConnected ? null : problem, detail, topics: topics.length },
    connectedAt: isConnected ? connectedAt.toISOString() : null,
    triedAt: triedAt?.toISOString() ?? null,
    nextTryAt: waits ? new Date(triedAt.getTime() + waitAfter(failures)).toISOString() : null,
  }
}
