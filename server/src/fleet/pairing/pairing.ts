/**
 * The keys that mowers sign with: made, handed over and ended by the server that holds the mower, since a key is handed
 * over under the one before.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Mower } from '@greensward/domain'
import type { MowerPairing } from '@greensward/domain/contract'
import { refuse } from '../../http/refusal.ts'
import type { Actor } from '../../missionLife/moveMission.ts'
import type { Seal } from '../../sealing.ts'
import type { Fleet } from '../fleetState.ts'
import {
  isOnMission,
  lockMower,
  type MowerKeyRow,
  readMowerKey,
  readMowerKeys,
  removeMowerKey,
  storeMowerKey,
} from './pairingStore.ts'

const KEY_BYTES = 32
const FINGERPRINT_DIGITS = 8
const TIMES_SENT = 3

const fingerprintOf = (key: Uint8Array): string =>
  createHash('sha256').update(key).digest('hex').slice(0, FINGERPRINT_DIGITS)

const pairingOf = ({ systemId }: Pick<Mower, 'systemId'>, key: MowerKeyRow | undefined): MowerPairing => ({
  systemId,
  key:
    key === undefined
      ? null
      : { fingerprint: key.fingerprint, createdAt: key.createdAt.toISOString(), createdBy: key.createdBy },
})

/**
 * The keys by mower id. One that cannot be opened, because the data directory lost its own key, is a key all the same: nothing of
 * such a mower is believed until it is given another.
 */
export const openMowerKeys = async (fleet: Fleet, seal: Seal): Promise<Map<string, Uint8Array>> =>
  new Map(
    (await readMowerKeys(fleet.ctx.db)).map(({ mowerId, sealed }) => {
      const hex = seal.open(sealed)
      if (hex === undefined) fleet.ctx.log.error({ mowerId }, 'The signing key of a mower cannot be opened')
      return [mowerId, hex === undefined ? randomBytes(KEY_BYTES) : Buffer.from(hex, 'hex')]
    }),
  )

export interface Pairing {
  read(mowerId: string): Promise<MowerPairing>
  /** @returns the newest key of a mower in hexadecimal digits */
  readKey(mowerId: string): Promise<string>
  /**
   * Makes a key and, if wanted, hands it to the mower over the link as it is.
   * @throws Refusal notFound, conflict, commandNoAnswer, commandRejected
   */
  newKey(mowerId: string, isSent: boolean, actor: Actor): Promise<MowerPairing>
  /** @throws Refusal notFound, conflict */
  endKey(mowerId: string, actor: Actor): Promise<MowerPairing>
}

/** @param keysChanged called after commit: the link takes the new keys and no other */
export const createPairing = (fleet: Fleet, seal: Seal, keysChanged: () => Promise<void>): Pairing => {
  const { ctx, gateway } = fleet
  const isLive = (mowerId: string): boolean => gateway.state(mowerId)?.telemetry.link === 'live'
  const refuseBusy = async (tx: Parameters<typeof isOnMission>[0], mowerId: string): Promise<void> => {
    // With the wrong key on one side nobody hears the other: a mower that drives could not be stopped.
    if (await isOnMission(tx, mowerId)) refuse('conflict', 'The mower is on a mission and must be heard all the while')
  }
  const announce = async (): Promise<void> => {
    await keysChanged()
    // Other servers on the same database may hold the mower next.
    ctx.events.emit('garageChanged', { subject: 'mowers' })
    ctx.live.publish('garage', 'changed', { subject: 'mowers' })
  }

  return {
    read: async mowerId => {
      const mower = fleet.mowers.get(mowerId) ?? refuse('notFound')
      return pairingOf(mower, await readMowerKey(ctx.db, mowerId))
    },
    readKey: async mowerId => {
      const { sealed } = (await readMowerKey(ctx.db, mowerId)) ?? refuse('notFound')
      return seal.open(sealed) ?? refuse('unavailable', 'The key of this mower cannot be opened')
    },
    newKey: async (mowerId, isSent, { user }) => {
      if (isSent && !isLive(mowerId)) refuse('commandNoAnswer', 'The mower is not heard, so no key can be sent to it')
      const key = randomBytes(KEY_BYTES)
      const { mower, row, before } = await ctx.db.transaction(async tx => {
        const locked = (await lockMower(tx, mowerId)) ?? refuse('notFound')
        await refuseBusy(tx, locked.id)
        const known = await readMowerKey(tx, locked.id)
        const made: MowerKeyRow = {
          mowerId: locked.id,
          sealed: seal.close(key.toString('hex')),
          fingerprint: fingerprintOf(key),
          createdAt: ctx.clock.now(),
          createdBy: user?.fullname ?? '',
        }
        await storeMowerKey(tx, made)
        await ctx.audit(tx, {
          ...(user === undefined ? {} : { user }),
          action: 'mower.newKey',
          subject: 'mower',
          subjectId: locked.id,
          details: { fingerprint: made.fingerprint, sent: isSent },
        })
        return { mower: locked, row: made, before: known }
      })
      // Over the link as it is, under the key of before, and only once the new one is written down: a key that a mower alone
      // knows could be taken from it by a cable only. It is not answered and may be lost, so it goes out more than once.
      const sent = isSent ? Array.from({ length: TIMES_SENT }, () => gateway.sendSigningKey(mower.id, key)) : []
      const failed = sent.find(({ outcome }) => outcome !== 'accepted')
      if (failed !== undefined && failed.outcome !== 'accepted') {
        await ctx.db.transaction(async tx => {
          if (before === undefined) await removeMowerKey(tx, mower.id)
          else await storeMowerKey(tx, before)
        })
        return refuse('commandRejected', failed.message)
      }
      await announce()
      return pairingOf(mower, row)
    },
    endKey: async (mowerId, { user }) => {
      const answer = await ctx.db.transaction(async tx => {
        const mower = (await lockMower(tx, mowerId)) ?? refuse('notFound')
        await refuseBusy(tx, mower.id)
        if (!(await removeMowerKey(tx, mower.id))) return refuse('notFound')
        await ctx.audit(tx, {
          ...(user === undefined ? {} : { user }),
          action: 'mower.removeKey',
          subject: 'mower',
          subjectId: mower.id,
        })
        return pairingOf(mower, undefined)
      })
      // Signed with the key that ends; a mower that is not heard keeps it until somebody takes it off by hand.
      if (isLive(mowerId))
        for (let time = 0; time < TIMES_SENT; time += 1) gateway.sendSigningKey(mowerId, new Uint8Array(KEY_BYTES))
      await announce()
      return answer
    },
  }
}
