/**
 * Sign-in by OpenID Connect, beside the password and the code: authorisation code with PKCE, state and nonce. A sign-in is a
 * row of the database, so any server continues it, and it belongs to the browser that has its cookie. The tokens of the
 * session are in no address: the login page gets a code of one use and exchanges it.
 */
import type { OidcSettings, OidcSettingsChange, TokenPair } from '@greensward/contract'
import { lateCalls as calls } from '@greensward/contract/late'
import { said } from '@greensward/messages'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../platform/context.ts'
import { databaseFailure, type Tx } from '../../../platform/db/database.ts'
import type { OidcRefusal } from '../../../platform/db/schema/index.ts'
import { callerOf } from '../../../platform/http/address.ts'
import { refuse, refuseFields } from '../../../platform/http/refusal.ts'
import { type Route, route } from '../../../platform/http/route.ts'
import type { Seal } from '../../../platform/sealing.ts'
import { newToken, tokenHash } from '../../../platform/secrets.ts'
import { openSession, type Place } from '../sessionStore.ts'
import { lockUser } from '../userStore.ts'
import { admit, type Verdict } from './account.ts'
import { type IssuerAccess, IssuerFailure, type Proof, readClaims, signInAddress, tryIssuer } from './issuer.ts'
import {
  addSignIn,
  changeOidc,
  noteOidc,
  readOidc,
  SIGN_IN_MS,
  type SignIn,
  type StoredOidc,
  settle,
  takeAnswer,
  takeCode,
} from './oidcStore.ts'
import { personOf } from './person.ts'

const TESTS_PER_MINUTE = 20
const SIGN_INS_PER_MINUTE = 60
const COOKIE = 'greensward-sign-in'
/** A token of ours, 256 bits. */
const VALUE = /^[\w-]{43}$/
const DISCOVERY = /\/\.well-known\/openid-configuration$/

const redirectUriOf = (ctx: Context, request: FastifyRequest): string =>
  new URL(`/api/${calls.oidc.callback.path}`, ctx.config.publicUrl ?? `${request.protocol}://${request.host}`).href

/** Behind https no other host of the domain can set it: https://www.rfc-editor.org/rfc/rfc6265bis#name-the-__host-prefix */
const cookieName = (redirectUri: string): string => (redirectUri.startsWith('https:') ? `__Host-${COOKIE}` : COOKIE)

const cookieOf = (ctx: Context, request: FastifyRequest): string => {
  const start = `${cookieName(redirectUriOf(ctx, request))}=`
  const pairs = (request.headers.cookie ?? '').split(';').map(pair => pair.trim())
  const value = pairs.find(pair => pair.startsWith(start))?.slice(start.length) ?? ''
  return VALUE.test(value) ? value : ''
}

/** @param ageS 0 takes the cookie away */
const cookie = (value: string, ageS: number, redirectUri: string): string =>
  [
    `${cookieName(redirectUri)}=${value}; Path=/; Max-Age=${ageS}; HttpOnly`,
    // The issuer leads back here from its own site, which `Strict` would not let the cookie follow.
    'SameSite=Lax',
    ...(redirectUri.startsWith('https:') ? ['Secure'] : []),
  ].join('; ')

const shown = (stored: StoredOidc, redirectUri: string): OidcSettings => {
  const { enabled, label, issuer, clientId, scopes, roleClaim, roles, newAccounts, followsRoles, linksByMail } = stored
  return {
    ...{ enabled, label, issuer, clientId, scopes, roleClaim, newAccounts, followsRoles, linksByMail, redirectUri },
    roles: [...roles],
    hasSecret: stored.sealedSecret !== null,
    triedAt: stored.triedAt?.toISOString() ?? null,
    ...{ problem: stored.problem, detail: stored.detail },
  }
}
/** What the record keeps. */
const seen = ({ sealedSecret, triedAt: _, problem: __, detail: ___, ...settings }: StoredOidc) => ({
  ...settings,
  hasSecret: sealedSecret !== null,
})

const changed = (seal: Seal, before: StoredOidc, { secret, ...others }: OidcSettingsChange): StoredOidc => {
  const given = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined))
  const issuer = (others.issuer ?? before.issuer).replace(DISCOVERY, '')
  // A secret is for the issuer that it was typed for and must not go to another one.
  const kept = issuer === before.issuer ? before.sealedSecret : null
  return {
    ...before,
    ...given,
    issuer,
    sealedSecret: secret === undefined ? kept : secret === '' ? null : seal.close(secret),
  }
}

/** @throws Refusal of the fields without which nobody signs in */
const refuseIncomplete = ({ issuer, clientId }: StoredOidc): void => {
  if (issuer === '') refuseFields({ 'body.issuer': said('empty') })
  if (clientId === '') refuseFields({ 'body.clientId': said('empty') })
}

/** @throws Refusal where nobody could have a role */
const refuseRoleless = ({ newAccounts, followsRoles, roleClaim, roles }: StoredOidc): void => {
  if (newAccounts !== 'mapped' && !followsRoles) return
  const faults = {
    ...(roleClaim === '' ? { 'body.roleClaim': said('empty') } : {}),
    ...(roles.length === 0 ? { 'body.roles': said('empty') } : {}),
  }
  if (Object.keys(faults).length > 0) refuseFields(faults)
}

/** @throws IssuerFailure where the secret cannot be opened */
const accessOf = (ctx: Context, seal: Seal, { issuer, clientId, sealedSecret, scopes }: StoredOidc): IssuerAccess => {
  const secret = sealedSecret === null ? undefined : seal.open(sealedSecret)
  if (sealedSecret !== null && secret === undefined) throw new IssuerFailure('oidcUntrusted', 'sealBroken', '')
  const { outgoingPrivate: allowsPrivate, issuerPatienceMs: patienceMs } = ctx.config
  return { issuer, clientId, secret, scopes, allowsPrivate, patienceMs }
}

/** Nothing of it is stored: a reader of the database cannot continue a sign-in. */
const proofOf = ({ derive }: Seal, state: string): Proof => ({
  state,
  nonce: derive(`nonce of ${state}`),
  verifier: derive(`verifier of ${state}`),
})

const failureOf = async (ctx: Context, error: unknown): Promise<IssuerFailure> => {
  if (!(error instanceof IssuerFailure)) throw error
  const { problem, message: detail } = error
  ctx.log.warn({ problem, detail }, 'A sign-in by OpenID Connect failed')
  if (problem !== null) await noteOidc(ctx.db, { problem, detail }, ctx.clock.now())
  return error
}

type Write<T> = (work: (tx: Tx) => Promise<T>) => Promise<T>

const pageWith = (code: string, from: string | null = null): string =>
  `/login${from === null ? '' : `?from=${encodeURIComponent(from)}`}#sign-in=${code}`

/** What the issuer's answer comes to. */
const judge = async (
  ctx: Context,
  seal: Seal,
  signIn: SignIn,
  answer: { readonly state: string; readonly search: string },
  write: Write<string>,
): Promise<Verdict> => {
  const settings = await readOidc(ctx.db)
  const { enabled, issuer, clientId } = settings
  if (!enabled) return { refusal: 'oidcOff' }
  if (issuer !== signIn.issuer || clientId !== signIn.clientId) return { refusal: 'oidcStartAgain' }
  try {
    const address = new URL(`${signIn.redirectUri}${answer.search}`)
    const claims = await readClaims(accessOf(ctx, seal, settings), address, proofOf(seal, answer.state))
    await noteOidc(ctx.db, { problem: null, detail: '' }, ctx.clock.now())
    const person = personOf(claims, settings.roleClaim)
    let verdict: Verdict = { refusal: 'oidcStartAgain' }
    await write(async tx => {
      verdict = await admit(ctx, tx, settings, person)
      return ''
    })
    return verdict
  } catch (error) {
    const { refusal } = await failureOf(ctx, error)
    return { refusal }
  }
}

const announce = (ctx: Context, { user, isNew, isChanged, ended }: Exclude<Verdict, { refusal: OidcRefusal }>) => {
  if (ended.length > 0) ctx.events.emit('sessionsEnded', { sessionIds: ended })
  if (isChanged) ctx.live.publish('settings', 'changed', { subject: 'users' })
  if (isNew && user.role === 'ROLE_APPLICANT')
    ctx.events.emit('notice', {
      ...{ level: 'info', subject: 'system', subjectId: null, kind: 'accessAsked' },
      values: { name: user.fullname },
      roles: ['ROLE_ADMIN', 'ROLE_MANAGER'],
    })
}

/** Takes the issuer's answer. @returns the page that the browser opens next */
const takeIssuersAnswer = async (
  ctx: Context,
  seal: Seal,
  request: FastifyRequest,
  state: string,
  write: Write<string>,
): Promise<string> => {
  const now = (): Date => ctx.clock.now()
  const stateHash = tokenHash(state)
  const code = newToken()
  const signIn = await takeAnswer(ctx.db, stateHash, tokenHash(cookieOf(ctx, request)), now())
  // The login page exchanges any code, and is refused with the reason.
  if (signIn === undefined) return pageWith(code)
  const search = request.url.slice(request.url.indexOf('?'))
  const verdict = await judge(ctx, seal, signIn, { state, search }, write)
  if (!('refusal' in verdict)) announce(ctx, verdict)
  const outcome = 'refusal' in verdict ? verdict : { userId: verdict.user.id }
  await settle(ctx.db, stateHash, { codeHash: tokenHash(code), ...outcome }, now())
  return pageWith(code, signIn.from)
}

/** @throws Refusal where there is no session for this code; then nothing is written */
const finish = async (ctx: Context, tx: Tx, code: string, browser: string, place: Place): Promise<TokenPair> => {
  const now = ctx.clock.now()
  const signIn = await takeCode(tx, tokenHash(code), tokenHash(browser), now)
  if (signIn === undefined) return refuse('oidcStartAgain')
  if (!(await readOidc(tx)).enabled) return refuse('oidcOff')
  if (signIn.refusal !== null) return refuse(signIn.refusal)
  const user = signIn.userId === null ? undefined : await lockUser(tx, signIn.userId)
  if (user === undefined) return refuse('oidcNoAccount')
  // Made one since the issuer answered.
  if (user.role === 'ROLE_ADMIN') return refuse('oidcAdministrator')
  const { sessionId, ...pair } = await openSession(tx, user.id, now, place)
  await ctx.audit(tx, {
    user,
    action: 'auth.signIn',
    subject: 'session',
    subjectId: sessionId,
    details: { by: signIn.issuer },
  })
  return pair
}

const settingsRoutes = (ctx: Context, seal: Seal): readonly Route[] => [
  route(calls.oidc.settings, async ({ request }) => shown(await readOidc(ctx.db), redirectUriOf(ctx, request))),
  route(calls.oidc.update, ({ body, user, request, write }) =>
    write(async tx => {
      const { before, after } = await changeOidc(tx, known => changed(seal, known, body), ctx.clock.now())
      if (after.enabled) {
        refuseIncomplete(after)
        refuseRoleless(after)
      }
      await ctx.audit(tx, {
        user,
        action: 'settings.update',
        subject: 'settings',
        subjectId: 'oidc',
        details: { before: seen(before), after: seen(after) },
      })
      return shown(after, redirectUriOf(ctx, request))
    }),
  ),
  route(
    calls.oidc.test,
    async ({ body, request }) => {
      const stored = changed(seal, await readOidc(ctx.db), body)
      refuseIncomplete(stored)
      try {
        await tryIssuer(accessOf(ctx, seal, stored), redirectUriOf(ctx, request))
        return { problem: null, detail: '' }
      } catch (error) {
        if (!(error instanceof IssuerFailure)) throw error
        return { problem: error.problem, detail: error.message }
      }
    },
    { perMinute: TESTS_PER_MINUTE },
  ),
]

export const oidcRoutes = (
  ctx: Context,
  seal: Seal,
  userAgentOf: (request: FastifyRequest) => string,
): readonly Route[] => [
  ...settingsRoutes(ctx, seal),
  route(calls.oidc.offer, async () => {
    const { enabled, label } = await readOidc(ctx.db)
    return { isOn: enabled, label: enabled ? label : '' }
  }),
  route(
    calls.oidc.start,
    async ({ body, request, reply }) => {
      const settings = await readOidc(ctx.db)
      if (!settings.enabled) return refuse('oidcOff')
      const state = newToken()
      const browser = newToken()
      const redirectUri = redirectUriOf(ctx, request)
      try {
        const address = await signInAddress(accessOf(ctx, seal, settings), redirectUri, proofOf(seal, state))
        await addSignIn(ctx.db, {
          ...{ stateHash: tokenHash(state), browserHash: tokenHash(browser) },
          ...{ issuer: settings.issuer, clientId: settings.clientId, redirectUri },
          ...{ from: body.from ?? null, createdAt: ctx.clock.now() },
        })
        reply.header('set-cookie', cookie(browser, SIGN_IN_MS / 1_000, redirectUri))
        return { address }
      } catch (error) {
        return refuse((await failureOf(ctx, error)).refusal)
      }
    },
    { perMinute: SIGN_INS_PER_MINUTE },
  ),
  route(
    calls.oidc.callback,
    async ({ query, request, reply, write }) => {
      const state = typeof query.state === 'string' ? query.state : ''
      const page = await takeIssuersAnswer(ctx, seal, request, state, write).catch((error: unknown) => {
        if (databaseFailure(error) === undefined) throw error
        ctx.log.warn({ err: error }, 'A sign-in by OpenID Connect was not stored')
        // A browser came here, and a page says more to it than the envelope of an error.
        return pageWith(newToken())
      })
      reply.code(303).header('location', page)
      return ''
    },
    { bare: true, perMinute: SIGN_INS_PER_MINUTE },
  ),
  route(
    calls.oidc.finish,
    ({ body, request, reply, write }) => {
      const place = { userAgent: userAgentOf(request), address: callerOf(request.ip) }
      reply.header('set-cookie', cookie('', 0, redirectUriOf(ctx, request)))
      return write(tx => finish(ctx, tx, body.code, cookieOf(ctx, request), place))
    },
    { perMinute: SIGN_INS_PER_MINUTE },
  ),
]
