/** Passwords: argon2id, and a refusal of those that everybody tries first. */

import { randomBytes } from 'node:crypto'
import { said } from '@greensward/messages'
import { hash, verify } from '@node-rs/argon2'
import type { Reader } from '../../platform/db/database.ts'
import { refuseFields } from '../../platform/http/refusal.ts'
import { readCourseName } from '../../shared/course/courseStore.ts'

/** The library's own values are OWASP's: argon2id, 19 MiB, two passes, one lane. */
export const hashPassword = (password: string): Promise<string> => hash(password)

/** Verified against for logins that do not exist, so that they take as long as those that do. */
const nobody = hash(randomBytes(16).toString('hex'))

export const isPassword = async (stored: string | undefined, password: string): Promise<boolean> => {
  const isRight = await verify(stored ?? (await nobody), password)
  return isRight && stored !== undefined
}

/** The owner of the password, for the words that others know of them. */
export interface Owner {
  readonly login: string
  readonly fullname: string
  readonly email?: string | null | undefined
}

/** Refuses a password that everybody tries first, or that is made of what is known of its owner and the course. */
export const refuseWeakPassword = async (
  db: Reader,
  password: string,
  { login, fullname, email }: Owner,
): Promise<void> => {
  // Its list takes 20 MB, and most servers go weeks without a new password.
  const { isEasyToGuess } = await import('./easyToGuess.ts')
  if (isEasyToGuess(password, [login, fullname, email ?? '', await readCourseName(db)]))
    refuseFields({ 'body.password': said('easyToGuess') })
}
