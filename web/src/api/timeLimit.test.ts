import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import axios from 'axios'
import { afterEach, expect, test } from 'vitest'
import { NoAnswer, withinLimit } from './timeLimit.ts'

const servers: Server[] = []
const sockets = new Set<Socket>()
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  for (const server of servers.splice(0)) server.close()
})

/** A server that takes every connection; what it says on it is up to the test. */
const listen = async (taken: (socket: Socket) => void): Promise<string> => {
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    taken(socket)
  })
  servers.push(server)
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test.each([false, true])(
  'a call to a server that accepts and never answers ends, and a write says so (%s)',
  async isWrite => {
    const url = await listen(socket => socket.resume())
    const call = withinLimit({ isWrite, silenceMs: 100 }, signal => axios.get(url, { signal }))
    await expect(call).rejects.toMatchObject({ name: 'NoAnswer', isWrite })
    await expect(call).rejects.toBeInstanceOf(NoAnswer)
    // The connection is given up as well, so that another try opens a new one.
    await expect.poll(() => [...sockets].every(socket => socket.destroyed)).toBe(true)
  },
)

test('an answer that comes in parts is waited for as long as parts come', async () => {
  const url = await listen(socket => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 8\r\nconnection: close\r\n\r\n')
    let sent = 0
    const timer = setInterval(() => {
      sent += 1
      socket.write('x')
      if (sent === 8) clearInterval(timer)
    }, 100)
  })
  const answer = await withinLimit({ isWrite: false, silenceMs: 500 }, (signal, onData) =>
    axios.get(url, { signal, onDownloadProgress: onData }),
  )
  expect(answer.data).toBe('xxxxxxxx')
})

test('passes a refusal of the server unchanged', async () => {
  const url = await listen(socket => socket.end('HTTP/1.1 503 Away\r\ncontent-length: 0\r\nconnection: close\r\n\r\n'))
  const call = withinLimit({ isWrite: false, silenceMs: 5_000 }, signal => axios.get(url, { signal }))
  await expect(call).rejects.toThrow('Request failed with status code 503')
})
