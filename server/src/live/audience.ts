/** Who hears which live channel, and how much of it. */
import { may, type RoleSlug } from '@greensward/domain'
import type { Channel, LiveMessage, LiveVehicle, PlayerSubject } from '@greensward/domain/contract'

const HEARD_BY = {
  vehicles: 'course.read',
  missions: 'operations.read',
  map: 'course.read',
  notifications: 'notifications.read',
  settings: 'course.read',
  garage: 'course.read',
} as const

const CHANNELS = Object.keys(HEARD_BY) as readonly Channel[]

export const channelsOf = (role: RoleSlug): readonly Channel[] => CHANNELS.filter(name => may(role, HEARD_BY[name]))

type SettingsSubject = LiveMessage<'settings'>['message']['subject']

/** What a change of these says to the tablets of all carts: read that anew. Of the rest they hear nothing. */
const TOLD_TO_TABLETS: Partial<Record<SettingsSubject, PlayerSubject>> = {
  technicalNumbers: 'state',
  restaurant: 'menu',
  orders: 'orders',
  rasters: 'rasters',
}

export const toldToTablets = (channel: Channel, message: unknown): PlayerSubject | undefined =>
  channel === 'settings' ? TOLD_TO_TABLETS[(message as Body<'settings'>).subject] : undefined

export type Body<C extends Channel> = LiveMessage<C>['message']

/** What this role may see. Without `operations.read` that is carts, holes and roads. */
export const sharedWith = {
  vehicles: (role: RoleSlug, vehicles: readonly LiveVehicle[]): readonly LiveVehicle[] =>
    may(role, 'operations.read') ? vehicles : vehicles.filter(({ kind }) => kind === 'cart'),
  map: (role: RoleSlug, message: Body<'map'>): Body<'map'> =>
    may(role, 'operations.read') || message.upserted === undefined
      ? message
      : { ...message, upserted: message.upserted.filter(({ kind }) => kind === 'hole' || kind === 'road') },
} as const
