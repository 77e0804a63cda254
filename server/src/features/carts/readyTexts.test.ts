/** Ready texts of the course: who may change them, what is refused and why, and that other screens follow. */
import { calls } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'
import { MOST_READY_TEXTS } from '@greensward/domain'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const read = async () => (await server.call('ROLE_BUGGY_ADMIN', lateCalls.cartMessages.readyTexts)).result
/** Changes what is stored now. */
const change = async (texts: string[], hidesBuiltIn = false) => {
  const { updatedAt } = await read()
  return server.call('ROLE_BUGGY_ADMIN', lateCalls.cartMessages.changeReadyTexts, {
    body: { texts, hidesBuiltIn, updatedAt },
  })
}

test('a course has none of its own at first, and keeps those that it gets in their order', async () => {
  expect(await read()).toEqual({ texts: [], hidesBuiltIn: false, updatedAt: null })
  const kept = (await change(['  The kiosk is open. ', 'Please rake\nthe bunkers.'], true)).result
  expect(kept).toMatchObject({ texts: ['The kiosk is open.', 'Please rake\nthe bunkers.'], hidesBuiltIn: true })
  expect(await read()).toEqual(kept)
  expect((await change(kept.texts.toReversed())).result.texts).toEqual([
    'Please rake\nthe bunkers.',
    'The kiosk is open.',
  ])
})

test('who may not write to carts reads them and changes nothing', async () => {
  const before = await read()
  for (const role of ['ROLE_GREENKEEPER', 'ROLE_BUGGY_BAR', 'ROLE_TEST_USER'] as const) {
    expect((await server.call(role, lateCalls.cartMessages.readyTexts)).result).toEqual(before)
    const refused = await server.call(role, lateCalls.cartMessages.changeReadyTexts, {
      body: { ...before, texts: ['Mine'] },
    })
    expect(refused.status).toBe(403)
  }
  expect(await read()).toEqual(before)
})

test.each([
  ['an empty text', ['Fog at nine', ' \n '], { 'body.texts.1': { code: 'empty', params: {} } }],
  ['a text that nobody sees', ['\u200b'], { 'body.texts.0': { code: 'empty', params: {} } }],
  ['a long text', ['x'.repeat(301)], { 'body.texts.0': { code: 'tooLong', params: { maximum: 300 } } }],
  [
    'the same text twice',
    ['Fog at nine', 'Frost at ten', 'fog  at Nine '],
    { 'body.texts.2': { code: 'readyTextTwice', params: { number: 1 } } },
  ],
  [
    'too many texts',
    Array.from({ length: MOST_READY_TEXTS + 1 }, (_, index) => `Text ${index}`),
    { 'body.texts': { code: 'tooManyReadyTexts', params: { maximum: MOST_READY_TEXTS } } },
  ],
])('%s is refused by its field, with the reason', async (_, texts, fields) => {
  const before = await read()
  const refused = await change(texts)
  expect(refused.status).toBe(422)
  expect(refused.error.fields).toMatchObject(fields)
  expect(await read()).toEqual(before)
})

test('of two changes of the same texts the second is refused, so that no text is lost', async () => {
  const { updatedAt } = await read()
  const keep = (text: string) =>
    server.call('ROLE_MANAGER', lateCalls.cartMessages.changeReadyTexts, {
      body: { texts: [text], hidesBuiltIn: false, updatedAt },
    })
  const statuses = (await Promise.all([keep('One'), keep('Two')])).map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([200, 409])
  const refused = await keep('Three')
  expect(refused.error.code).toBe('conflict')
  expect((await read()).texts).toEqual([statuses[0] === 200 ? 'One' : 'Two'])
})

test('every change is in the audit log, and open screens read it again', async () => {
  const { token } = (await server.call('ROLE_BUGGY_ADMIN', calls.live.config)).result
  const socket: Socket = io(server.url, { query: { token }, reconnection: false, forceNew: true })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve())
    socket.once('connect_error', reject)
  })
  try {
    const announced = new Promise<{ message: unknown }>(resolve => socket.once('settings', resolve))
    const before = await read()
    const after = (await change(['Please keep left of the pond.'])).result
    expect((await announced).message).toEqual({ subject: 'readyTexts' })
    const [line] = (await server.call('ROLE_ADMIN', lateCalls.audit.list, { query: { perPage: 1 } })).result.items
    expect(line).toMatchObject({
      action: 'settings.update',
      subject: 'settings',
      subjectId: 'readyTexts',
      details: { before, after },
    })
  } finally {
    socket.disconnect()
  }
})
