/** The permissions of each role, in one table. The server enforces it on every call and live channel; the web only hides controls by it. */

import { z } from 'zod'
import { fieldFault } from '../common/fieldFault.ts'
import { id, instant, line } from '../common/text.ts'

export const roleSlug = z.enum([
  'ROLE_ADMIN',
  'ROLE_MANAGER',
  'ROLE_GREENKEEPER',
  'ROLE_BUGGY_ADMIN',
  'ROLE_BUGGY_BAR',
  'ROLE_TEST_USER',
  'ROLE_APPLICANT',
])
export type RoleSlug = z.infer<typeof roleSlug>
export const ROLE_SLUGS = roleSlug.options

export const role = z.strictObject({ name: z.string(), slug: roleSlug })
export type Role = z.infer<typeof role>

export const ROLE_NAMES: Readonly<Record<RoleSlug, string>> = {
  ROLE_ADMIN: 'Administrator',
  ROLE_MANAGER: 'Manager',
  ROLE_GREENKEEPER: 'Greenkeeper',
  ROLE_BUGGY_ADMIN: 'Buggy administrator',
  ROLE_BUGGY_BAR: 'Buggy bar',
  ROLE_TEST_USER: 'Test user',
  ROLE_APPLICANT: 'Applicant',
}

export const roleOf = (slug: RoleSlug): Role => ({ name: ROLE_NAMES[slug], slug })

const A = 'ROLE_ADMIN'
const M = 'ROLE_MANAGER'
const G = 'ROLE_GREENKEEPER'
const C = 'ROLE_BUGGY_ADMIN'
const B = 'ROLE_BUGGY_BAR'
const T = 'ROLE_TEST_USER'

const PERMISSIONS = {
  /** The course itself; BUGGY_BAR sees carts, holes and roads only. */
  'course.read': [A, M, G, C, B, T],
  /** Mowers, schedule, missions, garage, settings. */
  'operations.read': [A, M, G, C, T],
  'mowers.stop': [A, M, G, C, B],
  'mowers.operate': [A, M, G],
  'missions.plan': [A, M, G],
  /** Also what people's jobs took, and what all of it cost. */
  'reports.read': [A, M, G],
  /** Kinds of jobs for people, their days and repeats; the hours of all people. */
  'jobs.plan': [A, M, G],
  /** One's own jobs, and open ones. */
  'jobs.do': [A, M, G, C, B],
  /** Zones, restrictions, mission areas, holes, radii, areas, garages, WCs, marked areas; also undo of map changes. */
  'map.edit': [A, M, G],
  /** Roads and cart no-go zones. */
  'map.editRoads': [A, M, G, C],
  'map.editNotes': [A, M, G, C, B],
  /** Mowers, their bases, blades and zone types. */
  'mowers.edit': [A, M, G],
  /** Carts, their tablets, buggy settings, messages to carts. */
  'carts.edit': [A, M, C],
  'settings.edit': [A, M],
  'settings.rainMode': [A, M, G],
  /** A MANAGER may not touch an ADMIN: see `mayManageUser`. */
  'users.edit': [A, M],
  'technicalNumbers.read': [A, M, G, C, B, T],
  'technicalNumbers.edit': [A, M, C],
  'restaurant.read': [A, M, C, B, T],
  'restaurant.edit': [A, M, B],
  'notifications.read': [A, M, G, C, B, T],
  'notifications.acknowledge': [A, M, G, C, B],
  'audit.read': [A, M],
} as const satisfies Record<string, readonly RoleSlug[]>

export type Action = keyof typeof PERMISSIONS
export const ACTIONS = Object.keys(PERMISSIONS) as readonly Action[]

export const may = (slug: RoleSlug, action: Action): boolean =>
  (PERMISSIONS[action] as readonly RoleSlug[]).includes(slug)

/** A role change or deletion: only a MANAGER or ADMIN, never upwards, and only an ADMIN touches an ADMIN. */
export const mayManageUser = (actor: RoleSlug, subject: RoleSlug, newRole: RoleSlug = subject): boolean =>
  may(actor, 'users.edit') && (actor === A || (subject !== A && newRole !== A))

/** The signed-in person, as the specification's Profile: times in seconds since 1970. */
export const profile = z.strictObject({
  id: z.number().int().positive(),
  login: z.string(),
  fullname: z.string(),
  phone: z.string(),
  email: z.string().nullable().optional(),
  role,
  created_at: z.number(),
  updated_at: z.number(),
})
export type Profile = z.infer<typeof profile>

export const phone = z
  .string()
  .trim()
  .regex(/^(?=(?:\D*\d){3})\+?[0-9(][0-9 ()/.-]{2,30}$/, fieldFault('phone'))

export const password = z
  .string()
  .min(8, fieldFault('tooShort'))
  .max(200, fieldFault('tooLong'))
  .refine(text => !text.includes('\u0000'), fieldFault('unstorable'))

export const technicalNumber = z.strictObject({ id, phone, department: line(120), updatedAt: instant })
export type TechnicalNumber = z.infer<typeof technicalNumber>
