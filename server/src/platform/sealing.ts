/** Keeps a secret of somebody else's service in the database without keeping it readable there. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Seal {
  close(text: string): string
  /** Undefined for what was sealed with another key or was changed. */
  open(sealed: string): string | undefined
  /** The same 256 bits for the same text each time, which cannot be computed without the key. */
  derive(text: string): string
}

const FILE = 'secrets.key'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Whole or not at all, and one alone where several servers start on one folder. */
const makeKey = (path: string): void => {
  const own = `${path}.${process.pid}`
  writeFileSync(own, randomBytes(KEY_BYTES), { mode: 0o600, flush: true })
  try {
    linkSync(own, path)
  } catch (error) {
    if (!existsSync(path)) throw error
  } finally {
    unlinkSync(own)
  }
}

/** The key is beside the database and not in it, so that a copy of the tables alone gives nothing away. */
const readKey = (dataDir: string): Buffer => {
  const path = join(dataDir, FILE)
  if (!existsSync(path)) makeKey(path)
  const key = readFileSync(path)
  if (key.length !== KEY_BYTES) throw new Error(`${path} does not hold a key of ${KEY_BYTES} bytes`)
  return key
}

/** AES-256-GCM. @throws Error when the key file is not usable */
export const openSeal = (dataDir: string): Seal => {
  const key = readKey(dataDir)
  const deriving = Buffer.from(hkdfSync('sha256', key, '', 'derive', KEY_BYTES))
  return {
    close: text => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
    },
    open: sealed => {
      const bytes = Buffer.from(sealed, 'base64')
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
        decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
        const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
        return text.toString('utf8')
      } catch {
        return undefined
      }
    },
    derive: text => createHmac('sha256', deriving).update(text).digest('base64url'),
  }
}
