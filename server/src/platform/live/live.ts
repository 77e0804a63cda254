/** The live channel: one numbered stream for each channel and role, and sockets that end with their session. */

import {
  type Channel,
  type LiveMessage,
  type LiveVehicle,
  moveOf,
  type PlayerLive,
  type PlayerNow,
  type PlayerSubject,
  type VehicleMove,
} from '@greensward/contract'
import { ROLE_SLUGS, type RoleSlug } from '@greensward/domain'
import type { Bus } from '../bus/bus.ts'
import { type Body, channelsOf, sharedWith, tabletSubjectOf } from './audience.ts'

/**
 * A position waits this long for others to go out with. A mower reports ten times a second at the most, so none is sent
 * more often than that; waiting a whole tenth would double the age of the positions that people see.
 */
const BATCH_MS = 50
/** A moving vehicle is sent whole this often: a page that missed the whole vehicle is wrong for no longer than this. */
const WHOLE_EVERY_MS = 10_000

export interface Live {
  /**
   * Sends to every role that may receive the channel, after commit.
   * @param forRole what this role is to see instead of the whole message; undefined sends that role nothing
   */
  publish<C extends Exclude<Channel, 'vehicles'>>(
    channel: C,
    event: LiveMessage<C>['event'],
    message: Body<C>,
    forRole?: (role: RoleSlug, message: Body<C>) => Body<C> | undefined,
  ): void
  /** Gathers vehicles and sends them in batches; the newest of each wins. */
  publishVehicles(vehicles: readonly LiveVehicle[]): void
  /** As `publishVehicles`, but to people on this server only: the others know it by themselves. */
  show(vehicles: readonly LiveVehicle[]): void
  /** Sends to the tablets of these carts, on every server and after commit, what to re-read. */
  tellTablets(cartIds: readonly string[], subject: PlayerSubject): void
  /** As `tellTablets`, for all those on this server: every server notices by itself when it has read the change. */
  tellTabletsHere(subject: PlayerSubject): void
  /** Shows the tablets of this cart on this server where it is, with the next batch; worked out only where one listens. */
  showTablet(cartId: string, now: () => PlayerNow): void
  /** These carts are gone, and with them their tablets. */
  endTablets(cartIds: readonly string[]): void
  /** Receives the vehicles that other servers publish. */
  onVehicles(listener: (vehicles: readonly LiveVehicle[]) => void): void
  /** Every vehicle as it was last published. */
  vehicles(): readonly LiveVehicle[]
}

export interface LiveSink {
  /** @param isDroppable a client that cannot keep up may miss it */
  send(
    role: RoleSlug,
    channel: Channel,
    envelope: { event: string; seq: number; message: unknown },
    isDroppable: boolean,
  ): void
  hasTablet(cartId: string): boolean
  sendTablets(cartIds: readonly string[] | 'all', live: PlayerLive): void
  endTablets(cartIds: readonly string[]): void
}

/** A message to tablets, as one server passes it to another. */
interface PassedToTablets {
  readonly cartIds: readonly string[] | 'all'
  readonly subject: PlayerSubject
}

/** The part of a message that each role sees, as one server passes it to another. */
interface Passed {
  readonly channel: Channel
  readonly event: string
  readonly parts: readonly (readonly [role: RoleSlug, message: unknown])[]
}

export const createLive = (bus: Bus): Live & { attach(sink: LiveSink): void; close(): void } => {
  let sink: LiveSink | undefined
  let onVehicles: (vehicles: readonly LiveVehicle[]) => void = () => undefined
  const numbers = new Map<string, number>()
  const vehicles = new Map<string, LiveVehicle>()
  const newest = new Map<string, LiveVehicle>()
  /** Each vehicle as it was last sent, and when that was done whole. */
  const lastSent = new Map<string, { readonly vehicle: LiveVehicle; readonly wholeAtMs: number }>()
  /** Carts whose tablets are shown where they are. */
  const tablets = new Map<string, () => PlayerNow>()
  /** Of those that wait, the ones that the other servers receive. */
  const forOtherServers = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  const sendTo = (role: RoleSlug, channel: Channel, event: string, message: unknown): void => {
    const key = `${channel} ${role}`
    const seq = (numbers.get(key) ?? 0) + 1
    numbers.set(key, seq)
    sink?.send(role, channel, { event, seq, message }, channel === 'vehicles')
  }

  const rolesOf = (channel: Channel) => ROLE_SLUGS.filter(role => channelsOf(role).includes(channel))

  const sendVehicles = (batch: readonly LiveVehicle[]): void => {
    const nowMs = performance.now()
    const moves = new Map<string, VehicleMove>()
    for (const vehicle of batch) {
      const before = lastSent.get(vehicle.id)
      const isDue = before === undefined || nowMs - before.wholeAtMs >= WHOLE_EVERY_MS
      const move = isDue ? undefined : moveOf(before.vehicle, vehicle)
      if (move !== undefined) moves.set(vehicle.id, move)
      lastSent.set(vehicle.id, { vehicle, wholeAtMs: move === undefined || isDue ? nowMs : before.wholeAtMs })
    }
    for (const role of rolesOf('vehicles')) {
      const shared = sharedWith.vehicles(role, batch)
      if (shared.length === 0) continue
      // One message for all: of two at once the second is left out wherever the first is still in transit.
      const event = shared.some(({ id }) => moves.has(id)) ? 'moved' : 'vehicles'
      sendTo(
        role,
        'vehicles',
        event,
        shared.map(vehicle => moves.get(vehicle.id) ?? vehicle),
      )
    }
  }

  const flush = (): void => {
    timer = undefined
    const batch = [...vehicles.values()]
    vehicles.clear()
    const forOthers = batch.filter(({ id }) => forOtherServers.has(id))
    forOtherServers.clear()
    if (forOthers.length > 0) bus.publish('vehicles', forOthers)
    if (batch.length > 0) sendVehicles(batch)
    for (const [cartId, now] of tablets) sink?.sendTablets([cartId], { event: 'now', message: now() })
    tablets.clear()
  }
  const flushSoon = (): void => {
    timer ??= setTimeout(flush, BATCH_MS)
  }

  const show = (some: readonly LiveVehicle[]): void => {
    for (const vehicle of some) {
      vehicles.set(vehicle.id, vehicle)
      newest.set(vehicle.id, vehicle)
    }
    flushSoon()
  }

  // They waited for each other on their own server, so they go out at once.
  bus.subscribe('vehicles', message => {
    const batch = message as LiveVehicle[]
    for (const vehicle of batch) {
      vehicles.delete(vehicle.id)
      newest.set(vehicle.id, vehicle)
    }
    onVehicles(batch)
    sendVehicles(batch)
  })
  bus.subscribe('live', message => {
    const { channel, event, parts } = message as Passed
    for (const [role, part] of parts) sendTo(role, channel, event, part)
  })

  const sendHere = ({ cartIds, subject }: PassedToTablets): void =>
    sink?.sendTablets(cartIds, { event: 'changed', message: { subject } })
  const sendEverywhere = (passed: PassedToTablets): void => {
    sendHere(passed)
    bus.publish('tablets', passed)
  }
  bus.subscribe('tablets', message => sendHere(message as PassedToTablets))

  return {
    tellTablets: (cartIds, subject) => {
      if (cartIds.length > 0) sendEverywhere({ cartIds, subject })
    },
    tellTabletsHere: subject => sendHere({ cartIds: 'all', subject }),
    showTablet: (cartId, now) => {
      if (sink?.hasTablet(cartId) !== true) return
      tablets.set(cartId, now)
      flushSoon()
    },
    endTablets: cartIds => sink?.endTablets(cartIds),
    attach: attached => {
      sink = attached
    },
    vehicles: () => [...newest.values()],
    close: () => clearTimeout(timer),
    show,
    onVehicles: listener => {
      onVehicles = listener
    },
    publishVehicles: some => {
      for (const { id } of some) forOtherServers.add(id)
      show(some)
    },
    publish: (channel, event, message, forRole) => {
      const parts: [RoleSlug, unknown][] = []
      for (const role of rolesOf(channel)) {
        const known = channel === 'map' ? sharedWith.map(role, message as Body<'map'>) : message
        const shared = forRole === undefined ? known : forRole(role, message)
        if (shared === undefined) continue
        parts.push([role, shared])
        sendTo(role, channel, event, shared)
      }
      if (bus.isShared) bus.publish('live', { channel, event, parts } satisfies Passed)
      const subject = tabletSubjectOf(channel, message)
      if (subject !== undefined) sendEverywhere({ cartIds: 'all', subject })
    },
  }
}
