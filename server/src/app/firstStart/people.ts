/** The first people of a deployment. */
import { randomInt } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROLE_NAMES, ROLE_SLUGS, type RoleSlug } from '@greensward/domain'
import { hashPassword } from '../../features/auth/password.ts'
import { addUser } from '../../features/auth/userStore.ts'
import type { Reader } from '../../platform/db/database.ts'

export interface DemoUser {
  readonly role: RoleSlug
  readonly login: string
  readonly password: string
}

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Three groups of five: 74 bits, easy to type. */
const newPassword = (): string =>
  Array.from({ length: 3 }, () => Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)]).join('')).join(
    '-',
  )

const fileOf = (folder: string): string => join(folder, 'demo-users.json')

const LOGINS: Readonly<Record<RoleSlug, string>> = {
  ROLE_ADMIN: 'admin',
  ROLE_MANAGER: 'manager',
  ROLE_GREENKEEPER: 'greenkeeper',
  ROLE_BUGGY_ADMIN: 'buggyadmin',
  ROLE_BUGGY_BAR: 'buggybar',
  ROLE_TEST_USER: 'testuser',
  ROLE_APPLICANT: 'applicant',
}

/** The demo's logins for everyone who may read the folder that servers share; empty where there are none. */
export const readDemoUsers = (folder: string): readonly DemoUser[] =>
  existsSync(fileOf(folder)) ? JSON.parse(readFileSync(fileOf(folder), 'utf8')) : []

/** One person for each role, each with a password of its own, kept in a file that only the server's user can read. */
export const addDemoUsers = async (tx: Reader, folder: string, now: Date): Promise<void> => {
  const people = ROLE_SLUGS.map(role => ({ role, login: LOGINS[role], password: newPassword() }))
  // Written before the commit: after a crash in between, the database is empty and this file is written again.
  const file = fileOf(folder)
  writeFileSync(`${file}.new`, `${JSON.stringify(people, null, 2)}\n`, { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
  for (const { role, login, password } of people) {
    await addUser(tx, {
      login,
      fullname: `Demo ${ROLE_NAMES[role]}`,
      phone: '',
      email: `${login}@greensward.example`,
      role,
      passwordHash: await hashPassword(password),
      createdAt: now,
      updatedAt: now,
    })
  }
}
