/** A real issuer of OpenID Connect on a port of its own, whose people sign in without being asked, and a browser for it. */
import { createPrivateKey, generateKeyPairSync, type JsonWebKey, randomUUID, sign } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type JWK } from 'oidc-provider'

export interface OidcIssuer {
  readonly url: string
  /** Subject and claims of who signs in next. */
  person: { readonly sub: string; readonly [claim: string]: unknown }
  /** Answers instead of the issuer where it returns true. */
  instead: ((...call: Parameters<RequestListener>) => boolean) | undefined
  /** An id_token of these claims, by the issuer's own key or by none. */
  token(claims: object, alg?: 'RS256' | 'none'): string
  close(): void
}

export const newJwk = (): JWK => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  return { ...privateKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' } as JWK
}

const base64url = (text: string): string => Buffer.from(text).toString('base64url')

/** @param redirectUris as a person registers them */
export const startOidcIssuer = async (
  client: { readonly id: string; readonly secret: string },
  redirectUris: readonly string[],
): Promise<OidcIssuer> => {
  const jwk = newJwk()
  let handle: RequestListener = () => undefined
  const server = createServer((request, reply) => {
    if (issuer.instead?.(request, reply) !== true) handle(request, reply)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer: OidcIssuer = {
    url,
    person: { sub: randomUUID() },
    instead: undefined,
    token: (claims, alg = 'RS256') => {
      const signed = [{ alg, kid: jwk.kid, typ: 'JWT' }, claims].map(part => base64url(JSON.stringify(part))).join('.')
      const key = createPrivateKey({ key: jwk as JsonWebKey, format: 'jwk' })
      return `${signed}.${alg === 'none' ? '' : sign('sha256', Buffer.from(signed), key).toString('base64url')}`
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
  const provider = new Provider(url, {
    clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: [...redirectUris] }],
    jwks: { keys: [jwk] },
    cookies: { keys: ['of a test'] },
    // Said here because it writes a notice about each that it has to choose.
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username', 'realm_access'],
      email: ['email', 'email_verified'],
    },
    findAccount: (_, sub) => ({ accountId: sub, claims: async () => ({ ...issuer.person, sub }) }),
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        ...(oidc.client === undefined ? {} : { clientId: oidc.client.clientId }),
        ...(oidc.session?.accountId === undefined ? {} : { accountId: oidc.session.accountId }),
      })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()
  handle = (request, reply) => {
    if (request.url?.startsWith('/interaction/') !== true) void answer(request, reply)
    else void provider.interactionFinished(request, reply, { login: { accountId: issuer.person.sub } })
  }
  return issuer
}

/** Follows the issuer's redirects with its cookies, as a new browser. @returns the address outside the issuer it leads to */
export const browse = async (address: string): Promise<string> => {
  const cookies = new Map<string, string>()
  const { origin } = new URL(address)
  let next = address
  for (let steps = 0; steps < 10; steps += 1) {
    const response = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(pair => pair.join('=')).join('; ') },
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`The issuer shows a page: ${response.status} ${await response.text()}`)
    next = new URL(location, next).href
    if (new URL(next).origin !== origin) return next
  }
  throw new Error('The issuer redirects for ever')
}
