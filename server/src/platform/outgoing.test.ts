import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { callOutgoing, isPublicAddress, type OutgoingOptions, readOutgoing } from './outgoing.ts'

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})
const serve = async (listener: RequestListener): Promise<string> => {
  const opened = createServer(listener)
  server = opened
  await new Promise<void>(done => opened.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(opened.address() as AddressInfo).port}/now`
}
const options: OutgoingOptions = { timeoutMs: 20_000, maxBytes: 1_000, allowsPrivate: true }

test.each([
  ['8.8.8.8', true],
  ['2606:4700::1111', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.20.0.1', false],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::ffff:127.0.0.1', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['2002:7f00:1::', false],
  ['64:ff9b::7f00:1', false],
  ['localhost', false],
])('%s is an address of the public internet: %s', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected)
})

describe('an address from the settings', () => {
  test('is read with the headers that were given', async () => {
    const address = await serve((request, answer) => answer.end(`${request.url} ${request.headers.authorization}`))
    expect(await readOutgoing(address, { ...options, headers: { authorization: 'Bearer t' } })).toEqual({
      ok: true,
      text: '/now Bearer t',
    })
  })

  test('does not lead into this machine or its network unless the operator of the server allows it', async () => {
    let asked = 0
    const address = await serve((_, answer) => {
      asked += 1
      answer.end('{}')
    })
    const { port } = new URL(address)
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '0.0.0.0'])
      expect(await readOutgoing(`http://${host}:${port}/`, { ...options, allowsPrivate: false })).toMatchObject({
        problem: 'forbiddenAddress',
      })
    expect(await readOutgoing('file:///etc/passwd', options)).toMatchObject({ problem: 'forbiddenAddress' })
    expect(asked).toBe(0)
  })

  test('is not followed to where it sends', async () => {
    const address = await serve((_, answer) => answer.writeHead(302, { location: 'http://127.0.0.1:1/' }).end())
    expect(await readOutgoing(address, options)).toEqual({
      ok: false,
      problem: 'httpStatus',
      detail: 'It answered 302',
    })
  })

  test('is aborted when it is silent, trickles, or sends too much', async () => {
    const silent = await serve(() => undefined)
    expect(await readOutgoing(silent, { ...options, timeoutMs: 150 })).toMatchObject({ problem: 'tooSlow' })
    server?.closeAllConnections()
    server?.close()
    const trickling = await serve((_, answer) => {
      const timer = setInterval(() => answer.write(' '), 20)
      answer.on('close', () => clearInterval(timer))
    })
    expect(await readOutgoing(trickling, { ...options, timeoutMs: 150 })).toMatchObject({ problem: 'tooSlow' })
    server?.closeAllConnections()
    server?.close()
    const huge = await serve((_, answer) => answer.end('x'.repeat(1_001)))
    expect(await readOutgoing(huge, options)).toMatchObject({ problem: 'tooLarge' })
  })

  test('is left at once when the caller ends', async () => {
    const address = await serve(() => undefined)
    const signal = AbortSignal.timeout(50)
    expect(await callOutgoing(address, { ...options, timeoutMs: 3_600_000, signal })).toMatchObject({ ok: false })
  })

  test('takes a body by POST and answers with any status and its headers', async () => {
    const address = await serve((request, answer) => {
      request.setEncoding('utf8').on('data', text => {
        answer.writeHead(429, { 'retry-after': '7' }).end(`${request.method} ${text}`)
      })
    })
    expect(await callOutgoing(address, { ...options, body: 'grün' })).toMatchObject({
      ok: true,
      status: 429,
      headers: { 'retry-after': '7' },
      text: 'POST grün',
    })
  })

  test('where nothing answers is said to be so', async () => {
    const address = await serve((_, answer) => answer.end())
    await new Promise(done => server?.close(done))
    expect(await readOutgoing(address, options)).toMatchObject({ problem: 'notReached' })
    expect(await readOutgoing('http://nowhere.invalid/', options)).toMatchObject({ problem: 'notReached' })
  })
})

test.each(['ftp://example.org/', 'not an address'])(
  '%s, which is not asked, leaves no error behind for later',
  async address => {
    const unheard: unknown[] = []
    const note = (error: unknown): void => void unheard.push(error)
    process.on('unhandledRejection', note)
    try {
      const { ok } = await readOutgoing(address, { ...options, timeoutMs: 20 })
      expect(ok).toBe(false)
      await new Promise(resolve => setTimeout(resolve, 60))
      expect(unheard).toEqual([])
    } finally {
      process.off('unhandledRejection', note)
    }
  },
)
