import { spawn, spawnSync } from 'node:child_process'
import { afterEach, expect, test } from 'vitest'
import { type Link, type LinkConfig, openLink, type Peer, systemClock } from './index.ts'

interface Received {
  readonly peers: Peer[]
  readonly text: string[]
  readonly errors: string[]
  gone: number
}

const open: Link[] = []

const listen = async (config: LinkConfig): Promise<{ link: Link; received: Received }> => {
  const received: Received = { peers: [], text: [], errors: [], gone: 0 }
  const link = await openLink(config, systemClock, {
    onBytes: (peer, bytes) => {
      if (!received.peers.includes(peer)) received.peers.push(peer)
      received.text.push(Buffer.from(bytes).toString())
    },
    onPeerGone: () => {
      received.gone++
    },
    onError: message => received.errors.push(message),
  })
  open.push(link)
  return { link, received }
}

const until = async (done: () => boolean): Promise<void> => {
  for (const endMs = Date.now() + 5_000; !done() && Date.now() < endMs; ) {
    await new Promise(resolve => setTimeout(resolve, 5))
  }
  expect(done()).toBe(true)
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const host = '127.0.0.1'

afterEach(async () => {
  for (const link of open.splice(0)) await link.close()
})

test('UDP carries bytes both ways, and the same address is the same peer', async () => {
  const server = await listen({ kind: 'udp', host, port: 0 })
  const client = await listen({ kind: 'udp', host, port: 0, remotes: [{ host, port: server.link.port }] })
  client.link.remotes[0]?.send(bytes('mower'))
  await until(() => server.received.text.length === 1)
  client.link.remotes[0]?.send(bytes('again'))
  await until(() => server.received.text.length === 2)
  expect(server.received.peers).toHaveLength(1)
  expect(server.received.peers[0]?.id).toBe(`udp:${host}:${client.link.port}`)
  server.received.peers[0]?.send(bytes('hold'))
  await until(() => client.received.text.includes('hold'))
})

test('a TCP server and client carry bytes both ways and notice the end', async () => {
  const server = await listen({ kind: 'tcpServer', host, port: 0 })
  const client = await listen({ kind: 'tcpClient', host, port: server.link.port })
  await until(() => {
    client.link.remotes[0]?.send(bytes('mower'))
    return server.received.text.length > 0
  })
  server.received.peers[0]?.send(bytes('hold'))
  await until(() => client.received.text.join('').includes('hold'))
  await client.link.close()
  await until(() => server.received.gone === 1)
})

test('a TCP client comes back by itself when its server does', async () => {
  const first = await listen({ kind: 'tcpServer', host, port: 0 })
  const { port } = first.link
  const client = await listen({ kind: 'tcpClient', host, port })
  await until(() => {
    client.link.remotes[0]?.send(bytes('x'))
    return first.received.text.length > 0
  })
  await first.link.close()
  await until(() => client.received.gone === 1)
  const second = await listen({ kind: 'tcpServer', host, port })
  await until(() => {
    client.link.remotes[0]?.send(bytes('y'))
    return second.received.text.length > 0
  })
})

test.each(['udp', 'tcpServer'] as const)('a %s address that is taken is refused at once', async kind => {
  const taken = await listen({ kind, host, port: 0 })
  await expect(
    openLink({ kind, host, port: taken.link.port }, systemClock, {
      onBytes: () => {},
      onPeerGone: () => {},
      onError: () => {},
    }),
  ).rejects.toThrow(/EADDRINUSE/)
})

/** A pseudo-terminal whose other end answers in capitals; prints its path. */
const terminal = `
import os, pty, tty
master, slave = pty.openpty()
tty.setraw(master)
print(os.ttyname(slave), flush=True)
while True:
    os.write(master, os.read(master, 1000).upper())
`

test('a serial line carries bytes both ways', async context => {
  if (spawnSync('python3', ['-c', 'import pty']).status !== 0 || spawnSync('stty', ['--version']).error !== undefined) {
    context.skip('python3 and stty make the line that this test speaks over; one of them is missing')
  }
  const other = spawn('python3', ['-c', terminal], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const path = await new Promise<string>(resolve => other.stdout.once('data', text => resolve(String(text).trim())))
    const { link, received } = await listen({ kind: 'serial', path, baud: 57_600 })
    link.remotes[0]?.send(bytes('hold \u0001\u0003\u0011'))
    await until(() => received.text.join('') === 'HOLD \u0001\u0003\u0011')
    other.kill()
    await until(() => received.gone === 1)
    await until(() => received.errors.length > 0)
  } finally {
    other.kill()
  }
})

test('refuses a serial line that does not exist', async () => {
  const events = { onBytes: () => {}, onPeerGone: () => {}, onError: () => {} }
  await expect(
    openLink({ kind: 'serial', path: '/dev/no-such-line', baud: 57_600 }, systemClock, events),
  ).rejects.toThrow()
})
