/** Which roles receive which live channel, and how much of it. */

import type { Channel, LiveMessage, LiveVehicle, PlayerSubject } from '@greensward/contract'
import { may, type RoleSlug } from '@greensward/domain'

const RECEIVED_WITH = {
  vehicles: 'course.read',
  missions: 'operations.read',
  map: 'course.read',
  notifications: 'notifications.read',
  settings: 'course.read',
  garage: 'course.read',
} as const

const CHANNELS = Object.keys(RECEIVED_WITH) as readonly Channel[]

export const channelsOf = (role: RoleSlug): readonly Channel[] =>
  CHANNELS.filter(name => may(role, RECEIVED_WITH[name]))

type SettingsSubject = LiveMessage<'settings'>['message']['subject']

/** After a change of these, the tablets of all carts re-read the named subject. Other changes are not sent to them. */
const TABLET_SUBJECTS: Partial<Record<SettingsSubject, PlayerSubject>> = {
  technicalNumbers: 'state',
  restaurant: 'menu',
  orders: 'orders',
  rasters: 'rasters',
}

export const tabletSubjectOf = (channel: Channel, message: unknown): PlayerSubject | undefined =>
  channel === 'settings' ? TABLET_SUBJECTS[(message as Body<'settings'>).subject] : undefined

export type Body<C extends Channel> = LiveMessage<C>['message']

/** The part of a message that this role may see. Without `operations.read` that is carts, holes and roads. */
export const sharedWith = {
  vehicles: (role: RoleSlug, vehicles: readonly LiveVehicle[]): readonly LiveVehicle[] =>
    may(role, 'operations.read') ? vehicles : vehicles.filter(({ kind }) => kind === 'cart'),
  map: (role: RoleSlug, message: Body<'map'>): Body<'map'> =>
    may(role, 'operations.read') || message.upserted === undefined
      ? message
      : { ...message, upserted: message.upserted.filter(({ kind }) => kind === 'hole' || kind === 'road') },
} as const
