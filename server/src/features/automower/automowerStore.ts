/** The SQL of the maker's service: its settings, its last answer, and the requests of this month. */
import type { AutomowerMachine, AutomowerProblem, AutomowerState } from '@greensward/contract'
import { eq, sql } from 'drizzle-orm'
import { type Database, laterThan, type Reader, type Tx } from '../../platform/db/database.ts'
import { type AreaZone, automower, type StoredMachine } from '../../platform/db/schema/index.ts'
import { type AutomowerEvent, changedBy } from './readEvent.ts'

export type StoredAutomower = typeof automower.$inferSelect
export type AutomowerSettings = Pick<
  StoredAutomower,
  'enabled' | 'applicationKey' | 'sealedSecret' | 'signInAddress' | 'address' | 'events' | 'eventsAddress'
>

/** https://developer.husqvarnagroup.cloud/apis/automower-connect-api */
export const DEFAULTS: AutomowerSettings = {
  enabled: false,
  applicationKey: '',
  sealedSecret: null,
  signInAddress: 'https://api.authentication.husqvarnagroup.dev/v1/oauth2/token',
  address: 'https://api.amc.husqvarna.dev/v1',
  events: false,
  eventsAddress: 'wss://ws.openapi.husqvarna.dev/v1',
}

/** A reading each five minutes takes 8,928 requests in the longest month. */
const EVERY_MIN = 5
/** Events bring the changes; the progress of areas is only read. */
const EVERY_WITH_EVENTS_MIN = 15
/** A server that takes events notes it each minute. */
const EVENTS_SEEN_MIN = 3
/** Requests that the maker allows an application in a month; beyond that the service answers none. */
const MONTHLY_REQUESTS = 10_000
/** The rest is for people. */
const READING_REQUESTS = 9_500
const MOST_WAIT_MIN = 120
/** A mower follows a request within this time. */
const FOLLOWED_MIN = 1

const monthOf = (at: Date): string => at.toISOString().slice(0, 7)

const ofMonth = (month: string) =>
  sql<number>`case when ${automower.month} = ${month} then ${automower.requests} else 0 end`

export const readAutomower = async (reader: Reader): Promise<StoredAutomower | undefined> =>
  (await reader.select().from(automower))[0]

/** Fields that a version before this one did not store are unknown until the next reading. */
const shownMachine = (
  { eventAt: _, ...machine }: StoredMachine,
  chosen: readonly AreaZone[],
  inService: readonly string[],
): AutomowerMachine => ({
  ...{ message: null, areaId: null, isConfirmable: false, nextStartAt: null, stayOutZones: [] },
  ...machine,
  inService: inService.includes(machine.id),
  areas: machine.areas.map(area => ({
    ...{ completedAt: null },
    ...area,
    zoneId: chosen.find(one => one.machineId === machine.id && one.areaId === area.id)?.zoneId ?? null,
  })),
})

/** As they were last reported, with the zones of their areas. */
export const shownMachines = (row: StoredAutomower | undefined): AutomowerMachine[] =>
  (row?.machines ?? []).map(machine => shownMachine(machine, row?.areaZones ?? [], row?.inService ?? []))

/** Readings that came as planned are younger. */
const STATE_COUNTS_MIN = 2 * EVERY_MIN
const STATE_WITH_EVENTS_COUNTS_MIN = EVERY_WITH_EVENTS_MIN + EVERY_MIN

/** How old the state of the mowers is, and how old it may be for a start: older where every change comes as an event as well. */
export const ageOfState = (
  row: StoredAutomower,
  now: Date,
): { readonly ageMs: number | null; readonly limitMs: number } => ({
  ageMs: row.answeredAt === null ? null : now.getTime() - row.answeredAt.getTime(),
  limitMs: (eventsStateOf(row, now) === 'connected' ? STATE_WITH_EVENTS_COUNTS_MIN : STATE_COUNTS_MIN) * 60_000,
})

/** When the maker's service last said something of this mower, by our own clock: the mower's may be wrong. */
export const reportedAtOf = ({ machines, answeredAt }: StoredAutomower, machineId: string): Date | undefined => {
  const event = machines.find(({ id }) => id === machineId)?.eventAt
  const eventMs = event === undefined ? Number.NaN : Date.parse(event)
  return Number.isNaN(eventMs) || (answeredAt?.getTime() ?? 0) > eventMs ? (answeredAt ?? undefined) : new Date(eventMs)
}

const eventsStateOf = (row: StoredAutomower | undefined, now: Date): AutomowerState['eventsState'] => {
  if (row === undefined || !row.enabled || !row.events) return 'off'
  const seenMs = row.eventsSeenAt === null ? Number.POSITIVE_INFINITY : now.getTime() - row.eventsSeenAt.getTime()
  return seenMs < EVENTS_SEEN_MIN * 60_000 ? 'connected' : 'notConnected'
}

export const shownState = (row: StoredAutomower | undefined, now: Date): AutomowerState => {
  const { sealedSecret, enabled, applicationKey, signInAddress, address, events, eventsAddress } = row ?? DEFAULTS
  return {
    ...{ enabled, signInAddress, address, events, eventsAddress },
    hasApplicationKey: applicationKey !== '',
    hasSecret: sealedSecret !== null,
    triedAt: row?.triedAt?.toISOString() ?? null,
    answeredAt: row?.answeredAt?.toISOString() ?? null,
    problem: row?.problem ?? null,
    detail: row?.detail ?? '',
    notBefore: row?.notBefore?.toISOString() ?? null,
    requests: row?.month === monthOf(now) ? row.requests : 0,
    budget: MONTHLY_REQUESTS,
    readingBudget: READING_REQUESTS,
    eventsState: eventsStateOf(row, now),
    eventsProblem: row?.eventsProblem ?? null,
    eventsDetail: row?.eventsDetail ?? '',
    lastEventAt: row?.lastEventAt?.toISOString() ?? null,
    machines: shownMachines(row),
  }
}

const IDENTITY = ['applicationKey', 'sealedSecret', 'signInAddress', 'address', 'eventsAddress'] as const
/** Whether another account or service is asked than before. */
export const isOther = (before: AutomowerSettings, after: AutomowerSettings): boolean =>
  IDENTITY.some(name => before[name] !== after[name])

const FORGOTTEN = {
  triedAt: null,
  answeredAt: null,
  notBefore: null,
  failures: 0,
  problem: null,
  detail: '',
  machines: [],
  eventsSeenAt: null,
  eventsProblem: null,
  eventsDetail: '',
  lastEventAt: null,
} as const

/** Merges under a lock. What another account said is forgotten with it; its requests count on. */
export const changeAutomower = async (
  tx: Tx,
  change: (before: AutomowerSettings) => AutomowerSettings,
  now: Date,
): Promise<{ readonly before: AutomowerSettings; readonly after: StoredAutomower }> => {
  await tx
    .insert(automower)
    .values({ name: 'only', ...DEFAULTS, updatedAt: now })
    .onConflictDoNothing()
  const [before] = await tx.select().from(automower).for('update')
  if (before === undefined) throw new Error('no settings came back')
  const after = change(before)
  const [row] = await tx
    .update(automower)
    .set({ ...after, ...(isOther(before, after) ? FORGOTTEN : {}), updatedAt: laterThan(before.updatedAt, now) })
    .returning()
  if (row === undefined) throw new Error('no settings came back')
  return { before, after: row }
}

const isAfter = (at: typeof automower.eventsSeenAt, now: Date, minutes: number) =>
  sql`coalesce(${at} > ${now.toISOString()}::timestamptz - make_interval(mins => ${minutes}::int), false)`

/** Minutes from one reading to the next. */
const everyMin = (now: Date) =>
  sql`(case when ${automower.events} and ${isAfter(automower.eventsSeenAt, now, EVENTS_SEEN_MIN)}
    then ${EVERY_WITH_EVENTS_MIN}::int else ${EVERY_MIN}::int end)`

/** @returns undefined where no mower with this area was reported */
export const storeAreaZone = async (
  tx: Tx,
  { machineId, areaId }: Omit<AreaZone, 'zoneId'>,
  zoneId: string | null,
): Promise<
  { readonly before: string | null; readonly machine: string; readonly after: StoredAutomower } | undefined
> => {
  const [row] = await tx.select().from(automower).for('update')
  const machine = shownMachines(row).find(({ id }) => id === machineId)
  const area = machine?.areas.find(({ id }) => id === areaId)
  if (row === undefined || machine === undefined || area === undefined) return undefined
  const others = row.areaZones.filter(one => one.machineId !== machineId || one.areaId !== areaId)
  const areaZones = zoneId === null ? others : [...others, { machineId, areaId, zoneId }]
  await tx.update(automower).set({ areaZones }).where(eq(automower.name, 'only'))
  return { before: area.zoneId, machine: machine.name, after: { ...row, areaZones } }
}

/** Undefined where the service did not list the mower last. */
export const storeInService = async (
  tx: Tx,
  machineId: string,
  isInService: boolean,
): Promise<{ readonly before: boolean; readonly machine: string; readonly after: StoredAutomower } | undefined> => {
  const [row] = await tx.select().from(automower).for('update')
  const machine = shownMachines(row).find(({ id }) => id === machineId)
  if (row === undefined || machine === undefined) return undefined
  const others = row.inService.filter(id => id !== machineId)
  const inService = isInService ? [...others, machineId] : others
  await tx.update(automower).set({ inService }).where(eq(automower.name, 'only'))
  return { before: machine.inService, machine: machine.name, after: { ...row, inService } }
}

/**
 * Counts a request before it is made, so that a crash never makes more of them than are counted.
 * @returns the settings to ask by; undefined where it is not time, or the requests of the month are used up
 */
export const takeTurn = async (db: Database, now: Date): Promise<StoredAutomower | undefined> => {
  const month = monthOf(now)
  const { triedAt, notBefore, failures } = automower
  const at = sql`${now.toISOString()}::timestamptz`
  const waits = sql`make_interval(mins => least(${everyMin(now)} * (2 ^ least(${failures}, 10))::int, ${MOST_WAIT_MIN}::int))`
  // So far in the future was no try: the clock was set back since. Less is the clock of another server.
  const isAhead = sql`coalesce(${triedAt} > ${at} + make_interval(mins => ${everyMin(now)}), false)`
  const isTime = sql`(${triedAt} is null or ${triedAt} <= ${at} - ${waits}) and (${notBefore} is null or ${notBefore} <= ${at})`
  const [row] = await db
    .update(automower)
    .set({ triedAt: now, month, requests: sql`${ofMonth(month)} + 1` })
    .where(sql`${automower.enabled} and (${isAhead} or (${isTime})) and ${ofMonth(month)} < ${READING_REQUESTS}`)
    .returning()
  return row
}

/** A person's request, from what readings leave. @returns whether there is one */
export const countRequest = async (db: Database, now: Date): Promise<boolean> => {
  const month = monthOf(now)
  await db
    .insert(automower)
    .values({ name: 'only', ...DEFAULTS, updatedAt: now })
    .onConflictDoNothing()
  const counted = await db
    .update(automower)
    .set({ month, requests: sql`${ofMonth(month)} + 1` })
    .where(sql`${ofMonth(month)} < ${MONTHLY_REQUESTS}`)
    .returning({ name: automower.name })
  return counted.length > 0
}

/** Counts requests that were made already. */
export const noteRequests = async (db: Database, count: number, now: Date): Promise<void> => {
  const month = monthOf(now)
  await db.update(automower).set({ month, requests: sql`${ofMonth(month)} + ${count}::int` })
}

/** Makes the next reading due one minute after a request. */
export const readSoon = async (db: Database, now: Date): Promise<void> => {
  const due = sql`${now.toISOString()}::timestamptz - make_interval(mins => ${everyMin(now)} - ${FOLLOWED_MIN}::int)`
  await db
    .update(automower)
    .set({ triedAt: due })
    .where(sql`${automower.failures} = 0 and ${automower.triedAt} > ${due}`)
}

/** Somebody may have chosen another account while this one was asked; its answer is then nobody's. */
const ifSame = async (
  db: Database,
  asked: AutomowerSettings,
  store: (tx: Tx, row: StoredAutomower) => Promise<unknown>,
): Promise<void> =>
  db.transaction(async tx => {
    const [row] = await tx.select().from(automower).for('update')
    if (row !== undefined && !isOther(asked, row)) await store(tx, row)
  })

/** What came as an event while the list was read is newer than the list. */
const withEvents = (
  machine: AutomowerMachine,
  before: StoredMachine | undefined,
  asked: { readonly from: Date; readonly to: Date },
): StoredMachine => {
  if (before === undefined) return machine
  const { message = null, eventAt } = before
  const at = eventAt === undefined ? Number.NaN : Date.parse(eventAt)
  if (!(at >= asked.from.getTime() && at <= asked.to.getTime())) return { ...machine, message }
  const { activity, faultCode, isConfirmable = false, battery, position, areaId, reportedAt } = before
  const newer = { activity, faultCode, isConfirmable, battery, position, areaId, reportedAt }
  return { ...machine, ...newer, message, eventAt: eventAt ?? '' }
}

/** @param askedAt when the list was asked for */
export const storeAnswer = (
  db: Database,
  asked: AutomowerSettings,
  answered: readonly AutomowerMachine[],
  { askedAt, now }: { readonly askedAt: Date; readonly now: Date },
): Promise<void> =>
  ifSame(db, asked, (tx, { machines: known }) => {
    const before = new Map(known.map(machine => [machine.id, machine]))
    const machines = answered.map(one => withEvents(one, before.get(one.id), { from: askedAt, to: now }))
    return tx
      .update(automower)
      .set({ machines, answeredAt: now, problem: null, detail: '', failures: 0, notBefore: null })
      .where(eq(automower.name, 'only'))
  })

/** Events of mowers that no reading has listed change nothing. */
export const storeEvents = (
  db: Database,
  asked: AutomowerSettings,
  events: readonly AutomowerEvent[],
  now: Date,
): Promise<void> =>
  ifSame(db, asked, (tx, { machines: known }) => {
    const at = now.toISOString()
    const machines = known.map(machine => {
      const own = events.filter(({ machineId }) => machineId === machine.id)
      return own.length === 0
        ? machine
        : { ...own.reduce((one, event) => changedBy(one, event), machine), reportedAt: at, eventAt: at }
    })
    return tx.update(automower).set({ machines, lastEventAt: now }).where(eq(automower.name, 'only'))
  })

/** Whether events come, or why not. */
export const noteEvents = (
  db: Database,
  asked: AutomowerSettings,
  { seenAt, problem, detail }: { seenAt: Date | null; problem: AutomowerProblem | null; detail: string },
): Promise<void> =>
  ifSame(db, asked, tx =>
    tx
      .update(automower)
      .set({ eventsSeenAt: seenAt, eventsProblem: problem, eventsDetail: detail })
      .where(eq(automower.name, 'only')),
  )

/** What was answered before stays, with its age. */
export const storeProblem = (
  db: Database,
  asked: AutomowerSettings,
  { problem, detail, notBefore }: { problem: AutomowerProblem; detail: string; notBefore: Date | null },
): Promise<void> =>
  ifSame(db, asked, tx =>
    tx
      .update(automower)
      .set({ problem, detail, notBefore, failures: sql`${automower.failures} + 1` })
      .where(eq(automower.name, 'only')),
  )
