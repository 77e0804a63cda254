/** The places of the header navigation, in its order, and who sees them. */
import { type Action, may, type RoleSlug } from '@greensward/domain'
import {
  IconBell,
  IconCalendar,
  IconCalendarRepeat,
  IconCarGarage,
  IconChecklist,
  IconListCheck,
  IconMap2,
  type IconProps,
  IconSettings,
  IconSunrise,
  IconToolsKitchen2,
  IconUsers,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'

/** Drawn here: one of the library's costs the first load more than it has left. */
const IconReports: ComponentType<IconProps> = ({ size = 24, stroke = 2 }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={stroke}
    aria-hidden
  >
    <path d="M4 20h16M6 16v-5m6 5V5m6 11V9" />
  </svg>
)

export interface Place {
  readonly name:
    | 'map'
    | 'users'
    | 'day'
    | 'jobs'
    | 'schedule'
    | 'plans'
    | 'missions'
    | 'reports'
    | 'garage'
    | 'settings'
    | 'restaurant'
    | 'notifications'
  readonly to:
    | '/map'
    | '/settings/users'
    | '/day'
    | '/jobs'
    | '/schedule'
    | '/plans'
    | '/missions'
    | '/reports'
    | '/garage'
    | '/settings'
    | '/restaurant'
    | '/notifications'
  readonly icon: ComponentType<IconProps>
  /** Any of these rights opens it. */
  readonly rights: readonly Action[]
}

const PLACES: readonly Place[] = [
  { name: 'map', to: '/map', icon: IconMap2, rights: ['course.read'] },
  { name: 'users', to: '/settings/users', icon: IconUsers, rights: ['users.edit'] },
  { name: 'day', to: '/day', icon: IconSunrise, rights: ['operations.read'] },
  { name: 'jobs', to: '/jobs', icon: IconChecklist, rights: ['jobs.do', 'operations.read'] },
  { name: 'schedule', to: '/schedule', icon: IconCalendar, rights: ['operations.read'] },
  { name: 'plans', to: '/plans', icon: IconCalendarRepeat, rights: ['operations.read'] },
  { name: 'missions', to: '/missions', icon: IconListCheck, rights: ['operations.read'] },
  { name: 'reports', to: '/reports', icon: IconReports, rights: ['reports.read'] },
  { name: 'garage', to: '/garage', icon: IconCarGarage, rights: ['operations.read'] },
  { name: 'settings', to: '/settings', icon: IconSettings, rights: ['operations.read', 'technicalNumbers.read'] },
  { name: 'restaurant', to: '/restaurant', icon: IconToolsKitchen2, rights: ['restaurant.read'] },
  { name: 'notifications', to: '/notifications', icon: IconBell, rights: ['notifications.read'] },
]

export const placesFor = (slug: RoleSlug | undefined): readonly Place[] =>
  slug === undefined ? [] : PLACES.filter(place => place.rights.some(right => may(slug, right)))

/** The page of an address; users have their own although they are below settings. */
export const placeOf = (pathname: string): Place['name'] | undefined =>
  pathname.startsWith('/settings/users')
    ? 'users'
    : PLACES.find(place => pathname === place.to || pathname.startsWith(`${place.to}/`))?.name
