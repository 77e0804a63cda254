/** Callers who disconnect in the middle of their request, many at a time. */
import { connect } from 'node:net'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { answerFailure } from './edge.ts'

const CALLERS = 300
const lines: string[] = []
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ onLog: line => lines.push(line) })
})
afterAll(() => server.close())

/** Sends the text and resets the connection as soon as it is out. */
const breakOff = (text: string): Promise<void> =>
  new Promise(resolve => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () =>
      socket.write(text, () => setTimeout(() => socket.resetAndDestroy(), 5)),
    )
    socket.once('close', () => resolve())
    socket.on('error', () => undefined)
  })

const HEAD = 'Host: x\r\nContent-Type: application/json\r\n'

test.each([
  ['before the body is whole', `POST /api/auth/login HTTP/1.1\r\n${HEAD}Content-Length: 5000\r\n\r\n{"login":"x`],
  [
    'while they are answered',
    `POST /api/auth/login HTTP/1.1\r\n${HEAD}Content-Length: 33\r\n\r\n{"login":"x","password":"y234567"}`,
  ],
  ['with calls one behind the other', 'GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(40)],
])(
  '300 callers who go away %s leave no line in the log',
  async (_, text) => {
    lines.length = 0
    await Promise.all(Array.from({ length: CALLERS }, () => breakOff(text)))
    await expect.poll(async () => (await fetch(`${server.url}/api/health`)).status).toBe(200)
    expect(lines.slice(0, 3)).toEqual([])
  },
  60_000,
)

test('a lost database is reported to a caller who is still there', async () => {
  const app = Fastify()
  app.setErrorHandler((error, request, reply) => answerFailure(error, request, reply))
  app.post('/x', async () => {
    await new Promise(resolve => setTimeout(resolve, 50))
    throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  try {
    const response = await fetch(`${url}/x`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ error: { kind: 'unavailable' } })
  } finally {
    await app.close()
  }
})
