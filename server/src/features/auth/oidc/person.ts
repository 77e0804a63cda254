/** The person of whom the issuer's claims speak. Only what an account could hold as well is taken from them. */
import { line, loginName, phone } from '@greensward/domain'
import { z } from 'zod'
import type { Claims } from './issuer.ts'

export interface Person {
  readonly issuer: string
  readonly subject: string
  /** Best first; there may be none. */
  readonly logins: readonly string[]
  readonly fullname: string | undefined
  readonly mail: string | undefined
  readonly isMailVerified: boolean
  readonly phone: string
  readonly roles: readonly string[]
}

const mail = z.email().max(254)

/** `realm_access.roles` is a claim of this name or, as Keycloak has it, a member of `realm_access`. */
const claimAt = (claims: Claims, path: string): unknown => {
  if (Object.hasOwn(claims, path)) return claims[path]
  let value: unknown = claims
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Readonly<Record<string, unknown>>)[name]
  }
  return value
}

const textsOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter(one => typeof one === 'string')

const taken = <T>(schema: z.ZodType<T>, value: unknown): T | undefined => schema.safeParse(value).data

/** @param roleClaim empty where no claim holds roles */
export const personOf = (claims: Claims, roleClaim: string): Person => {
  const { iss, sub, preferred_username, email, email_verified, name, phone_number } = claims
  return {
    issuer: iss,
    subject: sub,
    logins: [preferred_username, email, sub]
      .map(value => taken(loginName(60), value))
      .filter(login => login !== undefined),
    fullname: taken(line(120), name),
    mail: taken(mail, email),
    // Some issuers send the word.
    isMailVerified: email_verified === true || email_verified === 'true',
    phone: taken(phone, phone_number) ?? '',
    roles: roleClaim === '' ? [] : textsOf(claimAt(claims, roleClaim)),
  }
}
