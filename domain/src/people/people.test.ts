import { describe, expect, test } from 'vitest'
import {
  ACTIONS,
  type Action,
  may,
  mayManageUser,
  password,
  phone,
  ROLE_NAMES,
  ROLE_SLUGS,
  type RoleSlug,
  roleOf,
} from './people.ts'

const ADMIN = 'ROLE_ADMIN'
const MANAGER = 'ROLE_MANAGER'
const GREENKEEPER = 'ROLE_GREENKEEPER'
const BUGGY_ADMIN = 'ROLE_BUGGY_ADMIN'
const BUGGY_BAR = 'ROLE_BUGGY_BAR'
const TEST_USER = 'ROLE_TEST_USER'
const APPLICANT = 'ROLE_APPLICANT'

/** The table of the product decisions, written out: who may do what, in the order of the columns. */
const COLUMNS = [ADMIN, MANAGER, GREENKEEPER, BUGGY_ADMIN, BUGGY_BAR, TEST_USER, APPLICANT] as const
const TABLE: Readonly<Record<Action, string>> = {
  'course.read': 'x x x x x x -',
  'operations.read': 'x x x x - x -',
  'mowers.stop': 'x x x x x - -',
  'mowers.operate': 'x x x - - - -',
  'missions.plan': 'x x x - - - -',
  'reports.read': 'x x x - - - -',
  'jobs.plan': 'x x x - - - -',
  'jobs.do': 'x x x x x - -',
  'map.edit': 'x x x - - - -',
  'map.editRoads': 'x x x x - - -',
  'map.editNotes': 'x x x x x - -',
  'mowers.edit': 'x x x - - - -',
  'carts.edit': 'x x - x - - -',
  'settings.edit': 'x x - - - - -',
  'settings.rainMode': 'x x x - - - -',
  'users.edit': 'x x - - - - -',
  'technicalNumbers.read': 'x x x x x x -',
  'technicalNumbers.edit': 'x x - x - - -',
  'restaurant.read': 'x x - x x x -',
  'restaurant.edit': 'x x - - x - -',
  'notifications.read': 'x x x x x x -',
  'notifications.acknowledge': 'x x x x x - -',
  'audit.read': 'x x - - - - -',
}

const cells = ACTIONS.flatMap(action =>
  COLUMNS.map((role, i) => [role, action, TABLE[action].split(' ')[i] === 'x'] as const),
)

describe('who may do what', () => {
  test.each(cells)('%s: %s is %s', (role, action, allowed) => {
    expect(may(role, action)).toBe(allowed)
  })

  test('an applicant may do nothing, a test user changes nothing', () => {
    expect(ACTIONS.filter(action => may(APPLICANT, action))).toEqual([])
    expect(ACTIONS.filter(action => may(TEST_USER, action) && !action.endsWith('.read'))).toEqual([])
  })

  test('the seven roles of the specification have names', () => {
    expect(ROLE_SLUGS.toSorted()).toEqual([...COLUMNS].toSorted())
    for (const slug of ROLE_SLUGS) expect(roleOf(slug)).toEqual({ name: ROLE_NAMES[slug], slug })
  })
})

describe('mayManageUser', () => {
  const table: readonly (readonly [RoleSlug, RoleSlug, RoleSlug, boolean])[] = [
    [ADMIN, ADMIN, MANAGER, true],
    [ADMIN, APPLICANT, ADMIN, true],
    [MANAGER, APPLICANT, GREENKEEPER, true],
    [MANAGER, MANAGER, TEST_USER, true],
    [MANAGER, ADMIN, MANAGER, false],
    [MANAGER, MANAGER, ADMIN, false],
    [MANAGER, APPLICANT, ADMIN, false],
    [GREENKEEPER, APPLICANT, TEST_USER, false],
    [GREENKEEPER, GREENKEEPER, ADMIN, false],
    [TEST_USER, APPLICANT, TEST_USER, false],
  ]
  test.each(table)('%s makes a %s a %s: %s', (actor, subject, newRole, allowed) => {
    expect(mayManageUser(actor, subject, newRole)).toBe(allowed)
  })
})

test('phone numbers and passwords: what is taken and what is not', () => {
  for (const good of ['+353 1 234 5678', '112', '(01) 234-567', '0123/45.67'])
    expect(phone.safeParse(good).success).toBe(true)
  for (const bad of ['', 'call me', '++1', '12', `+${'1'.repeat(40)}`]) expect(phone.safeParse(bad).success).toBe(false)
  for (const good of ['12345678', 'x'.repeat(200)]) expect(password.safeParse(good).success).toBe(true)
  for (const bad of ['1234567', 'x'.repeat(201), 'abcdefgh\u0000']) expect(password.safeParse(bad).success).toBe(false)
})
