/** A broker as settings keep it, with its password sealed. */
import { createHash } from 'node:crypto'
import type { Seal } from '../sealing.ts'
import type { Broker } from './brokerClient.ts'

export type StoredBroker = Pick<Broker, 'address' | 'user' | 'authority'> & { readonly sealedPassword: string | null }

/**
 * @param key derives the client id from the key of this installation
 * @param purpose each connection at one time has its own, because a broker ends the older one of two with the same client id
 * @returns undefined where the stored password cannot be read any more
 */
export const openBroker = (stored: StoredBroker, seal: Seal, key: string, purpose: string): Broker | undefined => {
  const { address, user, authority, sealedPassword } = stored
  const password = sealedPassword === null ? null : seal.open(sealedPassword)
  if (password === undefined) return undefined
  // The same after each start, and another one for another installation; brokers take 23 letters and digits at least.
  const own = createHash('sha256')
    .update(`${seal.derive(key)} ${purpose}`)
    .digest('hex')
    .slice(0, 12)
  return { address, user, authority, password, clientId: `greensward${own}` }
}
