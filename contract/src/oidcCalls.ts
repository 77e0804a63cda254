/** Sign-in by OpenID Connect, beside the password and the code: https://openid.net/specs/openid-connect-core-1_0.html */
import { fieldFault, line, outgoingAddress, roleSlug } from '@greensward/domain'
import { z } from 'zod'
import { call } from './call.ts'
import { tokenPair } from './peopleCalls.ts'

/** What the last answer of the issuer failed with. */
export const oidcProblem = z.enum([
  'notReached',
  'tooSlow',
  'forbiddenAddress',
  'httpStatus',
  'tooLarge',
  'insecureAddress',
  'notAnIssuer',
  'otherIssuer',
  'missingFeature',
  'clientRefused',
  'untrusted',
  'sealBroken',
])
export type OidcProblem = z.infer<typeof oidcProblem>

/** Administrators sign in with password and code, so nobody becomes one by a claim. */
export const mappedRole = roleSlug.exclude(['ROLE_ADMIN'])
export type MappedRole = z.infer<typeof mappedRole>

const roleRow = z.strictObject({ value: line(200), role: mappedRole })

const shape = {
  enabled: z.boolean(),
  /** The name on the button of the login page. */
  label: z.string().trim().max(40),
  issuer: z.union([z.literal(''), outgoingAddress]),
  clientId: z.string().trim().max(200),
  /** Scopes beside `openid`, with spaces between. */
  scopes: z
    .string()
    .trim()
    .max(200)
    .regex(/^[\x21\x23-\x5b\x5d-\x7e]*( [\x21\x23-\x5b\x5d-\x7e]+)*$/, fieldFault('scopes')),
  /** The claim with the roles, also inside another one: `groups`, `realm_access.roles`; empty where there is none. */
  roleClaim: z.string().trim().max(200),
  /** The first row whose value the claim holds decides. */
  roles: z.array(roleRow).max(50),
  /** What a person without an account gets. */
  newAccounts: z.enum(['none', 'applicant', 'mapped']),
  /** The role follows the claim at each sign-in; a person without a row is refused. */
  followsRoles: z.boolean(),
  /** A verified mail address connects a person with the account that has it. */
  linksByMail: z.boolean(),
}

export const oidcSettings = z.strictObject({
  ...shape,
  hasSecret: z.boolean(),
  /** The address to register at the issuer. */
  redirectUri: z.string(),
  /** When the issuer was last asked for a sign-in, and how that went. */
  triedAt: z.iso.datetime().nullable(),
  problem: oidcProblem.nullable(),
  detail: z.string(),
})
export type OidcSettings = z.infer<typeof oidcSettings>

export const oidcSettingsChange = z
  .strictObject({
    ...shape,
    /** Empty takes the stored one away, and so does another issuer without a secret of its own. */
    secret: z.string().max(500),
  })
  .partial()
export type OidcSettingsChange = z.infer<typeof oidcSettingsChange>

export const oidcCalls = {
  oidc: {
    settings: call({ method: 'GET', path: 'settings/oidc', who: 'settings.edit', result: oidcSettings }),
    update: call({
      method: 'PATCH',
      path: 'settings/oidc',
      who: 'settings.edit',
      body: oidcSettingsChange,
      result: oidcSettings,
    }),
    test: call({
      method: 'POST',
      path: 'settings/oidc/test',
      who: 'settings.edit',
      body: oidcSettingsChange,
      result: z.strictObject({ problem: oidcProblem.nullable(), detail: z.string() }),
      patienceS: 30,
    }),
    offer: call({
      method: 'GET',
      path: 'auth/oidc',
      who: 'anyone',
      result: z.strictObject({ isOn: z.boolean(), label: z.string() }),
    }),
    start: call({
      method: 'POST',
      path: 'auth/oidc/start',
      who: 'anyone',
      body: z.strictObject({
        /** The page to open after it. */
        from: z
          .string()
          .max(1_000)
          .regex(/^\/(?![/\\])\P{C}*$/u, fieldFault('ownPage'))
          .optional(),
      }),
      /** The address at the issuer that the browser opens next. */
      result: z.strictObject({ address: z.string() }),
      patienceS: 30,
    }),
    /** The issuer sends the browser here. Answers with a redirect to the login page, with a code of one use after the #. */
    callback: call({
      method: 'GET',
      path: 'auth/oidc/callback',
      who: 'anyone',
      query: z.looseObject({}),
      result: z.string(),
    }),
    finish: call({
      method: 'POST',
      path: 'auth/oidc/finish',
      who: 'anyone',
      body: z.strictObject({ code: z.string().min(1).max(100) }),
      result: tokenPair,
    }),
  },
} as const
