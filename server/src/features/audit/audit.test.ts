import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const addNumber = (department: string) =>
  server.call('ROLE_MANAGER', calls.technicalNumbers.create, { body: { phone: '+44 1632 960001', department } })

describe('the record', () => {
  it('records person, action and time, with the values before and after', async () => {
    const number = (await addNumber('Workshop')).result
    server.clock.advance(1_000)
    await server.call('ROLE_ADMIN', calls.technicalNumbers.update, {
      params: { id: number.id },
      body: { department: 'Bar', updatedAt: number.updatedAt },
    })
    const { items } = (
      await server.call('ROLE_ADMIN', lateCalls.audit.list, {
        query: { subject: 'technicalNumber', search: number.id },
      })
    ).result
    expect(items.map(({ who, action }) => `${who} ${action}`)).toEqual([
      'Test Administrator technicalNumber.update',
      'Test Manager technicalNumber.create',
    ])
    expect(items[0]?.details).toMatchObject({ before: { department: 'Workshop' }, after: { department: 'Bar' } })
    expect(items[0]?.at).toBe(server.clock.now().toISOString())
  })

  it('is filtered by person and time, page by page', async () => {
    const userId = server.userIds.ROLE_MANAGER
    server.clock.advance(60_000)
    const from = server.clock.now().toISOString()
    for (const name of ['One', 'Two', 'Three']) {
      server.clock.advance(1)
      await addNumber(name)
    }
    const page = (
      await server.call('ROLE_ADMIN', lateCalls.audit.list, { query: { userId, from, page: 2, perPage: 2 } })
    ).result
    expect(page.total).toBe(3)
    expect(page.items.map(({ details }) => (details as { department: string }).department)).toEqual(['One'])
    const none = (
      await server.call('ROLE_ADMIN', lateCalls.audit.list, { query: { userId, to: '2000-01-01T00:00:00Z' } })
    ).result
    expect(none).toEqual({ items: [], total: 0 })
  })

  it('names what a line is about, as it is called now or as the line has it', async () => {
    const blade = (
      await server.call('ROLE_MANAGER', calls.blades.create, { body: { name: 'Old', widthM: 1, missionSpeedMps: 1 } })
    ).result
    const named = async () =>
      (
        await server.call('ROLE_ADMIN', lateCalls.audit.list, { query: { subject: 'blade', search: blade.id } })
      ).result.items.map(({ subjectName }) => subjectName)
    expect(await named()).toEqual(['Old'])
    const changed = (
      await server.call('ROLE_MANAGER', calls.blades.update, {
        params: { id: blade.id },
        body: { name: 'New', updatedAt: blade.updatedAt },
      })
    ).result
    expect(await named()).toEqual(['New', 'New'])
    await server.call('ROLE_MANAGER', calls.blades.remove, { params: { id: changed.id } })
    expect(await named()).toEqual(['New', 'New', 'Old'])
  })

  it('lists the subjects, once each', async () => {
    await addNumber('Again')
    const { items } = (await server.call('ROLE_MANAGER', lateCalls.audit.subjects)).result
    expect(items.filter(subject => subject === 'technicalNumber')).toHaveLength(1)
    expect(items).toEqual([...items].sort())
  })

  it('leaves as a table in which no formula runs', async () => {
    await addNumber('=HYPERLINK("http://example.org","x")')
    const answer = await fetch(`${server.url}/api/audit/export?subject=technicalNumber`, {
      headers: { 'x-api-key': server.tokens.ROLE_ADMIN },
    })
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const [head, first = ''] = (await answer.text()).split('\r\n')
    expect(head).toBe('at,who,userId,action,subject,subjectId,details')
    expect(first).toContain('technicalNumber.create')
    expect(first.split(',').every(cell => !/^"?[=+@]/.test(cell))).toBe(true)
  })

  it('is closed to everybody below a manager', async () => {
    for (const role of ['ROLE_GREENKEEPER', 'ROLE_BUGGY_ADMIN', 'ROLE_TEST_USER'] as const)
      expect((await server.call(role, lateCalls.audit.list)).status).toBe(403)
  })
})
