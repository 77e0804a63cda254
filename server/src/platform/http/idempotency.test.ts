import { calls } from '@greensward/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const create = (name: string, key: string, role: 'ROLE_ADMIN' | 'ROLE_MANAGER' = 'ROLE_ADMIN') =>
  server.call(role, calls.categories.create, {
    body: { name, translations: {}, sort: 0 },
    headers: { 'idempotency-key': key },
  })

const countOf = async (search: string): Promise<number> =>
  (await server.call('ROLE_ADMIN', calls.categories.list, { query: { search } })).result.total

describe('a write that is sent twice', () => {
  it('is carried out once and answered the same', async () => {
    const first = await create('Soups', 'soups')
    const second = await create('Soups', 'soups')
    expect(second.result).toEqual(first.result)
    expect(second.headers.get('idempotent-replay')).toBe('true')
    expect(await countOf('Soups')).toBe(1)
  })
  it('is carried out once when both come at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => create('Salads', 'salads')))
    expect(new Set(answers.map(({ result }) => result.id)).size).toBe(1)
    expect(await countOf('Salads')).toBe(1)
  })
  it('is refused when the second is another request under the same key', async () => {
    await create('Cakes', 'cakes')
    expect((await create('Biscuits', 'cakes')).error.fields).toEqual({
      'headers.idempotency-key': { code: 'usedForAnother', params: {} },
    })
  })
  it('is carried out for each person by themselves', async () => {
    await create('Drinks', 'drinks')
    await create('Drinks', 'drinks', 'ROLE_MANAGER')
    expect(await countOf('Drinks')).toBe(2)
  })
  it('may be tried again after a refusal', async () => {
    const missing = { params: { id: crypto.randomUUID() }, headers: { 'idempotency-key': 'again' } }
    expect((await server.call('ROLE_ADMIN', calls.categories.remove, missing)).status).toBe(404)
    expect((await server.call('ROLE_ADMIN', calls.categories.remove, missing)).status).toBe(404)
  })
  it('refuses an invalid key', async () => {
    expect((await create('Wines', 'a b')).error.kind).toBe('invalid')
  })
})
