import { type Call, calls } from '@greensward/contract'
import { allCalls } from '@greensward/contract/all'
import { lateCalls } from '@greensward/contract/late'
import { may, ROLE_SLUGS } from '@greensward/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../testing/testServer.ts'

const everyCall: readonly (readonly [string, Call])[] = Object.entries(allCalls).flatMap(([group, members]) =>
  Object.entries<Call>(members).map(([name, call]) => [`${group}.${name}`, call] as const),
)
const guarded = everyCall.filter(([, call]) => call.who !== 'anyone')

let server: TestServer
let ended: string
let tablet: string
beforeAll(async () => {
  server = await startTestServer()
  ended = await server.openSession('ROLE_ADMIN')
  await server.as(ended, calls.auth.logout)
  const cart = await server.call('ROLE_ADMIN', calls.carts.create, {
    body: { name: 'Cart 1', inService: false, home: null },
  })
  const pairing = await server.call('ROLE_ADMIN', lateCalls.cartAccess.pair, { params: { id: cart.result.id } })
  tablet = (await server.call(null, lateCalls.player.pair, { body: { code: pairing.result.code } })).result.token
})
afterAll(() => server.close())

/** Asks with an unknown id and a body that no schema accepts, so that nothing is done for any role. */
const ask = async (call: Call, token: string | null): Promise<{ status: number; kind: string | undefined }> => {
  const path = call.path.replace(/\{\w+\}/g, call.path.startsWith('users/') ? '999999' : crypto.randomUUID())
  const response = await fetch(`${server.url}/api/${path}`, {
    method: call.method,
    headers: {
      ...(token === null ? {} : { 'x-api-key': token }),
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(call.body === undefined ? {} : { body: '{"noCallTakesThis":true}' }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') === true
  return { status: response.status, kind: isJson ? JSON.parse(text).error?.kind : undefined }
}

describe('permissions over HTTP', () => {
  it.each(guarded)(
    '%s is refused to nobody, to a wrong token and to an ended session, before anything is read',
    async (_, call) => {
      for (const token of [null, '', 'wrong', ended]) {
        expect(await ask(call, token)).toEqual({ status: 401, kind: 'unauthorized' })
      }
    },
  )

  it.each(guarded)('%s follows the table for every role', async (_, call) => {
    for (const role of ROLE_SLUGS) {
      const token = call === calls.auth.logout ? await server.openSession(role) : server.tokens[role]
      const { status, kind } = await ask(call, token)
      // People cannot use the calls of a tablet or of a display.
      if (call.who === 'device' || call.who === 'display') {
        expect([role, status, kind]).toEqual([role, 401, 'unauthorized'])
        continue
      }
      const isAllowed = call.who === 'user' || (call.who !== 'anyone' && may(role, call.who))
      if (isAllowed) expect([role, status], `${kind}`).not.toEqual([role, 403])
      else expect([role, status, kind]).toEqual([role, 403, 'forbidden'])
      expect(status).not.toBe(401)
      expect(status).toBeLessThan(500)
    }
  })

  it.each(everyCall)('%s is open to a tablet only where it is of the player', async (_, call) => {
    const { status, kind } = await ask(call, tablet)
    if (call.who === 'anyone') return
    if (call.who === 'device') expect(status).not.toBe(401)
    else expect({ status, kind }).toEqual({ status: 401, kind: 'unauthorized' })
  })

  it('refuses an access token that has expired', async () => {
    const token = await server.openSession('ROLE_ADMIN')
    server.clock.advance(15 * 60_000)
    expect((await server.as(token, calls.profile.get)).status).toBe(401)
    await server.signInAgain()
  })

  it('lets a greenkeeper change rain mode and nothing else of the map settings', async () => {
    const rain = await server.call('ROLE_GREENKEEPER', calls.settings.update, { body: { rainMode: 'true' } })
    expect(rain.result.rainMode).toBe('true')
    const zoom = await server.call('ROLE_GREENKEEPER', calls.settings.update, { body: { defaultZoom: 17 } })
    expect(zoom.error.kind).toBe('forbidden')
  })
})
