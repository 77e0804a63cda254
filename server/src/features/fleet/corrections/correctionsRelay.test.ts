import { createServer, type Server } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createCorrectionsRelay } from './correctionsRelay.ts'

let server: Server | undefined
afterEach(() => {
  server?.close()
})

/** Another server of the private network, not a caster. */
const serve = async () => {
  const received: string[] = []
  const opened = createServer(socket => {
    socket.on('error', () => undefined)
    socket.on('data', bytes => {
      received.push(bytes.toString('latin1'))
      socket.end('HTTP/1.1 500 role=admin key=4711\r\nx-secret: 4711\r\n\r\n')
    })
  })
  server = opened
  await new Promise<void>(resolve => opened.listen(0, '127.0.0.1', resolve))
  const address = opened.address()
  return { received, port: typeof address === 'object' && address !== null ? address.port : 0 }
}

const ask = async (host: string, port: number, allowsPrivate: boolean) => {
  const relay = createCorrectionsRelay({
    now: () => new Date(),
    position: () => null,
    send: () => undefined,
    onChange: () => undefined,
    allowsPrivate,
  })
  relay.use({ host, port, mountpoint: 'FIELD', user: 'gs', password: 'green 7' })
  await expect.poll(() => relay.state().problem, { timeout: 5_000 }).not.toBeNull()
  const state = relay.state()
  relay.close()
  return state
}

test.each(['127.0.0.1', 'localhost'])(
  'a caster at %s is not connected to unless the operator of the server allows it',
  async host => {
    const { received, port } = await serve()
    expect(await ask(host, port, false)).toMatchObject({ state: 'refused', problem: 'forbiddenAddress' })
    expect(received).toEqual([])
    expect(await ask(host, port, true)).toMatchObject({ state: 'refused', problem: 'refused' })
    expect(received).toHaveLength(1)
  },
)

test('shows no more than the status of an answer from another kind of server', async () => {
  const { port } = await serve()
  expect((await ask('127.0.0.1', port, true)).detail).toBe('it answered 500')
})

/** An RTCM 3 message of no more than its number, 1005, with its checksum (CRC-24Q). */
const REFERENCE_STATION = (() => {
  const head = [0xd3, 0x00, 0x02, 1005 >> 4, (1005 & 0xf) << 4]
  let crc = 0
  for (const byte of head) {
    crc ^= byte << 16
    for (let bit = 0; bit < 8; bit++) crc = (crc << 1) ^ ((crc & 0x80_0000) === 0 ? 0 : 0x186_4cfb)
  }
  return Buffer.from([...head, (crc >> 16) & 0xff, (crc >> 8) & 0xff, crc & 0xff])
})()

test('shows corrections as streaming only once one has come, and never what is something else', async () => {
  let send = (_bytes: Buffer): void => undefined
  const opened = createServer(socket => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.write('ICY 200 OK\r\n\r\n'))
    send = bytes => socket.write(bytes)
  })
  server = opened
  await new Promise<void>(resolve => opened.listen(0, '127.0.0.1', resolve))
  const address = opened.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const sent: Uint8Array[] = []
  const relay = createCorrectionsRelay({
    now: () => new Date(),
    position: () => null,
    send: rtcm => sent.push(rtcm),
    onChange: () => undefined,
    allowsPrivate: true,
  })
  relay.use({ host: '127.0.0.1', port, mountpoint: 'FIELD', user: '', password: null })
  await expect
    .poll(() => {
      send(Buffer.from('$GPGGA,not a correction\r\n'))
      return relay.state().bytesPerS
    })
    .toBeGreaterThan(0)
  expect(relay.state()).toMatchObject({ state: 'connecting', ageMs: null })
  send(REFERENCE_STATION)
  await expect.poll(() => relay.state().state).toBe('streaming')
  expect(sent).toHaveLength(1)
  relay.close()
})
