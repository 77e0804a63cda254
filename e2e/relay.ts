/** A server in front of the real one that can fall silent: it still accepts connections but answers nothing. */
import { createServer, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

export interface Relay {
  readonly url: string
  /** Whether calls of the product are answered; its pages and programs always are. */
  speaks: boolean
  close(): void
}

export const startRelay = async (target: string): Promise<Relay> => {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const server = createServer((asked, answer) => {
    if (!relay.speaks && asked.url?.startsWith('/api/') === true) return
    const onward = request(
      { hostname, port, path: asked.url, method: asked.method, headers: asked.headers },
      response => {
        answer.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(answer)
      },
    )
    onward.on('error', () => answer.destroy())
    asked.pipe(onward)
  })
  server.on('connection', socket => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('upgrade', (asked, socket, head) => {
    if (!relay.speaks) return
    const onward = connect(Number(port), hostname, () => {
      const headers = Object.entries(asked.headers).map(([name, value]) => `${name}: ${value}`)
      onward.write(`${asked.method} ${asked.url} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
      onward.write(head)
      onward.pipe(socket).pipe(onward)
    })
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
    socket.on('close', () => onward.destroy())
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const relay: Relay = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    speaks: true,
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
  return relay
}
