/**
 * Which mowers this server speaks to. A server that is alone has all of them; gateways that share them hold each by a
 * lease in the database, so that one alone speaks to it. A gateway that dies loses its leases within seconds, and the
 * one that takes them listens and reads, and sends nothing to the mower.
 */
import type { Context } from '../../../platform/context.ts'
import type { Reader } from '../../../platform/db/database.ts'
import { gatewaysAlive } from '../../../platform/replicas/replicasStore.ts'
import { claimLeases, dropLeases, holdLease, type Lease, ownerOf, readLeases, renewLeases } from './leaseStore.ts'

export interface Ownership {
  holds(mowerId: string): boolean
  /**
   * Whether nothing speaks against it: a lease that could not be renewed for too long may be another's by now. Enough to
   * stop a mower, too little to start one.
   */
  isSure(mowerId: string): boolean
  /** In a transaction that lets a mower go: no other gateway takes it before that is written. */
  confirm(tx: Reader, mowerId: string): Promise<boolean>
  /** The server that holds a mower, this one included; undefined where none does. */
  ownerOf(mowerId: string): Promise<string | undefined>
  /** Holds what it can, and keeps doing so. */
  start(): Promise<void>
  /** Looks at once, as when mowers were added. */
  look(): Promise<void>
  /** Lets go, so that another takes over at once. */
  stop(): Promise<void>
}

/** For a server that is alone. */
export const soleOwnership = (replicaId: string, isGateway: boolean): Ownership => ({
  holds: () => isGateway,
  isSure: () => isGateway,
  confirm: async () => isGateway,
  ownerOf: async () => (isGateway ? replicaId : undefined),
  start: async () => undefined,
  look: async () => undefined,
  stop: async () => undefined,
})

const RENEW_MS = 1_000
/** Shorter than a lease lives, by what one renewal may take. */
const SURE_MS = 3_000
/** For this number of looks a free mower is left to a gateway that has fewer. */
const LEFT_TO_OTHERS = 2

export interface LeaseView {
  readonly me: string
  readonly mowerIds: readonly string[]
  readonly received: ReadonlySet<string>
  readonly held: ReadonlySet<string>
  readonly leases: readonly Lease[]
  readonly gateways: number
  /** For how many looks each free mower has been free. */
  readonly freeFor: ReadonlyMap<string, number>
}

/** The mowers that this gateway should try to take: its share first, and those left over a moment later. */
export const wantedLeases = ({
  me,
  mowerIds,
  received,
  held,
  leases,
  gateways,
  freeFor,
}: LeaseView): readonly string[] => {
  const byMower = new Map(leases.map(lease => [lease.mowerId, lease]))
  const share = Math.ceil(mowerIds.length / Math.max(1, gateways))
  const free: string[] = []
  const notReceived: string[] = []
  for (const id of mowerIds) {
    if (held.has(id)) continue
    const lease = byMower.get(id)
    if (lease === undefined || lease.isOver || lease.ownerId === me) free.push(id)
    else if (!lease.isReceived && received.has(id)) notReceived.push(id)
  }
  // Those that it receives come first: a gateway without contact to a mower is of little use to it.
  const inOrder = free.toSorted((a, b) => Number(received.has(b)) - Number(received.has(a)))
  const room = Math.max(0, share - held.size)
  const taken = inOrder.filter((id, index) => index < room || (freeFor.get(id) ?? 0) >= LEFT_TO_OTHERS)
  return [...taken, ...notReceived]
}

export interface LeaseHooks {
  /** All mowers of the garage. */
  mowerIds(): readonly string[]
  /** Whether it is received here, held or not. */
  receives(mowerId: string): boolean
  /** The mowers that it holds have changed. */
  onLeaseChange(gained: readonly string[], lost: readonly string[]): Promise<void>
}

export const leasedOwnership = (ctx: Context, hooks: LeaseHooks): Ownership => {
  const { db, clock, log, replicaId } = ctx
  /** When each was renewed last, by the monotonic clock at the moment it was asked for. */
  const held = new Map<string, number>()
  const freeFor = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let isClosed = false

  const noteFree = (leases: readonly Lease[], mowerIds: readonly string[]): void => {
    const busy = new Set(leases.filter(({ isOver }) => !isOver).map(({ mowerId }) => mowerId))
    for (const id of mowerIds) {
      if (busy.has(id)) freeFor.delete(id)
      else freeFor.set(id, (freeFor.get(id) ?? -1) + 1)
    }
  }

  const renew = async (mowerIds: readonly string[], received: readonly string[]): Promise<readonly string[]> => {
    if (held.size === 0) return []
    const askedAtMs = clock.monotonicMs()
    const kept = new Set(await renewLeases(db, replicaId, [...held.keys()], received))
    for (const id of kept) held.set(id, askedAtMs)
    const sold = [...held.keys()].filter(id => !mowerIds.includes(id))
    if (sold.length > 0) await dropLeases(db, replicaId, sold)
    const lost = [...held.keys()].filter(id => !kept.has(id) || sold.includes(id))
    for (const id of lost) held.delete(id)
    return lost
  }

  const lookOnce = async (): Promise<void> => {
    const mowerIds = hooks.mowerIds()
    const received = mowerIds.filter(hooks.receives)
    const lost = await renew(mowerIds, received)
    // At once: a database that fails a moment later must not leave the link speaking to what is another's.
    if (lost.length > 0) await applyLeaseChange([], lost)
    const leases = await readLeases(db)
    noteFree(leases, mowerIds)
    const wanted = wantedLeases({
      me: replicaId,
      mowerIds,
      received: new Set(received),
      held: new Set(held.keys()),
      leases,
      gateways: (await gatewaysAlive(db)).length,
      freeFor,
    })
    const askedAtMs = clock.monotonicMs()
    const gained = wanted.length === 0 || isClosed ? [] : await claimLeases(db, replicaId, wanted, received)
    for (const id of gained) held.set(id, askedAtMs)
    if (gained.length > 0) await applyLeaseChange(gained, [])
  }

  /** A mower that cannot be taken over completely is given back: a gateway must know the mission of every mower it holds. */
  const applyLeaseChange = async (gained: readonly string[], lost: readonly string[]): Promise<void> => {
    log.info({ gained, lost }, 'Mower leases changed')
    try {
      await hooks.onLeaseChange(gained, lost)
    } catch (error) {
      for (const id of gained) held.delete(id)
      await hooks.onLeaseChange([], gained).catch(() => undefined)
      if (gained.length > 0) await dropLeases(db, replicaId, gained)
      throw error
    }
  }

  const look = (): Promise<void> => {
    looking ??= lookOnce().finally(() => {
      looking = undefined
    })
    return looking
  }

  const tick = async (): Promise<void> => {
    try {
      await look()
    } catch (error) {
      log.warn({ err: error }, 'Could not read the mower leases')
    }
    if (!isClosed) timer = setTimeout(() => void tick(), RENEW_MS)
  }

  return {
    holds: mowerId => held.has(mowerId),
    isSure: mowerId => clock.monotonicMs() - (held.get(mowerId) ?? Number.NEGATIVE_INFINITY) < SURE_MS,
    confirm: (tx, mowerId) => holdLease(tx, replicaId, mowerId),
    ownerOf: mowerId => ownerOf(db, mowerId),
    start: tick,
    look: async () => {
      await looking?.catch(() => undefined)
      await look().catch((error: unknown) => log.warn({ err: error }, 'Could not update the mower leases'))
    },
    stop: async () => {
      isClosed = true
      clearTimeout(timer)
      await looking?.catch(() => undefined)
      held.clear()
      await dropLeases(db, replicaId).catch((error: unknown) =>
        log.warn({ err: error }, 'Could not release the mower leases'),
      )
    },
  }
}

/** For a server that speaks to no mowers beside others that do. */
export const noOwnership = ({ db }: Pick<Context, 'db'>): Ownership => ({
  holds: () => false,
  isSure: () => false,
  confirm: async () => false,
  ownerOf: mowerId => ownerOf(db, mowerId),
  start: async () => undefined,
  look: async () => undefined,
  stop: async () => undefined,
})
