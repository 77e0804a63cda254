/** Sign-in by OpenID Connect as its tests use it: the real server, a real issuer, and a browser between them. */
import { type BodyOf, calls, type ResultOf } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { expect } from 'vitest'
import type { Config } from '../platform/config.ts'
import { oidcIdentities, oidcSettings, oidcSignIns } from '../platform/db/schema/index.ts'
import { browse, type OidcIssuer, startOidcIssuer } from './oidcIssuer.ts'
import { startTestServer, type TestAnswer, type TestServer } from './testServer.ts'

export const CLIENT = { id: 'greensward', secret: 's3cret of the client' }
export const MANAGER = 'ROLE_MANAGER'
export type OidcChange = BodyOf<typeof lateCalls.oidc.update>

interface Started {
  readonly address: string
  readonly cookie: string
}

export interface OidcRig {
  readonly server: TestServer
  readonly issuer: OidcIssuer
  readonly callback: string
  /** Of the test, so that logins and addresses differ. */
  number: number
  /** No settings, sign-ins or identities, and a new person at an honest issuer. */
  reset(): Promise<void>
  change(body: OidcChange): Promise<TestAnswer<typeof lateCalls.oidc.update>>
  switchOn(changes?: OidcChange): Promise<void>
  settings(): Promise<ResultOf<typeof lateCalls.oidc.settings>>
  start(from?: string): Promise<Started>
  /** As the browser: the issuer's answer, then where our server leads. */
  open(address: string, cookie: string): Promise<URL>
  finish(page: URL, cookie: string): Promise<TestAnswer<typeof lateCalls.oidc.finish>>
  /** @param tamper with the address at the issuer */
  signIn(tamper?: (address: URL) => void): Promise<TestAnswer<typeof lateCalls.oidc.finish>>
  refusedWith(tamper?: (address: URL) => void): Promise<string>
  profileBy(tokens: ResultOf<typeof lateCalls.oidc.finish>): Promise<ResultOf<typeof calls.profile.get>>
  addPerson(role: 'ROLE_ADMIN' | 'ROLE_APPLICANT' | 'ROLE_GREENKEEPER', email: string): Promise<number>
  /** The issuer answers so at a path; undefined is never. */
  lie(answers: Readonly<Record<string, object | undefined>>): void
  /** Another server on the same database, which the caller closes. */
  startSecond(config?: Partial<Config>): Promise<TestServer>
  close(): Promise<void>
}

export const startOidcRig = async (): Promise<OidcRig> => {
  const server = await startTestServer({ config: { outgoingPrivate: true } })
  const callback = `${server.url}/api/auth/oidc/callback`
  const issuer = await startOidcIssuer(CLIENT, [callback])
  const rig: OidcRig = {
    ...{ server, issuer, callback, number: 0 },
    reset: async () => {
      const { db } = server.app.ctx
      await db.delete(oidcSettings)
      await db.delete(oidcSignIns)
      await db.delete(oidcIdentities)
      rig.number += 1
      issuer.instead = undefined
      issuer.person = {
        sub: `subject ${rig.number}`,
        name: 'Greta Grün',
        preferred_username: `greta.gruen${rig.number}`,
        email: `greta${rig.number}@example.org`,
        email_verified: true,
        realm_access: { roles: ['offline', 'grounds'] },
      }
    },
    change: body => server.call(MANAGER, lateCalls.oidc.update, { body }),
    switchOn: async (changes = {}) => {
      const { status } = await rig.change({
        ...{ enabled: true, label: 'Club ID', issuer: issuer.url, clientId: CLIENT.id, secret: CLIENT.secret },
        ...{ roleClaim: 'realm_access.roles', newAccounts: 'mapped' },
        roles: [
          { value: 'grounds', role: 'ROLE_GREENKEEPER' },
          { value: 'bar', role: 'ROLE_BUGGY_BAR' },
        ],
        ...changes,
      })
      expect(status).toBe(200)
    },
    settings: async () => (await server.call(MANAGER, lateCalls.oidc.settings)).result,
    start: async from => {
      const body = from === undefined ? {} : { from }
      const { result, headers } = await server.call(null, lateCalls.oidc.start, { body })
      return { address: result.address, cookie: headers.get('set-cookie')?.split(';')[0] ?? '' }
    },
    open: async (address, cookie) => {
      const response = await fetch(address, { redirect: 'manual', headers: { cookie } })
      expect(response.status).toBe(303)
      return new URL(response.headers.get('location') ?? '', server.url)
    },
    finish: ({ hash }, cookie) =>
      server.call(null, lateCalls.oidc.finish, { body: { code: hash.replace('#sign-in=', '') }, headers: { cookie } }),
    signIn: async (tamper = () => undefined) => {
      const { address, cookie } = await rig.start()
      const changed = new URL(address)
      tamper(changed)
      return rig.finish(await rig.open(await browse(changed.href), cookie), cookie)
    },
    refusedWith: async tamper => (await rig.signIn(tamper)).error.code,
    profileBy: async ({ accessToken }) => (await server.as(accessToken.token, calls.profile.get)).result,
    addPerson: async (role, email) => {
      rig.number += 1
      const { result } = await server.call('ROLE_ADMIN', calls.users.create, {
        body: { login: `known${rig.number}`, fullname: 'Known', phone: '', email, role },
      })
      return result.id
    },
    lie: answers => {
      issuer.instead = ({ url = '' }, reply) => {
        if (!Object.hasOwn(answers, url)) return false
        const answer = answers[url]
        if (answer !== undefined)
          reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
        return true
      }
    },
    startSecond: config => {
      const { databaseUrl, sharedDir } = server.app.ctx.config
      const same = { outgoingPrivate: true, databaseUrl, sharedDir, publicUrl: server.url }
      return startTestServer({ config: { ...same, isGateway: false, ...config } })
    },
    close: async () => {
      issuer.close()
      await server.close()
    },
  }
  return rig
}
