/** Pairing: by which system id a mower is known, and the key that its messages are signed with. */
import { createHash, randomBytes } from 'node:crypto'
import type { Mower } from '@greensward/domain'
import { calls, type MowerPairing } from '@greensward/domain/contract'
import { refuse } from '../../http/refusal.ts'
import { type Route, route } from '../../http/route.ts'
import type { Seal } from '../../sealing.ts'
import { type Fleet, telemetryOf } from '../fleetState.ts'
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

/** @param keysChanged called after commit: the link takes the new keys and no other */
export const pairingRoutes = (fleet: Fleet, seal: Seal, keysChanged: () => Promise<void>): readonly Route[] => {
  const { ctx, gateway } = fleet
  const refuseBusy = async (tx: Parameters<typeof isOnMission>[0], mowerId: string): Promise<void> => {
    // With the wrong key on one side nobody hears the other: a mower that drives could not be stopped.
    if (await isOnMission(tx, mowerId)) refuse('conflict', 'The mower is on a mission and must be heard all the while')
  }
  /** Only the server that holds a mower can hand it a key under the one before. */
  const refuseHeldElsewhere = (mowerId: string): void => {
    if (!fleet.ownership.holds(mowerId) && telemetryOf(fleet, mowerId)?.link === 'live')
      refuse('unavailable', 'Another server speaks with this mower at the moment. Try again')
  }
  const announce = async (): Promise<void> => {
    await keysChanged()
    // Other servers on the same database may hold the mower next.
    ctx.events.emit('garageChanged', { subject: 'mowers' })
    ctx.live.publish('garage', 'changed', { subject: 'mowers' })
  }

  return [
    route(calls.pairing.get, async ({ params }) => {
      const mower = fleet.mowers.get(params.id) ?? refuse('notFound')
      return pairingOf(mower, await readMowerKey(ctx.db, params.id))
    }),
    route(
      calls.pairing.newKey,
      async ({ params, body, user }) => {
        refuseHeldElsewhere(params.id)
        if (body.send && gateway.state(params.id)?.telemetry.link !== 'live')
          refuse('commandNoAnswer', 'The mower is not heard, so no key can be sent to it')
        const key = randomBytes(KEY_BYTES)
        const { mower, row, before } = await ctx.db.transaction(async tx => {
          const locked = (await lockMower(tx, params.id)) ?? refuse('notFound')
          await refuseBusy(tx, locked.id)
          const known = await readMowerKey(tx, locked.id)
          const made: MowerKeyRow = {
            mowerId: locked.id,
            sealed: seal.close(key.toString('hex')),
            fingerprint: fingerprintOf(key),
            createdAt: ctx.clock.now(),
            createdBy: user.fullname,
          }
          await storeMowerKey(tx, made)
          const details = { fingerprint: made.fingerprint, sent: body.send }
          await ctx.audit(tx, { user, action: 'mower.newKey', subject: 'mower', subjectId: locked.id, details })
          return { mower: locked, row: made, before: known }
        })
        // Over the link as it is, under the key of before, and only once the new one is written down: a key that a mower alone
        // knows could be taken from it by a cable only. It is not answered and may be lost, so it goes out more than once.
        const sent = body.send ? Array.from({ length: TIMES_SENT }, () => gateway.sendSigningKey(mower.id, key)) : []
        const failed = sent.find(({ outcome }) => outcome !== 'accepted')
        if (failed !== undefined && failed.outcome !== 'accepted') {
          await ctx.db.transaction(async tx => {
            if (before === undefined) await removeMowerKey(tx, mower.id)
            else await storeMowerKey(tx, before)
          })
          return refuse('commandRejected', failed.message)
        }
        await announce()
        return { key: key.toString('hex'), pairing: pairingOf(mower, row) }
      },
      { tellsSecret: true },
    ),
    route(calls.pairing.removeKey, async ({ params, user, write }) => {
      refuseHeldElsewhere(params.id)
      const answer = await write(async tx => {
        const mower = (await lockMower(tx, params.id)) ?? refuse('notFound')
        await refuseBusy(tx, mower.id)
        if (!(await removeMowerKey(tx, mower.id))) return refuse('notFound')
        await ctx.audit(tx, { user, action: 'mower.removeKey', subject: 'mower', subjectId: mower.id })
        return pairingOf(mower, undefined)
      })
      // Signed with the key that ends; a mower that is not heard keeps it until somebody takes it off by hand.
      if (gateway.state(params.id)?.telemetry.link === 'live')
        for (let time = 0; time < TIMES_SENT; time += 1) gateway.sendSigningKey(params.id, new Uint8Array(KEY_BYTES))
      await announce()
      return answer
    }),
    route(calls.pairing.unpaired, async () => {
      const items = gateway.unknownVehicles().map(({ systemId, link, lastHeardMs }) => ({
        systemId,
        link,
        lastHeardAt: new Date(lastHeardMs).toISOString(),
      }))
      return { items, total: items.length }
    }),
  ]
}
