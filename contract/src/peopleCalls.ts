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
      summary: 'First step of signing in',
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
      summary: 'Second step: the code that was sent',
      body: z.strictObject({ challengeId: id, code: z.string().max(20) }),
      result: tokenPair,
    }),
    resend: call({
      method: 'POST',
      path: 'auth/code/resend',
      who: 'anyone',
      summary: 'Send a new code',
      body: z.strictObject({ challengeId: id, ...mailLanguage }),
      result: z.strictObject({ sentTo: z.string(), resendAfterS: z.number().int() }),
    }),
    refresh: call({
      method: 'POST',
      path: 'auth/token/refresh',
      who: 'anyone',
      summary: 'A new pair for a refresh token, which is used up',
      body: z.strictObject({ refreshToken: z.string().min(1).max(200) }),
      result: tokenPair,
    }),
    /** Says the same whether the login was free or not: what came of it goes to the address by e-mail. */
    register: call({
      method: 'POST',
      path: 'auth/register',
      who: 'anyone',
      summary: 'Ask for access, where the course lets people ask',
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
      summary: 'Make the first administrator of an empty deployment',
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
      summary: 'Choose a password by the link of an invitation; all sessions of the person end',
      body: z.strictObject({ token: z.string().min(1).max(300), password }),
      result: z.strictObject({ login: z.string() }),
    }),
    access: call({
      method: 'GET',
      path: 'auth/access',
      who: 'anyone',
      summary: 'Whether people may ask for access',
      result: access,
    }),
    updateAccess: call({
      method: 'PATCH',
      path: 'auth/access',
      who: 'users.edit',
      summary: 'Let people ask for access, or not',
      body: access,
      result: access,
    }),
    logout: call({ method: 'POST', path: 'auth/logout', who: 'user', summary: 'End the session', result: nothing }),
  },
  profile: {
    get: call({ method: 'GET', path: 'profile', who: 'user', summary: 'The signed-in person', result: profile }),
    update: call({
      method: 'PATCH',
      path: 'profile',
      who: 'user',
      summary: 'Change own name, phone or e-mail; a new e-mail address needs the password',
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
      summary: 'Change the own password; all other sessions end',
      body: z.strictObject({ currentPassword, password }),
      result: nothing,
    }),
    sessions: call({
      method: 'GET',
      path: 'profile/sessions',
      who: 'user',
      summary: 'Where the signed-in person is signed in, last used first',
      result: z.strictObject({ items: z.array(ownSession) }),
    }),
    endSession: call({
      method: 'POST',
      path: 'profile/sessions/{id}/end',
      who: 'user',
      summary: 'Sign out one of the own sessions',
      params: byId,
      body: presentPassword,
      result: nothing,
    }),
    endOtherSessions: call({
      method: 'POST',
      path: 'profile/sessions/end-others',
      who: 'user',
      summary: 'Sign out everywhere but here',
      body: presentPassword,
      result: z.strictObject({ ended: z.number().int() }),
    }),
  },
  users: {
    list: call({
      method: 'GET',
      path: 'users',
      who: 'users.edit',
      summary: 'List users',
      query: z.strictObject({ ...pageQuery, role: roleSlug.optional() }),
      result: listOf(userRow),
    }),
    create: call({
      method: 'POST',
      path: 'users',
      who: 'users.edit',
      summary: 'Add a user; one without a password can sign in once an invitation is accepted',
      body: z.strictObject({ ...userFields, password: password.optional() }),
      result: userRow,
    }),
    invite: call({
      method: 'POST',
      path: 'users/{id}/invite',
      who: 'users.edit',
      summary: 'Mail a user a link, good for seven days and for one use, to choose a password with',
      params: userId,
      body: z.strictObject(mailLanguage),
      result: z.strictObject({ sentTo: z.string() }),
    }),
    update: call({
      method: 'PATCH',
      path: 'users/{id}',
      who: 'users.edit',
      summary: 'Change a user; a changed role or password ends their sessions',
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
      summary: 'End all sessions of a user',
      params: userId,
      result: z.strictObject({ ended: z.number().int() }),
    }),
    remove: call({
      method: 'DELETE',
      path: 'users/{id}',
      who: 'users.edit',
      summary: 'Delete a user',
      params: userId,
      result: nothing,
    }),
  },
} as const
