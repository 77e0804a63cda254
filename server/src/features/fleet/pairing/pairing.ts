/**
 * The keys that mowers sign with: made, given and ended by the server that holds the mower. A key is written down before
 * the mower gets it, and the one before it is kept until the mower has answered under the new one: whichever of the two
 * it has, it can be stopped.
 */

import { createHash, randomBytes } from 'node:crypto'
import type { MowerPairing } from '@greensward/contract'
import type { Mower } from '@greensward/domain'
import type { MowerKeys } from '@greensward/vehicle'
import type { Context } from '../../../platform/context.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import type { Seal } from '../../../platform/sealing.ts'
import type { Actor } from '../../../shared/missionLife/moveMission.ts'
import type { FleetParts } from '../fleetParts.ts'
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
/** Each former key costs one more frame for everything that is sent. */
const MOST_FORMER = 3

const fingerprintOf = (key: Uint8Array): string =>
  createHash('sha256').update(key).digest('hex').slice(0, FINGERPRINT_DIGITS)

const pairingOf = (
  { systemId }: Pick<Mower, 'systemId'>,
  row: MowerKeyRow | undefined,
  otherSender: string | null,
): MowerPairing => ({
  systemId,
  key:
    row === undefined || row.sealed === null
      ? null
      : { fingerprint: row.fingerprint, createdAt: row.createdAt.toISOString(), createdBy: row.createdBy },
  isProven: row === undefined || row.former.length === 0,
  otherSender,
})

/**
 * The keys by mower id. One that cannot be opened, because the data directory lost its own key, is a key all the same:
 * nothing of such a mower is believed until it is given another.
 */
export const openMowerKeys = async (
  { db, log }: Pick<Context, 'db' | 'log'>,
  seal: Seal,
): Promise<Map<string, MowerKeys>> =>
  new Map(
    (await readMowerKeys(db)).map(({ mowerId, sealed, former }) => {
      const open = (closed: string): Uint8Array => {
        const hex = seal.open(closed)
        if (hex === undefined) log.error({ mowerId }, 'The signing key of a mower cannot be opened')
        return hex === undefined ? randomBytes(KEY_BYTES) : Buffer.from(hex, 'hex')
      }
      const formerKeys = former.map(closed => (closed === null ? null : open(closed)))
      return [
        mowerId,
        {
          ...(sealed === null ? {} : { signingKey: open(sealed) }),
          ...(formerKeys.length === 0 ? {} : { formerKeys }),
        },
      ]
    }),
  )

export interface Pairing {
  read(mowerId: string): Promise<MowerPairing>
  /** @returns the newest key of a mower in hexadecimal digits */
  readKey(mowerId: string): Promise<string>
  /**
   * Makes a key and, if wanted, gives it to the mower over the link as it is.
   * @throws Refusal notFound, conflict, commandNoAnswer, commandRejected
   */
  newKey(mowerId: string, isSent: boolean, actor: Actor): Promise<MowerPairing>
  /** @throws Refusal notFound, conflict, commandNoAnswer, commandRejected */
  endKey(mowerId: string, actor: Actor): Promise<MowerPairing>
  /** Called when a mower has answered under the key it is to have. */
  proven(mowerId: string): Promise<void>
}

/** The keys that it may still sign with, once it is to have another key. */
const formerOf = (before: MowerKeyRow | undefined): (string | null)[] =>
  before === undefined ? [null] : [...new Set([before.sealed, ...before.former])].slice(0, MOST_FORMER)

const refuseBusy = async (tx: Parameters<typeof isOnMission>[0], mowerId: string): Promise<void> => {
  if (await isOnMission(tx, mowerId)) refuse('pairingOnMission')
}

/** @param keysChanged called after commit: the link takes the new keys and no other */
export const createPairing = (
  { ctx, gateway, garage }: Pick<FleetParts, 'ctx' | 'gateway' | 'garage'>,
  seal: Seal,
  keysChanged: () => Promise<void>,
): Pairing => {
  const otherSenderOf = (mowerId: string): string | null => gateway.state(mowerId)?.otherSender ?? null
  const isLive = (mowerId: string): boolean => gateway.state(mowerId)?.telemetry.link === 'live'
  /** An autopilot accepts no key while it is armed, and does not report that. */
  const refuseArmed = (mowerId: string): void => {
    const armed = gateway.state(mowerId)?.telemetry.armed ?? null
    if (armed !== false) refuse(armed === null ? 'pairingArmingUnknown' : 'pairingArmed')
  }
  const announce = async (): Promise<void> => {
    await keysChanged()
    // Other servers on the same database may hold the mower next.
    ctx.events.emit('garageChanged', { subject: 'mowers' })
    ctx.live.publish('garage', 'changed', { subject: 'mowers' })
  }

  /** @param isIt whether the key that is written down is the one that was answered under */
  const forgetFormer = async (mowerId: string, isIt: (row: MowerKeyRow) => boolean): Promise<void> => {
    const isDone = await ctx.db.transaction(async tx => {
      await lockMower(tx, mowerId)
      const row = await readMowerKey(tx, mowerId)
      // A key that was made since then has yet to be answered under.
      if (row === undefined || row.former.length === 0 || !isIt(row)) return false
      if (row.sealed === null) await removeMowerKey(tx, mowerId)
      else await storeMowerKey(tx, { ...row, former: [] })
      return true
    })
    if (isDone) await announce()
  }

  /** Gives it the key that is written down. @param before written down again where nothing was sent */
  const give = async (made: MowerKeyRow, before: MowerKeyRow | undefined): Promise<void> => {
    const { mowerId } = made
    const outcome = await gateway.giveSigningKey(mowerId)
    if (outcome.outcome === 'accepted') return forgetFormer(mowerId, ({ sealed }) => sealed === made.sealed)
    if (outcome.outcome === 'noAnswer' || outcome.reason === 'stopped') {
      return refuse('newKeyUnproven')
    }
    await ctx.db.transaction(tx =>
      before === undefined ? removeMowerKey(tx, mowerId).then(() => undefined) : storeMowerKey(tx, before),
    )
    await announce()
    return refuse('mowerRejected', { why: outcome.message })
  }

  return {
    proven: mowerId => forgetFormer(mowerId, () => gateway.state(mowerId)?.isKeyProven === true),
    read: async mowerId => {
      const mower = garage.mowers.get(mowerId) ?? refuse('notFound')
      return pairingOf(mower, await readMowerKey(ctx.db, mowerId), otherSenderOf(mowerId))
    },
    readKey: async mowerId => {
      const { sealed } = (await readMowerKey(ctx.db, mowerId)) ?? refuse('notFound')
      const hex = sealed === null ? undefined : seal.open(sealed)
      return hex ?? refuse('keySealed')
    },
    newKey: async (mowerId, isSent, { user }) => {
      if (isSent && !isLive(mowerId)) refuse('noLinkForKey')
      const key = randomBytes(KEY_BYTES)
      const { mower, made, before } = await ctx.db.transaction(async tx => {
        const locked = (await lockMower(tx, mowerId)) ?? refuse('notFound')
        await refuseBusy(tx, locked.id)
        if (isSent) refuseArmed(locked.id)
        const known = await readMowerKey(tx, locked.id)
        const row: MowerKeyRow = {
          mowerId: locked.id,
          sealed: seal.close(key.toString('hex')),
          fingerprint: fingerprintOf(key),
          former: formerOf(known),
          createdAt: ctx.clock.now(),
          createdBy: user?.fullname ?? '',
        }
        await storeMowerKey(tx, row)
        await ctx.audit(tx, {
          ...(user === undefined ? {} : { user }),
          action: 'mower.newKey',
          subject: 'mower',
          subjectId: locked.id,
          details: { fingerprint: row.fingerprint, sent: isSent },
        })
        return { mower: locked, made: row, before: known }
      })
      // Written down first: a key that a mower alone knows could be taken from it by a cable only.
      await announce()
      if (isSent) await give(made, before)
      return pairingOf(mower, await readMowerKey(ctx.db, mower.id), otherSenderOf(mower.id))
    },
    endKey: async (mowerId, { user }) => {
      const isReceived = isLive(mowerId)
      const { mower, made, before } = await ctx.db.transaction(async tx => {
        const locked = (await lockMower(tx, mowerId)) ?? refuse('notFound')
        await refuseBusy(tx, locked.id)
        const known = (await readMowerKey(tx, locked.id)) ?? refuse('notFound')
        if (known.sealed === null && !isReceived) return refuse('notFound')
        if (isReceived) refuseArmed(locked.id)
        const row = { ...known, sealed: null, former: formerOf(known).filter(former => former !== null) }
        await storeMowerKey(tx, row)
        await ctx.audit(tx, {
          ...(user === undefined ? {} : { user }),
          action: 'mower.removeKey',
          subject: 'mower',
          subjectId: locked.id,
        })
        return { mower: locked, made: row, before: known }
      })
      await announce()
      // One that is not received keeps its key until somebody removes it by hand; until then stops are signed with it.
      if (isReceived) await give(made, before)
      return pairingOf(mower, await readMowerKey(ctx.db, mower.id), otherSenderOf(mower.id))
    },
  }
}
