/** Signing in, the own profile and users. */

import {
  id,
  instant,
  line,
  loginName,
  messageLanguage,
  password,
  phone,
  profile,
  role,
  roleSlug,
} from '@greensward/domain'
import { z } from 'zod'
import { byId, call, listOf, nothing, pageQuery, updating } from './call.ts'

export const token = z.strictObject({ token: z.string(), createdAt: z.number().optional(), ttl: z.number() })
export type Token = z.infer<typeof token>
export const tokenPair = z.strictObject({ refreshToken: token, accessToken: token })
export type TokenPair = z.infer<typeof tokenPair>

/** A user as the users table shows it. */
export const userRow = z.strictObject({
  id: z.number().int(),
  login: z.string(),
  fullname: z.string(),
  phone: z.string(),
  email: z.string().nullable(),
  role,
  updatedAt: instant,
})
export type UserRow = z.infer<typeof userRow>

const userFields = {
  role: roleSlug,
  fullname: line(120),
  phone: z.union([z.literal(''), phone]),
  email: z.email().max(254),
  login: loginName(60),
}

/** Whether strangers may ask for access; an administrator gives them a role. */
const access = z.strictObject({ selfRegistration: z.boolean() })

/** One sign-in that has not ended. */
export const ownSession = z.strictObject({
  id,
  createdAt: instant,
  lastUsedAt: instant,
  /** The browser's own description at sign-in; empty without one. */
  userAgent: z.string(),
  address: z.string(),
  isThisOne: z.boolean(),
})
export type OwnSession = z.infer<typeof ownSession>

const userId = z.strictObject({ id: z.coerce.number().int().positive() })

/** The language of the screen, for the mail that follows; nothing else is known of a person who is not signed in. */
const mailLanguage = { language: messageLanguage.optional() }

const currentPassword = z.string().min(1).max(200)
/** Asked for again, so that a stolen session alone is not enough. */
const presentPassword = z.strictObject({ currentPassword })

export const peopleCalls = {
  auth: {
    login: call({
      method: 'POST',
      path: 'auth/login',
      who: 'anyone',
      body: z.strictObject({
        login: z.string().min(1).max(200),
        password: z.string().min(1).max(200),
        ...mailLanguage,
      }),
      result: z.strictObject({ challengeId: id, sentTo: z.string(), resendAfterS: z.number().int() }),
    }),
    code: call({
      method: 'POST',
      path: 'auth/code',
      who: 'anyone',
      body: z.strictObject({ challengeId: id, code: z.string().max(20) }),
      result: tokenPair,
    }),
    resend: call({
      method: 'POST',
      path: 'auth/code/resend',
      who: 'anyone',
      body: z.strictObject({ challengeId: id, ...mailLanguage }),
      result: z.strictObject({ sentTo: z.string(), resendAfterS: z.number().int() }),
    }),
    refresh: call({
      method: 'POST',
      path: 'auth/token/refresh',
      who: 'anyone',
      body: z.strictObject({ refreshToken: z.string().min(1).max(200) }),
      result: tokenPair,
    }),
    /** Says the same whether the login was free or not: what came of it goes to the address by e-mail. */
    register: call({
      method: 'POST',
      path: 'auth/register',
      who: 'anyone',
      body: z.strictObject({
        fullname: userFields.fullname,
        phone: userFields.phone,
        email: userFields.email,
        login: userFields.login,
        password,
        ...mailLanguage,
      }),
      result: nothing,
    }),
    /** The token is printed on the console of a server that nobody has signed in to. */
    setUp: call({
      method: 'POST',
      path: 'auth/set-up',
      who: 'anyone',
      body: z.strictObject({
        token: z.string().min(1).max(200),
        fullname: userFields.fullname,
        email: userFields.email,
        login: userFields.login,
        password,
      }),
      result: nothing,
    }),
    acceptInvitation: call({
      method: 'POST',
      path: 'auth/invitation',
      who: 'anyone',
      body: z.strictObject({ token: z.string().min(1).max(300), password }),
      result: z.strictObject({ login: z.string() }),
    }),
    access: call({
      method: 'GET',
      path: 'auth/access',
      who: 'anyone',
      result: access,
    }),
    updateAccess: call({
      method: 'PATCH',
      path: 'auth/access',
      who: 'users.edit',
      body: access,
      result: access,
    }),
    logout: call({ method: 'POST', path: 'auth/logout', who: 'user', result: nothing }),
  },
  profile: {
    get: call({ method: 'GET', path: 'profile', who: 'user', result: profile }),
    update: call({
      method: 'PATCH',
      path: 'profile',
      who: 'user',
      body: z
        .strictObject({
          fullname: userFields.fullname,
          phone: userFields.phone,
          email: userFields.email,
          /** Codes go to the address, so a person who has only a session cannot redirect them. */
          currentPassword,
        })
        .partial(),
      result: profile,
    }),
    changePassword: call({
      method: 'PUT',
      path: 'profile/password',
      who: 'user',
      body: z.strictObject({ currentPassword, password }),
      result: nothing,
    }),
    sessions: call({
      method: 'GET',
      path: 'profile/sessions',
      who: 'user',
      result: z.strictObject({ items: z.array(ownSession) }),
    }),
    endSession: call({
      method: 'POST',
      path: 'profile/sessions/{id}/end',
      who: 'user',
      params: byId,
      body: presentPassword,
      result: nothing,
    }),
    endOtherSessions: call({
      method: 'POST',
      path: 'profile/sessions/end-others',
      who: 'user',
      body: presentPassword,
      result: z.strictObject({ ended: z.number().int() }),
    }),
  },
  users: {
    list: call({
      method: 'GET',
      path: 'users',
      who: 'users.edit',
      query: z.strictObject({ ...pageQuery, role: roleSlug.optional() }),
      result: listOf(userRow),
    }),
    create: call({
      method: 'POST',
      path: 'users',
      who: 'users.edit',
      body: z.strictObject({ ...userFields, password: password.optional() }),
      result: userRow,
    }),
    invite: call({
      method: 'POST',
      path: 'users/{id}/invite',
      who: 'users.edit',
      params: userId,
      body: z.strictObject(mailLanguage),
      result: z.strictObject({ sentTo: z.string() }),
    }),
    update: call({
      method: 'PATCH',
      path: 'users/{id}',
      who: 'users.edit',
      params: userId,
      body: z
        .strictObject({ ...userFields, password })
        .partial()
        .extend(updating),
      result: userRow,
    }),
    signOut: call({
      method: 'POST',
      path: 'users/{id}/sign-out',
      who: 'users.edit',
      params: userId,
      result: z.strictObject({ ended: z.number().int() }),
    }),
    remove: call({
      method: 'DELETE',
      path: 'users/{id}',
      who: 'users.edit',
      params: userId,
      result: nothing,
    }),
  },
} as const
