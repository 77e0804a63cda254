/** Text messages: the gateway that sends them, tried before it is saved, and the queue of what is due. */
import type { SmsSettings, SmsSettingsChange } from '@greensward/contract'
import { lateCalls as calls } from '@greensward/contract/late'
import { said } from '@greensward/messages'
import type { Context } from '../../platform/context.ts'
import { refuseFields } from '../../platform/http/refusal.ts'
import { type Route, route } from '../../platform/http/route.ts'
import { openSeal, type Seal } from '../../platform/sealing.ts'
import { type SmsOutcome, sendSms } from '../../platform/sms/smsGateway.ts'
import { changeSms, countWaiting, noteSms, readSms, type StoredSms, sendNextSms } from '../../platform/sms/smsStore.ts'
import { readPhone } from './choiceStore.ts'

const TESTS_PER_MINUTE = 10
/** Clocks of several servers differ by less. */
const SET_BACK_MS = 60_000
const TEST_TEXT = 'Greensward: Test'

const shown = (stored: StoredSms, waiting: number): SmsSettings => {
  const { enabled, body, bodyType, expects, host, sealedHeaders, triedAt, problem, detail } = stored
  return {
    ...{ enabled, body, bodyType, expects, host, problem, detail, waiting },
    hasHeaders: sealedHeaders !== null,
    triedAt: triedAt?.toISOString() ?? null,
  }
}
/** What the record keeps. */
const seen = ({ enabled, body, bodyType, expects, host }: StoredSms) => ({ enabled, body, bodyType, expects, host })

const hostOf = (address: string): string => new URL(address.replace(/\{(to|text)\}/g, '1')).host

const changed = (seal: Seal, before: StoredSms, { address, headers, ...others }: SmsSettingsChange): StoredSms => {
  const given = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined))
  const host = address === undefined ? before.host : address === '' ? '' : hostOf(address)
  // Headers are for the host that they were typed for and must not go to another one.
  const kept = host === before.host ? before.sealedHeaders : null
  return {
    ...before,
    ...given,
    host,
    sealedAddress: address === undefined ? before.sealedAddress : address === '' ? null : seal.close(address),
    sealedHeaders: headers === undefined ? kept : headers === '' ? null : seal.close(headers),
  }
}

/** @throws Refusal of the fields without which no message gets to anybody */
const refuseIncomplete = (seal: Seal, { sealedAddress, body }: StoredSms): void => {
  const sealed = sealedAddress ?? refuseFields({ 'body.address': said('empty') })
  const all = `${seal.open(sealed) ?? ''} ${body}`
  if (!all.includes('{to}') || !all.includes('{text}')) refuseFields({ 'body.body': said('smsPlaces') })
}

const call = async (
  ctx: Context,
  seal: Seal,
  stored: StoredSms,
  message: { readonly to: string; readonly text: string },
): Promise<SmsOutcome> => {
  const { sealedAddress, sealedHeaders, body, bodyType, expects } = stored
  const address = sealedAddress === null ? undefined : seal.open(sealedAddress)
  const headers = sealedHeaders === null ? '' : seal.open(sealedHeaders)
  if (address === undefined || headers === undefined) return { problem: 'sealBroken', detail: '' }
  const options = { allowsPrivate: ctx.config.outgoingPrivate, now: () => ctx.clock.now() }
  return sendSms({ address, headers, body, bodyType, expects }, message, options)
}

/** For the log. The text of an answer stays out of it: gateways repeat the number, the message or the key of the call. */
const loggedAs = ({ problem, detail }: SmsOutcome): string =>
  problem === 'unexpectedAnswer' ? 'unexpectedAnswer' : `${problem} ${detail}`

/** Whether the gateway wants no call for now; after the clock was set back to before the last call it is asked. */
const isLeftAlone = ({ notBefore, triedAt }: StoredSms, now: Date): boolean => {
  const isSetBack = triedAt !== null && triedAt.getTime() > now.getTime() + SET_BACK_MS
  return notBefore !== null && notBefore > now && !isSetBack
}

export interface SmsFeature {
  readonly routes: readonly Route[]
  /** Sends one that is due. @returns whether there was one */
  sendNext(onFailure: (error: unknown, isLast: boolean) => void): Promise<boolean>
}

export const createSmsFeature = (ctx: Context): SmsFeature => {
  const seal = openSeal(ctx.config.sharedDir)
  const now = (): Date => ctx.clock.now()
  return {
    sendNext: async onFailure => {
      const stored = await readSms(ctx.db)
      if (!stored.enabled || isLeftAlone(stored, now())) return false
      return sendNextSms(
        ctx.db,
        now(),
        async message => {
          const outcome = await call(ctx, seal, stored, message)
          const { problem, detail, waitMs } = outcome
          const wait = waitMs === undefined ? null : new Date(now().getTime() + waitMs)
          await noteSms(ctx.db, { problem, detail, notBefore: wait }, now())
          if (problem !== null) throw new Error(loggedAs(outcome))
        },
        onFailure,
      )
    },
    routes: [
      route(calls.sms.settings, async () => shown(await readSms(ctx.db), await countWaiting(ctx.db))),
      route(calls.sms.mine, async ({ user }) => {
        const { enabled } = await readSms(ctx.db)
        return { isOn: enabled, phone: await readPhone(ctx.db, user.id) }
      }),
      route(calls.sms.update, ({ body, user, write }) =>
        write(async tx => {
          const { before, after } = await changeSms(tx, known => changed(seal, known, body), now())
          if (after.enabled) refuseIncomplete(seal, after)
          await ctx.audit(tx, {
            user,
            action: 'settings.update',
            subject: 'settings',
            subjectId: 'sms',
            details: { before: seen(before), after: seen(after) },
          })
          return shown(after, await countWaiting(tx))
        }),
      ),
      route(
        calls.sms.test,
        async ({ body: { to, ...change } }) => {
          const stored = changed(seal, await readSms(ctx.db), change)
          refuseIncomplete(seal, stored)
          const { problem, detail } = await call(ctx, seal, stored, { to, text: TEST_TEXT })
          return { problem, detail }
        },
        { perMinute: TESTS_PER_MINUTE },
      ),
    ],
  }
}
