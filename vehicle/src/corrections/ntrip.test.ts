import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { systemClock } from '../clock.ts'
import { createFakeClock } from '../testing.ts'
import { type NtripClient, openNtrip } from './ntrip.ts'
import { ggaSentence, NtripConnection } from './ntripConnection.ts'
import { crc24q, createRtcmFramer } from './rtcm.ts'

const framed = (payload: Uint8Array): Uint8Array => {
  const head = Uint8Array.from([0xd3, payload.length >> 8, payload.length & 0xff, ...payload])
  const sum = crc24q(head)
  return Uint8Array.from([...head, sum >> 16, (sum >> 8) & 0xff, sum & 0xff])
}

describe('RTCM', () => {
  test('has the checksum of the standard', () => {
    // The check value that CRC catalogues list for this polynomial with a start value of zero.
    expect(crc24q(new TextEncoder().encode('123456789'))).toBe(0xcde703)
  })

  test('messages are found whole in a stream cut anywhere, with noise between', () => {
    const payload = fc.uint8Array({ minLength: 1, maxLength: 300 })
    const noise = fc.uint8Array({ maxLength: 20 }).map(bytes => bytes.filter(byte => byte !== 0xd3))
    fc.assert(
      fc.property(
        fc.array(fc.tuple(noise, payload), { maxLength: 6 }),
        fc.integer({ min: 1, max: 50 }),
        (parts, size) => {
          const stream = Uint8Array.from(parts.flatMap(([before, bytes]) => [...before, ...framed(bytes)]))
          const found: Uint8Array[] = []
          const framer = createRtcmFramer(bytes => found.push(bytes))
          for (let at = 0; at < stream.length; at += size) framer.push(stream.subarray(at, at + size))
          expect(found).toEqual(parts.map(([, bytes]) => framed(bytes)))
        },
      ),
      { seed: 20260505, numRuns: 100 },
    )
  })
})

test('writes a position as a GGA sentence with its checksum', () => {
  const sentence = ggaSentence([-8.55, 47.375], Date.UTC(2026, 4, 1, 5, 30, 7))
  expect(sentence).toMatch(
    /^\$GPGGA,053007\.00,4722\.500000,N,00833\.000000,W,4,12,1\.0,0\.0,M,0\.0,M,,\*[0-9A-F]{2}\r\n$/,
  )
})

describe('a caster', () => {
  let server: Server
  let client: NtripClient
  const sockets = new Set<Socket>()

  afterEach(async () => {
    client.close()
    for (const socket of sockets) socket.destroy()
    await new Promise(resolve => server.close(resolve))
  })

  /** A caster that answers each request with `answer`, and ends the connection where it `ends`; returns the requests and what the client received. */
  const talk = async (answer: Uint8Array, ends = false) => {
    const asked: string[] = []
    const received: Uint8Array[] = []
    const states: string[] = []
    const shortStates: string[] = []
    const clock = systemClock
    server = createServer(socket => {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('data', bytes => {
        asked.push(bytes.toString())
        if (asked.length > 1) return
        socket.write(answer)
        if (ends) socket.end()
      })
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    client = openNtrip({
      host: '127.0.0.1',
      port: typeof address === 'object' && address !== null ? address.port : 0,
      mountpoint: 'COURSE',
      user: 'green',
      password: 'keeper',
      clock,
      position: () => [8.55, 47.37],
      onCorrections: rtcm => received.push(rtcm),
      onState: state => shortStates.push(state),
      onChange: ({ phase, problem, detail }) => states.push(`${phase}: ${problem ?? ''} ${detail}`),
    })
    return { asked, received, states, shortStates }
  }

  const until = async (done: () => boolean): Promise<void> => {
    for (const endMs = Date.now() + 5_000; !done() && Date.now() < endMs; ) {
      await new Promise(resolve => setTimeout(resolve, 5))
    }
    expect(done()).toBe(true)
  }

  const correction = framed(Uint8Array.from([1, 2, 3, 0xd3, 5]))
  const latin = (text: string): Uint8Array => Buffer.from(text, 'latin1')

  test.each([
    ['1', Buffer.concat([latin('ICY 200 OK\r\n'), correction, correction])],
    ['2', Buffer.concat([latin('HTTP/1.1 200 OK\r\nNtrip-Version: Ntrip/2.0\r\n\r\n'), correction, correction])],
    [
      '2 in chunks',
      Buffer.concat([
        latin('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'),
        latin('6\r\n'),
        correction.subarray(0, 6),
        latin(`\r\n${(correction.length * 2 - 6).toString(16)}\r\n`),
        correction.subarray(6),
        correction,
        latin('\r\n'),
      ]),
    ],
  ])('of version %s gets the login and the position, and its messages are forwarded', async (_version, answer) => {
    const { asked, received, states, shortStates } = await talk(answer)
    await until(() => received.length === 2 && asked.length === 2)
    expect(received).toEqual([correction, correction])
    expect(asked[0]).toContain('GET /COURSE HTTP/1.1\r\n')
    expect(asked[0]).toContain(`Authorization: Basic ${btoa('green:keeper')}\r\n`)
    expect(asked[1]).toMatch(/^\$GPGGA,/)
    expect(states).toEqual(['streaming:  COURSE'])
    expect(shortStates).toEqual(['streaming'])
    expect(client.state()).toMatchObject({ phase: 'streaming', problem: null, messages: [{ type: 16, count: 2 }] })
    expect(client.state().bytesPerS).toBeGreaterThan(0)
    expect(client.state().correctionAgeMs).toBeLessThan(5_000)
  })

  test.each([
    ['HTTP/1.1 401 Unauthorized\r\n\r\n', 'authRefused', 'it answered 401'],
    ['ERROR - Bad Password\r\n', 'authRefused', 'it refused'],
    ['HTTP/1.1 404 Not Found\r\n\r\n', 'mountpointMissing', 'it answered 404'],
    ['HTTP/1.0 401 Unauthorized\r\n', 'authRefused', 'it answered 401'],
    ['SOURCETABLE 200 OK\r\nServer: x\r\n\r\n', 'mountpointMissing', 'it refused'],
    ['HTTP/1.1 200 OK\r\nContent-Type: gnss/sourcetable\r\n\r\n', 'mountpointMissing', 'it answered 200'],
    ['HTTP/1.1 503 Busy\r\n\r\n', 'refused', 'it answered 503'],
    ['HTTP/1.1 500 the password of the database\r\n\r\n', 'refused', 'it answered 500'],
  ])('that answers %j has a problem that says so', async (answer, problem, detail) => {
    // RTKLIB's caster writes no empty line, and ends.
    const { states, shortStates } = await talk(latin(answer), answer.startsWith('HTTP/1.0'))
    await until(() => states.length === 1)
    expect(states).toEqual([`waiting: ${problem} ${detail}`])
    expect(shortStates).toEqual(['refused'])
    const { nextTryMs } = client.state()
    // A wrong password is not tried again every second.
    expect((nextTryMs ?? 0) - Date.now() > 30_000).toBe(problem !== 'refused')
  })
})

test('a caster that is away is tried again after twice as long each time, a minute at most', async () => {
  const clock = createFakeClock()
  const waits: number[] = []
  const closed = createServer()
  await new Promise<void>(resolve => closed.listen(0, '127.0.0.1', resolve))
  const address = closed.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await new Promise(resolve => closed.close(resolve))
  const client = openNtrip({
    host: '127.0.0.1',
    port,
    mountpoint: 'COURSE',
    clock,
    position: () => null,
    onCorrections: () => {},
    onState: () => {},
    onChange: ({ phase, nextTryMs }) => {
      if (phase === 'waiting' && nextTryMs !== null) waits.push(nextTryMs - clock.nowMs())
    },
  })
  try {
    for (let tries = 1; tries <= 8; tries++) {
      for (const endMs = Date.now() + 5_000; waits.length < tries && Date.now() < endMs; ) {
        await new Promise(resolve => setTimeout(resolve, 2))
      }
      await clock.advance(waits.at(-1) ?? 0)
    }
    expect(waits.slice(0, 8)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
    expect(client.state()).toMatchObject({ problem: 'lost' })
  } finally {
    client.close()
  }
})

test.each([
  ['is silent', ''],
  ['sends other things than corrections', '<html>Our caster moved</html>'],
])('a caster that accepts and %s is left after 30 s, though positions are sent to it', async (_, text) => {
  const clock = createFakeClock()
  let sentences = 0
  const server = createServer(socket => {
    socket.on('error', () => {})
    socket.once('data', () => socket.write(`ICY 200 OK\r\n${text}`))
    socket.on('data', bytes => {
      sentences += bytes.toString().split('$GPGGA').length - 1
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const ends: string[] = []
  const accepted = Promise.withResolvers<void>()
  const connection = new NtripConnection('127.0.0.1', {
    ...{ host: '127.0.0.1', port, mountpoint: 'COURSE', clock, position: () => [8.5, 47.3] as const },
    onAccepted: accepted.resolve,
    onBytes: () => undefined,
    onCorrection: () => undefined,
    onEnd: problem => ends.push(problem),
  })
  try {
    await accepted.promise
    await clock.advance(29_000)
    await expect.poll(() => sentences).toBe(3)
    expect(ends).toEqual([])
    await clock.advance(2_000)
    await expect.poll(() => ends).toEqual(['silent'])
  } finally {
    connection.close()
    await new Promise(resolve => server.close(resolve))
  }
})
