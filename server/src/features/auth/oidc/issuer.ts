/**
 * The issuer: its discovery document, and who it says has signed in. Every call goes through `outgoing.ts`, and one sign-in
 * waits for all of its answers together no longer than `patienceMs`.
 */
import type { OidcProblem } from '@greensward/contract'
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  genericGrantRequest,
  None,
  ResponseBodyError,
  randomPKCECodeVerifier,
} from 'openid-client'
import { z } from 'zod'
import type { OidcRefusal } from '../../../platform/db/schema/index.ts'
import { callOutgoing, Failed } from '../../../platform/outgoing.ts'

const MOST_BYTES = 512 * 1024
const MOST_DETAIL = 200
/** At most 255 characters, by the standard, and none that a database cannot hold. */
const SUBJECT = /^\P{Cc}{1,255}$/u
/** A Response of these may have no body. */
const BODILESS = [204, 205, 304]

export interface IssuerAccess {
  readonly issuer: string
  readonly clientId: string
  /** Undefined is a public client. */
  readonly secret: string | undefined
  readonly scopes: string
  /** Also allows http, as for the address of a test. */
  readonly allowsPrivate: boolean
  readonly patienceMs: number
}

/** Bound to one sign-in. */
export interface Proof {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export type Claims = Readonly<Record<string, unknown>> & { readonly iss: string; readonly sub: string }

export class IssuerFailure extends Error {
  readonly refusal: OidcRefusal
  /** Null where the issuer did as it should, as when the person cancels. */
  readonly problem: OidcProblem | null

  constructor(refusal: OidcRefusal, problem: OidcProblem | null, detail: string) {
    super(
      detail
        .replace(/\p{Cc}/gu, ' ')
        .trim()
        .slice(0, MOST_DETAIL),
    )
    this.refusal = refusal
    this.problem = problem
  }
}

const untrusted = (problem: OidcProblem, detail = ''): IssuerFailure =>
  new IssuerFailure('oidcUntrusted', problem, detail)

const fetchWith =
  ({ allowsPrivate, patienceMs }: IssuerAccess, signal: AbortSignal): CustomFetch =>
  async (url, { headers, body }) => {
    const answer = await callOutgoing(url, {
      headers,
      ...(body === undefined || body === null ? {} : { body: String(body) }),
      ...{ timeoutMs: patienceMs, maxBytes: MOST_BYTES, allowsPrivate, signal },
    })
    if (!answer.ok) throw new Failed(answer.problem, answer.detail)
    if (answer.status < 200) throw new Failed('httpStatus', `It answered ${answer.status}`)
    return new Response(BODILESS.includes(answer.status) ? null : answer.text, {
      status: answer.status,
      headers: { 'content-type': answer.headers['content-type'] ?? '' },
    })
  }

/** By what the issuer supports: most clients are registered for one way alone, and Basic is the standard's default. */
const clientAuth =
  (secret: string | undefined): ClientAuth =>
  (server, ...others) => {
    const ways = server.token_endpoint_auth_methods_supported
    const isPost = ways?.includes('client_secret_basic') === false && ways.includes('client_secret_post')
    const way = secret === undefined ? None() : isPost ? ClientSecretPost(secret) : ClientSecretBasic(secret)
    way(server, ...others)
  }

/** The failure of a call on the way, which the library wraps. */
const outgoingFailure = (error: unknown): IssuerFailure | undefined => {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof Failed) return new IssuerFailure('oidcNotReached', cause.problem, cause.message)
  return undefined
}

const detailOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const inner = error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return `${error.message}${inner}`
}

/** The library's error about an issuer that calls itself something else, which is what to enter. */
const otherIssuer = z.object({
  code: z.literal('OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED'),
  cause: z.object({ body: z.object({ issuer: z.string() }) }),
})

const discoveryFailure = (error: unknown): IssuerFailure => {
  if (error instanceof IssuerFailure) return error
  const other = otherIssuer.safeParse(error).data
  if (other !== undefined) return untrusted('otherIssuer', other.cause.body.issuer)
  return outgoingFailure(error) ?? untrusted('notAnIssuer', detailOf(error))
}

const grantFailure = (error: unknown): IssuerFailure => {
  if (error instanceof AuthorizationResponseError)
    return new IssuerFailure('oidcRefused', null, `${error.error} ${error.error_description ?? ''}`)
  if (error instanceof ResponseBodyError) {
    // A code that was used before, or by somebody else.
    if (error.error === 'invalid_grant') return new IssuerFailure('oidcStartAgain', null, 'invalid_grant')
    return untrusted('clientRefused', `${error.error} ${error.error_description ?? ''}`)
  }
  return outgoingFailure(error) ?? untrusted('untrusted', detailOf(error))
}

const refuseUnfit = (config: Configuration, address: URL, isInsecure: boolean): void => {
  const server = config.serverMetadata()
  // The library leaves this out for addresses with `/.well-known/` in them and for issuers of many tenants, whose people
  // anybody's tenant vouches for.
  if (new URL(server.issuer).href !== address.href) throw untrusted('otherIssuer', server.issuer)
  const { authorization_endpoint, token_endpoint, jwks_uri, code_challenge_methods_supported: ways } = server
  for (const [name, endpoint] of Object.entries({ authorization_endpoint, token_endpoint, jwks_uri })) {
    if (endpoint === undefined) throw untrusted('missingFeature', name)
    // The browser opens the first of them: an address of another kind would be a program in our page.
    const { protocol } = new URL(endpoint)
    if (protocol !== 'https:' && !(isInsecure && protocol === 'http:')) throw untrusted('insecureAddress', name)
  }
  if (ways !== undefined && !ways.includes('S256'))
    throw untrusted('missingFeature', 'code_challenge_methods_supported')
}

/**
 * Reads the discovery document.
 * @throws IssuerFailure
 */
const readIssuer = async (access: IssuerAccess): Promise<Configuration> => {
  const { issuer, clientId, secret, allowsPrivate, patienceMs } = access
  try {
    const address = new URL(issuer)
    const isInsecure = address.protocol === 'http:'
    if (isInsecure && !allowsPrivate) throw untrusted('insecureAddress')
    const config = await discovery(address, clientId, undefined, clientAuth(secret), {
      [customFetch]: fetchWith(access, AbortSignal.timeout(patienceMs)),
      execute: [enableNonRepudiationChecks, ...(isInsecure ? [allowInsecureRequests] : [])],
      timeout: patienceMs / 1_000,
    })
    refuseUnfit(config, address, isInsecure)
    return config
  } catch (error) {
    throw discoveryFailure(error)
  }
}

/** An issuer that knows the client and its secret looks at the code next. */
const CLIENT_FAULTS = ['invalid_client', 'unauthorized_client']

/**
 * Reads the discovery document and asks for tokens with a code that nobody was given, so that client and secret are checked too.
 * @throws IssuerFailure
 */
export const tryIssuer = async (access: IssuerAccess, redirectUri: string): Promise<void> => {
  const config = await readIssuer(access)
  const code_verifier = randomPKCECodeVerifier()
  try {
    await genericGrantRequest(config, 'authorization_code', { code: 'none', redirect_uri: redirectUri, code_verifier })
    throw untrusted('untrusted', 'tokens for any code')
  } catch (error) {
    if (!(error instanceof ResponseBodyError)) throw grantFailure(error)
    if (CLIENT_FAULTS.includes(error.error)) throw grantFailure(error)
  }
}

type Document = Readonly<Record<string, unknown>>

/** The token comes first; mail address and whether it is verified are of one document, so that neither vouches for the other's. */
const merged = <T extends Document>(claims: T, info: Document): T => {
  const isWhole = claims.email !== undefined && claims.email_verified !== undefined
  const { email, email_verified } = isWhole || info.email === undefined ? claims : info
  return { ...info, ...claims, email, email_verified }
}

/** The address at the issuer that the browser opens. @throws IssuerFailure */
export const signInAddress = async (access: IssuerAccess, redirectUri: string, proof: Proof): Promise<string> =>
  buildAuthorizationUrl(await readIssuer(access), {
    redirect_uri: redirectUri,
    scope: ['openid', ...access.scopes.split(' ')].filter(scope => scope !== '').join(' '),
    state: proof.state,
    nonce: proof.nonce,
    code_challenge: await calculatePKCECodeChallenge(proof.verifier),
    code_challenge_method: 'S256',
  }).href

/**
 * Exchanges the code of the answer and checks signature, issuer, audience, times, nonce and state.
 * @param answer the address that the issuer sent the browser to, with its query
 * @throws IssuerFailure
 */
export const readClaims = async (access: IssuerAccess, answer: URL, proof: Proof): Promise<Claims> => {
  const config = await readIssuer(access)
  try {
    const tokens = await authorizationCodeGrant(config, answer, {
      expectedState: proof.state,
      expectedNonce: proof.nonce,
      pkceCodeVerifier: proof.verifier,
      idTokenExpected: true,
    })
    const claims = tokens.claims()
    if (claims === undefined) throw untrusted('untrusted', 'no id_token')
    if (!SUBJECT.test(claims.sub)) throw untrusted('untrusted', 'sub')
    // Many issuers give name and mail there alone.
    const hasInfo = config.serverMetadata().userinfo_endpoint !== undefined
    return merged(claims, hasInfo ? await fetchUserInfo(config, tokens.access_token, claims.sub) : {})
  } catch (error) {
    throw error instanceof IssuerFailure ? error : grantFailure(error)
  }
}
