/** Signing in: a password, then a code that was sent. */

import { randomUUID } from 'node:crypto'
import type { TokenPair } from '@greensward/contract'
import type { MessageLanguage } from '@greensward/domain'
import type { Context } from '../../platform/context.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Seal } from '../../platform/sealing.ts'
import { codeHash, isSame, newCode } from '../../platform/secrets.ts'
import {
  countAttempt,
  lockAttempts,
  loginHash,
  recentFailures,
  recordAttempt,
  takeBackAttempt,
  waitS,
} from './attemptStore.ts'
import {
  addChallenge,
  addResend,
  type Challenge,
  changeChallenge,
  codesSentSince,
  lockChallenge,
  resendsSince,
} from './challengeStore.ts'
import type { CodeSender } from './codeSender.ts'
import { isPassword } from './password.ts'
import { openSession, rotate } from './sessionStore.ts'
import { findUserByLogin, lockUser } from './userStore.ts'

export const CODE_S = 5 * 60
export const MOST_TRIES = 5
export const RESEND_AFTER_S = 60
export const MOST_RESENDS_PER_HOUR = 5
/** Codes that one person is sent within an hour, first ones and new ones together. */
export const MOST_CODES_PER_HOUR = 30
const HOUR_MS = 3_600_000
/** This number of failures within a quarter of an hour causes a notification. */
const REMARKABLE_FAILURES = 10

const later = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1_000)

const refuseToWait = (retryAfterS: number): never =>
  refuse('tooManyRequests', {}, { retryAfterS, details: { retryAfterS } })

/** @param sent when codes were sent within the last hour, newest first */
const refuseMoreCodes = (sent: readonly Date[], most: number, now: Date): void => {
  const oldest = sent[most - 1]
  if (oldest !== undefined) refuseToWait(Math.ceil((oldest.getTime() + HOUR_MS - now.getTime()) / 1_000))
}

/**
 * Tells administrators of many failures at one account, by the account's own name: never in a caller's words.
 * @param failures of this login so far, the newest included
 */
const noticeFailures = (ctx: Context, login: string, failures: number): void => {
  if (failures !== REMARKABLE_FAILURES) return
  ctx.events.emit('notice', {
    level: 'warning',
    subject: 'system',
    subjectId: null,
    kind: 'failedLogins',
    values: { login, count: REMARKABLE_FAILURES },
    roles: ['ROLE_ADMIN', 'ROLE_MANAGER'],
  })
}

/** Step one. Known and unknown logins get the same answer after the same work. */
export const startSignIn = async (
  ctx: Context,
  sender: CodeSender,
  given: {
    readonly login: string
    readonly password: string
    readonly address: string
    readonly language: MessageLanguage | undefined
  },
): Promise<{ challengeId: string; sentTo: string; resendAfterS: number }> => {
  const user = await findUserByLogin(ctx.db, given.login)
  // Counted by the person found, so that no other spelling of a login has a count of its own.
  const login = loginHash(user?.login ?? given.login)
  const attempt = await countAttempt(ctx.db, login, given.address, ctx.clock.now())
  if (attempt.kind === 'blocked') return refuseToWait(attempt.seconds)
  const isRight = await isPassword(user?.passwordHash, given.password)
  if (user === undefined || !isRight) {
    if (user !== undefined) noticeFailures(ctx, user.login, attempt.failures)
    return refuse('wrongCredentials')
  }
  await takeBackAttempt(ctx.db, attempt.id)
  const id = randomUUID()
  const code = newCode()
  await ctx.db.transaction(async tx => {
    const now = ctx.clock.now()
    // The password may have been changed while this one was judged.
    if ((await lockUser(tx, user.id))?.passwordHash !== user.passwordHash) return refuse('wrongCredentials')
    refuseMoreCodes(await codesSentSince(tx, user.id, new Date(now.getTime() - HOUR_MS)), MOST_CODES_PER_HOUR, now)
    return addChallenge(tx, {
      id,
      userId: user.id,
      codeHash: codeHash(id, code),
      codeExpiresAt: later(now, CODE_S),
      tries: 0,
      sentAt: now,
      usedAt: null,
      createdAt: now,
    })
  })
  const sentTo = await sender.send(user, code, given.language)
  return { challengeId: id, sentTo, resendAfterS: RESEND_AFTER_S }
}

/** A challenge is over after its tries, its use, or an hour. */
const isOver = (challenge: Challenge, now: Date): boolean =>
  challenge.usedAt !== null || challenge.tries >= MOST_TRIES || now.getTime() - challenge.createdAt.getTime() > HOUR_MS

type CodeVerdict =
  | { readonly kind: 'right'; readonly pair: TokenPair }
  | { readonly kind: 'wrong'; readonly login: string; readonly failures: number; readonly startAgain: boolean }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'blocked'; readonly seconds: number }

/** Step two. A wrong code is counted even when the same moment brings another. */
export const finishSignIn = async (
  ctx: Context,
  given: {
    readonly challengeId: string
    readonly code: string
    readonly address: string
    readonly userAgent: string
  },
): Promise<TokenPair> => {
  const verdict = await ctx.db.transaction<CodeVerdict>(async tx => {
    const now = ctx.clock.now()
    const found = await lockChallenge(tx, given.challengeId)
    if (found === undefined) return { kind: 'unknown' }
    const { challenge, user } = found
    const login = loginHash(user.login)
    await lockAttempts(tx, login)
    const seconds = await waitS(tx, login, given.address, now)
    if (seconds > 0) return { kind: 'blocked', seconds }
    if (isOver(challenge, now)) return { kind: 'unknown' }
    const isRight = isSame(challenge.codeHash, codeHash(challenge.id, given.code.trim()))
    if (!isRight || challenge.codeExpiresAt <= now) {
      const tries = challenge.tries + 1
      await changeChallenge(tx, challenge.id, { tries })
      await recordAttempt(tx, { loginHash: login, address: given.address, succeeded: false, at: now })
      const failures = await recentFailures(tx, login, now)
      return { kind: 'wrong', login: user.login, failures, startAgain: tries >= MOST_TRIES }
    }
    await changeChallenge(tx, challenge.id, { usedAt: now })
    const { sessionId, ...pair } = await openSession(tx, user.id, now, {
      userAgent: given.userAgent,
      address: given.address,
    })
    await recordAttempt(tx, { loginHash: login, address: given.address, succeeded: true, at: now })
    await ctx.audit(tx, { user, action: 'auth.signIn', subject: 'session', subjectId: sessionId })
    return { kind: 'right', pair }
  })
  switch (verdict.kind) {
    case 'right':
      return verdict.pair
    case 'blocked':
      return refuseToWait(verdict.seconds)
    case 'wrong':
      noticeFailures(ctx, verdict.login, verdict.failures)
      return refuse('wrongCode', {}, { details: { startAgain: verdict.startAgain } })
    case 'unknown':
      return refuse('wrongCode', {}, { details: { startAgain: true } })
  }
}

/** A new code for the same challenge; the old one is void, the tries so far still count. */
export const resendCode = async (
  ctx: Context,
  sender: CodeSender,
  challengeId: string,
  language: MessageLanguage | undefined,
): Promise<{ sentTo: string; resendAfterS: number }> => {
  const { user, code } = await ctx.db.transaction(async tx => {
    const now = ctx.clock.now()
    const found = await lockChallenge(tx, challengeId)
    if (found === undefined || isOver(found.challenge, now)) {
      return refuse('wrongCode', {}, { details: { startAgain: true } })
    }
    const tooSoonS = Math.ceil((later(found.challenge.sentAt, RESEND_AFTER_S).getTime() - now.getTime()) / 1_000)
    if (tooSoonS > 0) return refuseToWait(tooSoonS)
    const since = new Date(now.getTime() - HOUR_MS)
    refuseMoreCodes(await resendsSince(tx, found.user.id, since), MOST_RESENDS_PER_HOUR, now)
    refuseMoreCodes(await codesSentSince(tx, found.user.id, since), MOST_CODES_PER_HOUR, now)
    const fresh = newCode()
    await changeChallenge(tx, challengeId, {
      codeHash: codeHash(challengeId, fresh),
      codeExpiresAt: later(now, CODE_S),
      sentAt: now,
    })
    await addResend(tx, found.user.id, now)
    return { user: found.user, code: fresh }
  })
  return { sentTo: await sender.send(user, code, language), resendAfterS: RESEND_AFTER_S }
}

/** @param client tells one caller from another, for the grace of parallel tabs */
export const refreshTokens = async (
  ctx: Context,
  derive: Seal['derive'],
  refreshToken: string,
  client: string,
): Promise<TokenPair> => {
  const rotation = await ctx.db.transaction(async tx => rotate(tx, derive, refreshToken, client, ctx.clock.now()))
  if (rotation.kind === 'rotated') return rotation.pair
  if (rotation.kind === 'reused') {
    ctx.log.warn({ sessionId: rotation.sessionId }, 'A refresh token was used twice; its session has ended')
    ctx.events.emit('sessionsEnded', { sessionIds: [rotation.sessionId] })
  }
  return refuse('unauthorized')
}
