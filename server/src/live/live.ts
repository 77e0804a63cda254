/** The live channel: one numbered stream for each channel and role, and sockets that end with their session. */
import { ROLE_SLUGS, type RoleSlug } from '@greensward/domain'
import type { Channel, LiveMessage, LiveVehicle } from '@greensward/domain/contract'
import { type Body, channelsOf, sharedWith } from './audience.ts'

/**
 * So long a position waits for others to go out with. A mower tells of itself ten times a second at the most, so none is
 * told of more often than that; waiting as long as that would double the age of what people see.
 */
const BATCH_MS = 50

export interface Live {
  /**
   * Sends to every role that may hear the channel, after commit. `vehicles` gathers and goes out in batches, newest of
   * each vehicle wins.
   * @param forRole what this role is to see instead of the whole message; undefined sends that role nothing
   */
  publish<C extends Channel>(
    channel: C,
    event: LiveMessage<C>['event'],
    message: Body<C>,
    forRole?: (role: RoleSlug, message: Body<C>) => Body<C> | undefined,
  ): void
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
}

export const createLive = (): Live & { attach(sink: LiveSink): void; close(): void } => {
  let sink: LiveSink | undefined
  const numbers = new Map<string, number>()
  const vehicles = new Map<string, LiveVehicle>()
  const newest = new Map<string, LiveVehicle>()
  let timer: NodeJS.Timeout | undefined

  const sendTo = (role: RoleSlug, channel: Channel, event: string, message: unknown): void => {
    const key = `${channel} ${role}`
    const seq = (numbers.get(key) ?? 0) + 1
    numbers.set(key, seq)
    sink?.send(role, channel, { event, seq, message }, channel === 'vehicles')
  }

  const rolesHearing = (channel: Channel) => ROLE_SLUGS.filter(role => channelsOf(role).includes(channel))

  const flush = (): void => {
    timer = undefined
    const batch = [...vehicles.values()]
    vehicles.clear()
    for (const role of rolesHearing('vehicles')) {
      const shared = sharedWith.vehicles(role, batch)
      if (shared !== undefined) sendTo(role, 'vehicles', 'vehicles', shared)
    }
  }

  return {
    attach: attached => {
      sink = attached
    },
    vehicles: () => [...newest.values()],
    close: () => clearTimeout(timer),
    publish: (channel, event, message, forRole) => {
      if (channel === 'vehicles') {
        for (const vehicle of message as Body<'vehicles'>) {
          vehicles.set(vehicle.id, vehicle)
          newest.set(vehicle.id, vehicle)
        }
        timer ??= setTimeout(flush, BATCH_MS)
        return
      }
      for (const role of rolesHearing(channel)) {
        const known = channel === 'map' ? sharedWith.map(role, message as Body<'map'>) : message
        const shared = forRole === undefined ? known : forRole(role, message)
        if (shared !== undefined) sendTo(role, channel, event, shared)
      }
    },
  }
}
