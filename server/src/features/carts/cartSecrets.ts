/** Keys that people type into a phone: letters and digits that are not mistaken for each other. */
import { hash, randomBytes } from 'node:crypto'

const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz'

/** Five random bits a letter. */
const randomLetters = (count: number): string => [...randomBytes(count)].map(byte => LETTERS[byte & 31]).join('')

/** 120 bits. */
export const newTrackerKey = (): string => randomLetters(24)
/** 256 bits, never typed. */
export const newDeviceToken = (): string => randomBytes(32).toString('base64url')
/** 50 bits, for one use within minutes. */
export const newPairingCode = (): string => randomLetters(10)

/** They are random enough that a plain hash cannot be searched. */
export const secretHash = (secret: string): string => hash('sha256', secret, 'base64url')
