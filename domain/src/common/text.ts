import { z } from 'zod'
import { fieldFault } from './fieldFault.ts'

const hasNoControlCharacter = (text: string): boolean => {
  for (const character of text) if (character < ' ' || character === '\u007f') return false
  return true
}

/** Characters without a shape of their own, such as joiners, are part of many scripts, and no name by themselves. */
export const hasSomethingToSee = (text: string): boolean => /[^\s\p{Default_Ignorable_Code_Point}]/u.test(text)

/** One line of text as people type it: NFC, no control characters; trimmed ends and what nobody sees count as empty. */
export const line = (maxLength: number) =>
  z
    .string()
    .transform(text => text.normalize('NFC').trim())
    .pipe(
      z
        .string()
        .min(1, fieldFault('empty'))
        .max(maxLength)
        .refine(hasSomethingToSee, fieldFault('empty'))
        // PostgreSQL text cannot hold U+0000, and the other control characters have no place in a single line.
        .refine(hasNoControlCharacter, fieldFault('controlCharacters')),
    )

/** Text of several lines as people type it: NFC and trimmed; it may be empty. */
export const freeText = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .transform(text => text.normalize('NFC').trim())

/**
 * A name to sign in with: Latin letters, digits and . _ @ + - alone, in the form NFKC. Letters of other scripts, and characters
 * that nobody sees, look like those of another login.
 */
export const loginName = (maxLength: number) =>
  z
    .string()
    .transform(text => text.normalize('NFKC').trim())
    .pipe(
      z
        .string()
        .min(1, fieldFault('empty'))
        .max(maxLength)
        .regex(/^[\p{Script=Latin}\p{Nd}._@+-]+$/u, fieldFault('loginLetters')),
    )

/** A colour as the specification writes them: #RRGGBB. */
export const colour = z.string().regex(/^#[0-9A-Fa-f]{6}$/, fieldFault('colour'))

/** A version 4 or 7 UUID in lower case. */
export const id = z.uuid()

/** A moment as ISO 8601 in UTC, such as 2026-05-01T05:30:00.000Z. */
export const instant = z.iso.datetime()

/** Degrees clockwise from true north, 0 <= h < 360. */
export const headingDeg = z.number().min(0).lt(360)

/** Without a name and a password before the host: those would be read in logs. */
const PLAIN_ADDRESS = /^https?:\/\/[^/?#@]+([/?#]|$)/i

/** The address of another program that this server calls. */
export const outgoingAddress = z
  .url({ protocol: /^https?$/ })
  .max(500)
  .regex(PLAIN_ADDRESS, fieldFault('nameInAddress'))

/** The address of a program that sends events over a WebSocket, by the same rules. */
export const outgoingSocketAddress = z
  .url({ protocol: /^wss?$/ })
  .max(500)
  .regex(/^wss?:\/\/[^/?#@]+([/?#]|$)/i, fieldFault('nameInAddress'))
