/** Sign-in by OpenID Connect: the issuer, the sign-ins that are under way, and who is who at which issuer. */
import type { MappedRole, OidcProblem } from '@greensward/contract'
import { bigint, boolean, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { moment, updatedAtColumn } from './columns.ts'
import { users } from './people.ts'

/** Why a sign-in ended without a session; codes of `messages/`. */
export type OidcRefusal =
  | 'oidcOff'
  | 'oidcStartAgain'
  | 'oidcRefused'
  | 'oidcNotReached'
  | 'oidcUntrusted'
  | 'oidcNoAccount'
  | 'oidcUnverified'
  | 'oidcNoRole'
  | 'oidcAdministrator'

/** One row, `only`. */
export const oidcSettings = pgTable('oidc_settings', {
  name: text('name').$type<'only'>().primaryKey(),
  enabled: boolean('enabled').notNull(),
  label: text('label').notNull(),
  issuer: text('issuer').notNull(),
  clientId: text('client_id').notNull(),
  /** Sealed with the key in the data directory. */
  sealedSecret: text('sealed_secret'),
  scopes: text('scopes').notNull(),
  roleClaim: text('role_claim').notNull(),
  roles: jsonb('roles').$type<readonly { readonly value: string; readonly role: MappedRole }[]>().notNull(),
  newAccounts: text('new_accounts').$type<'none' | 'applicant' | 'mapped'>().notNull(),
  followsRoles: boolean('follows_roles').notNull(),
  linksByMail: boolean('links_by_mail').notNull(),
  triedAt: moment('tried_at'),
  problem: text('problem').$type<OidcProblem>(),
  detail: text('detail').notNull().default(''),
  updatedAt: updatedAtColumn(),
})

/** From the button to the tokens, a few minutes. Verifier and nonce follow from the state and the key of the server. */
export const oidcSignIns = pgTable(
  'oidc_sign_ins',
  {
    stateHash: text('state_hash').primaryKey(),
    /** Of the cookie: nobody else's browser continues this sign-in. */
    browserHash: text('browser_hash').notNull(),
    issuer: text('issuer').notNull(),
    clientId: text('client_id').notNull(),
    redirectUri: text('redirect_uri').notNull(),
    /** The page to open after it. */
    from: text('from'),
    createdAt: moment('created_at').notNull(),
    /** The issuer's answer came; it counts once. */
    answeredAt: moment('answered_at'),
    /** What the login page exchanges for tokens, or for the reason why there are none. */
    codeHash: text('code_hash').unique(),
    userId: bigint('user_id', { mode: 'number' }).references(() => users.id, { onDelete: 'cascade' }),
    refusal: text('refusal').$type<OidcRefusal>(),
    finishedAt: moment('finished_at'),
  },
  table => [index('oidc_sign_ins_created').on(table.createdAt)],
)

export const oidcIdentities = pgTable(
  'oidc_identities',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    /** Null once the account was removed: this person gets no role by a claim again. */
    userId: bigint('user_id', { mode: 'number' }).references(() => users.id, { onDelete: 'set null' }),
    createdAt: moment('created_at').notNull(),
  },
  table => [primaryKey({ columns: [table.issuer, table.subject] }), index('oidc_identities_user').on(table.userId)],
)
