/** Passwords: argon2id, and a refusal of those that everybody tries first. */
import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { refuse } from '../http/refusal.ts'

/** The library's own values are OWASP's: argon2id, 19 MiB, two passes, one lane. */
export const hashPassword = (password: string): Promise<string> => hash(password)

/** Verified against for logins that do not exist, so that they take as long as those that do. */
const nobody = hash(randomBytes(16).toString('hex'))

export const isPassword = async (stored: string | undefined, password: string): Promise<boolean> => {
  const isRight = await verify(stored ?? (await nobody), password)
  return isRight && stored !== undefined
}

const COMMON = new Set(
  `password passw0rd password1 password12 password123 password1234 password! p@ssw0rd p@ssword pa55word
  12345678 123456789 1234567890 0123456789 87654321 987654321 0987654321 11111111 00000000 22222222 33333333 44444444
  55555555 66666666 77777777 88888888 99999999 12341234 11223344 12121212 123123123 147258369 741852963 123654789
  12344321 112233445566 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qazxsw2 zaq12wsx q1w2e3r4 qwertyui qwertyuiop qwerty12 qwerty123
  qwerty1234 qwer1234 asdfghjk asdfghjkl asdf1234 zxcvbnm1 zxcvbnm123 abcdefgh abcd1234 abc12345 abc123456 a1b2c3d4 aa123456
  iloveyou iloveyou1 sunshine sunshine1 princess princess1 football football1 baseball baseball1 basketball superman
  superman1 batman123 welcome1 welcome12 welcome123 letmein1 letmein123 trustno1 starwars dragon123 monkey123 shadow12
  master123 michael1 jennifer computer internet whatever chocolate liverpool1 liverpool chelsea1 arsenal1 jordan23
  changeme changeme1 changeme123 admin123 admin1234 administrator administrator1 root1234 test1234 test12345 testtest
  guest123 default1 secret123 temp1234 golf1234 golfgolf golfcourse greenkeeper greensward greensward1 fairway1 mulligan`
    .split(/\s+/)
    .filter(word => word !== ''),
)

const LETTERS: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '0': 'o',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  $: 's',
  '5': 's',
  '7': 't',
}

/** The word within: without what stands before and after it, and with letters for the signs that look like them. */
const lettersOf = (password: string): string => {
  const core = password.toLowerCase().replace(/^\P{L}+|\P{L}+$/gu, '')
  return [...core].map(character => LETTERS[character] ?? character).join('')
}

/** Words of this place and product, and words that passwords are made of everywhere; figures and signs around them help little. */
const WORDS = new Set([
  ...[...COMMON].map(password => lettersOf(password)).filter(word => word.length >= 4),
  ...`golf course fairway green greens bunker birdie eagle albatross caddie putter driver mower clubhouse greensward
  greenkeeper manager admin administrator applicant buggy testuser welcome summer winter spring autumn monday friday january
  february march april june july august september october november december london dublin berlin madrid passwort
  kennwort sommer hallo schatz contrasena bienvenido teamo futbol`.split(/\s+/),
])

const LINES = [
  '0123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'yxcvbnm',
]
/** Each line there and back, over its end. */
const WALKS = LINES.flatMap(line => [line.repeat(3), [...line.repeat(3)].reverse().join('')])

/**
 * What everybody tries first: the best-known passwords, a well-known word with figures or signs around it or in place of its
 * letters, a walk along the keyboard, one short piece again and again.
 */
const isEasyToGuess = (password: string, login: string): boolean => {
  const plain = password.toLowerCase()
  const name = login.toLowerCase()
  return (
    COMMON.has(plain) ||
    WORDS.has(lettersOf(plain)) ||
    (name.length >= 4 && (plain === name || lettersOf(plain) === lettersOf(name))) ||
    WALKS.some(walk => walk.includes(plain)) ||
    /^(.{1,4})\1+$/u.test(plain)
  )
}

/** Refuses a password that everybody tries first, or that is the login itself. */
export const refuseWeakPassword = (password: string, login: string): void => {
  if (isEasyToGuess(password, login))
    refuse('invalid', undefined, { fields: { 'body.password': 'is too easy to guess' } })
}
