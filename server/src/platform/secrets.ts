/** Random secrets and their hashes. What is stored can be compared with a secret, never turned back into it. */
import { createHmac, hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

/** 256 random bits, fit for a header and a URL. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** How long an access token is accepted. */
export const ACCESS_S = 15 * 60

/** Tokens are random enough that a plain hash cannot be searched. */
export const tokenHash = (token: string): string => hash('sha256', token, 'base64url')

export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** Letters and digits that are not mistaken for each other. */
const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'

/** Typed by people: five random bits a letter. */
export const randomLetters = (count: number): string => [...randomBytes(count)].map(byte => LETTERS[byte & 31]).join('')

/** 50 bits, for one use within minutes. */
export const newPairingCode = (): string => randomLetters(10)

/** A code has a million values only: its hash is bound to its challenge, and it lives five minutes and five tries. */
export const codeHash = (challengeId: string, code: string): string =>
  createHmac('sha256', challengeId).update(code).digest('base64url')

export const isSame = (a: string, b: string): boolean => {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}
