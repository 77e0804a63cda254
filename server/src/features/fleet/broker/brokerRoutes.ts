/** How a mower on a broker is read, saved, removed and tried over HTTP, whichever protocol it speaks. */
import type { BrokerMowerState, MqttProblem } from '@greensward/contract'
import type { BrokerMachine, MachineConfig } from '@greensward/vehicle/broker'
import type { Tx } from '../../../platform/db/database.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import type { User } from '../../../platform/http/route.ts'
import { failureOf } from '../../../platform/mqtt/brokerClient.ts'
import type { Seal } from '../../../platform/sealing.ts'
import { readMower } from '../../../shared/missionLife/machinesStore.ts'
import type { FleetParts } from '../fleetParts.ts'
import { isOnMission, lockMower } from '../pairing/pairingStore.ts'
import { speaksAnother } from './brokerKinds.ts'
import { type BrokerKind, brokerMower } from './brokerMower.ts'
import type { StoredBrokerMower } from './brokerStore.ts'
import { tryMachine } from './tryMachine.ts'

export const TESTS_PER_MINUTE = 10

export type BrokerRouteParts = Pick<FleetParts, 'ctx' | 'brokerMachines'>

/** A password that is left out stays as it is. */
type Form<S> = Omit<S, 'mowerId' | 'sealedPassword'> & { readonly password?: string | undefined }
/** Without the password, which can be set and never read. */
type Shown<S> = Omit<S, 'mowerId' | 'sealedPassword'> & { readonly hasPassword: boolean }
type Write<T> = (work: (tx: Tx) => Promise<T>) => Promise<T>

export interface Tried {
  readonly problem: MqttProblem | null
  readonly detail: string
  /** Undefined where the broker was not reached. */
  readonly machine: BrokerMachine | undefined
}

export const ELSEWHERE: BrokerMowerState = {
  connection: 'elsewhere',
  problem: null,
  detail: '',
  activity: 'unknown',
  reportAgeMs: null,
}

export const brokerHandlers = <S extends StoredBrokerMower, C extends MachineConfig>(
  { ctx }: BrokerRouteParts,
  seal: Seal,
  kind: BrokerKind<S, C>,
) => {
  const { name, store } = kind
  /** Asks the database: a mower that was added just now, or through another server, may not be in the garage here yet. */
  const refuseUnknown = async (mowerId: string): Promise<void> => {
    if ((await readMower(ctx.db, mowerId)) === undefined) refuse('notFound')
  }
  const shownOf = ({ mowerId: _, sealedPassword, ...link }: S): Shown<S> => ({
    ...link,
    hasPassword: sealedPassword !== null,
  })
  const storedOf = (mowerId: string, before: S | undefined, { password, ...link }: Form<S>): S => {
    // A password is for the broker and the user that it was typed for and must not go to another one.
    const isSame = before?.address === link.address && before.user === link.user
    const kept = isSame ? before.sealedPassword : null
    const sealedPassword = password === undefined ? kept : password === '' ? null : seal.close(password)
    return { ...link, mowerId, sealedPassword } as unknown as S
  }
  /** A mission binds a mower to the link that it was started by. */
  const lockIdle = async (tx: Tx, mowerId: string): Promise<void> => {
    if ((await lockMower(tx, mowerId)) === undefined) refuse('notFound')
    if (await isOnMission(tx, mowerId)) refuse('onMissionAlready')
  }
  const note = (tx: Tx, user: User, subjectId: string, before: S | undefined, after: S | undefined): Promise<void> => {
    const seen = (stored: S | undefined) => ({ [name]: stored === undefined ? null : shownOf(stored) })
    const details = { before: seen(before), after: seen(after) }
    return ctx.audit(tx, { user, action: 'settings.update', subject: 'mower', subjectId, details })
  }
  const changed = (): void => {
    ctx.events.emit('garageChanged', { subject: 'mowers' })
    ctx.live.publish('garage', 'changed', { subject: 'mowers' })
  }

  return {
    /** @returns null for a mower that does not speak this protocol */
    read: async (mowerId: string): Promise<Shown<S> | null> => {
      await refuseUnknown(mowerId)
      const stored = await store.read(ctx.db, mowerId)
      return stored === undefined ? null : shownOf(stored)
    },
    save: async (mowerId: string, body: Form<S>, user: User, write: Write<Shown<S>>): Promise<Shown<S>> => {
      const answer = await write(async tx => {
        await lockIdle(tx, mowerId)
        if (await speaksAnother(tx, mowerId, name)) refuse('linkedOtherwise')
        const before = await store.read(tx, mowerId)
        const after = storedOf(mowerId, before, body)
        await store.save(tx, after, ctx.clock.now())
        await note(tx, user, mowerId, before, after)
        return shownOf(after)
      })
      changed()
      return answer
    },
    remove: async (mowerId: string, user: User, write: Write<Record<string, never>>) => {
      const answer = await write(async tx => {
        await lockIdle(tx, mowerId)
        const before = await store.read(tx, mowerId)
        if (before === undefined) return {}
        await store.remove(tx, mowerId)
        await note(tx, user, mowerId, before, undefined)
        return {}
      })
      changed()
      return answer
    },
    /** Stores nothing, and sends nothing to the mower. */
    test: async (mowerId: string, body: Form<S>): Promise<Tried> => {
      await refuseUnknown(mowerId)
      const stored = storedOf(mowerId, await store.read(ctx.db, mowerId), body)
      try {
        const connection = brokerMower(kind, stored).connection(seal, 'test', null)
        return { problem: null, detail: '', machine: await tryMachine(connection, ctx.config.outgoingPrivate) }
      } catch (error) {
        const { problem, message } = failureOf(error)
        return { problem, detail: message, machine: undefined }
      }
    },
  }
}

/** Null where nothing was received from it. */
export const triedActivity = ({ machine }: Tried) =>
  machine === undefined || machine.ageMs === null ? null : machine.activity
