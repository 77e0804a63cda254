/** Which mowers of the garage run OpenMower, and how each is reached, over HTTP. */
import type { OpenMowerForm, OpenMowerState } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import type { Tx } from '../../../platform/db/database.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { type Route, route, type User } from '../../../platform/http/route.ts'
import { BrokerFailure, failureOf } from '../../../platform/mqtt/brokerClient.ts'
import type { Seal } from '../../../platform/sealing.ts'
import type { FleetParts } from '../fleetParts.ts'
import { isOnMission, lockMower } from '../pairing/pairingStore.ts'
import {
  readOpenMower,
  removeOpenMower,
  type StoredOpenMower,
  saveOpenMower,
  shownOpenMower,
} from './openMowerStore.ts'
import { brokerOf, connectionOf } from './openMowers.ts'
import { tryOpenMower } from './tryOpenMower.ts'

const TESTS_PER_MINUTE = 10

type Parts = Pick<FleetParts, 'ctx' | 'garage' | 'openMowers'>

const ELSEWHERE: OpenMowerState = {
  connection: 'elsewhere',
  problem: null,
  detail: '',
  activity: 'unknown',
  reportAgeMs: null,
}

export const openMowerRoutes = ({ ctx, garage, openMowers }: Parts, seal: Seal): readonly Route[] => {
  const refuseUnknown = (mowerId: string): void => {
    if (!garage.mowers.has(mowerId)) refuse('notFound')
  }

  const storedOf = (
    mowerId: string,
    before: StoredOpenMower | undefined,
    { password, ...link }: OpenMowerForm,
  ): StoredOpenMower => {
    // A password is for the broker and the user that it was typed for and must not go to another one.
    const isSame = before?.address === link.address && before.user === link.user
    const kept = isSame ? before.sealedPassword : null
    const sealedPassword = password === undefined ? kept : password === '' ? null : seal.close(password)
    return { mowerId, ...link, sealedPassword }
  }

  /** A mission binds a mower to the link that it was started by. */
  const lockIdle = async (tx: Tx, mowerId: string): Promise<void> => {
    if ((await lockMower(tx, mowerId)) === undefined) refuse('notFound')
    if (await isOnMission(tx, mowerId)) refuse('onMissionAlready')
  }

  const note = (tx: Tx, user: User, subjectId: string, details: object): Promise<void> =>
    ctx.audit(tx, { user, action: 'settings.update', subject: 'mower', subjectId, details })

  const changed = (): void => {
    ctx.events.emit('garageChanged', { subject: 'mowers' })
    ctx.live.publish('garage', 'changed', { subject: 'mowers' })
  }

  return [
    route(lateCalls.openMower.get, async ({ params: { id } }) => {
      refuseUnknown(id)
      const stored = await readOpenMower(ctx.db, id)
      if (stored === undefined) return { link: null, state: null }
      return { link: shownOpenMower(stored), state: openMowers.stateOf(id) ?? ELSEWHERE }
    }),
    route(lateCalls.openMower.save, async ({ params: { id }, body, user, write }) => {
      const answer = await write(async tx => {
        await lockIdle(tx, id)
        const before = await readOpenMower(tx, id)
        const after = storedOf(id, before, body)
        await saveOpenMower(tx, after, ctx.clock.now())
        const shown = shownOpenMower(after)
        await note(tx, user, id, {
          before: { openMower: before === undefined ? null : shownOpenMower(before) },
          after: { openMower: shown },
        })
        return shown
      })
      changed()
      return answer
    }),
    route(lateCalls.openMower.remove, async ({ params: { id }, user, write }) => {
      const answer = await write(async tx => {
        await lockIdle(tx, id)
        const before = await readOpenMower(tx, id)
        if (before === undefined) return {}
        await removeOpenMower(tx, id)
        await note(tx, user, id, { before: { openMower: shownOpenMower(before) }, after: { openMower: null } })
        return {}
      })
      changed()
      return answer
    }),
    route(
      lateCalls.openMower.test,
      async ({ params: { id }, body }) => {
        refuseUnknown(id)
        const stored = storedOf(id, await readOpenMower(ctx.db, id), body)
        try {
          const broker = brokerOf(stored, seal, 'test')
          if (broker === undefined) throw new BrokerFailure('sealBroken', '')
          const { machine } = connectionOf(stored, seal)
          const activity = await tryOpenMower(broker, machine, ctx.config.outgoingPrivate)
          return { problem: null, detail: '', activity }
        } catch (error) {
          const { problem, message } = failureOf(error)
          return { problem, detail: message, activity: null }
        }
      },
      { perMinute: TESTS_PER_MINUTE },
    ),
  ]
}
