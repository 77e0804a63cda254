/**
 * The second interface for a stop: a small HTTP listener in the gateway's thread. It answers while the main thread is
 * blocked, asks no database, and takes the same calls and gives the same answers as the API.
 */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Refusal, refusal } from '../../../platform/http/refusal.ts'
import type { EntranceOptions, Known } from './notes.ts'
import { type StopEntranceHooks, StopRequests } from './stopRequests.ts'

export interface StopEntrance {
  know(known: Known): void
  close(): Promise<void>
}

/** Beyond these the oldest connection that has shown no good token is closed. */
const MOST_CONNECTIONS = 500
const LISTEN_AGAIN_MS = 5_000

export const openStopEntrance = (options: EntranceOptions, hooks: StopEntranceHooks): StopEntrance => {
  const requests = new StopRequests(options.publicOrigin, hooks)
  const strangers = new Set<Socket>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const answer = async (request: IncomingMessage): Promise<unknown> => {
    const person = requests.admit(request)
    strangers.delete(request.socket)
    return requests.answer(request, person)
  }

  const say = (request: IncomingMessage, response: ServerResponse, status: number, body: unknown): void => {
    const text = JSON.stringify(body)
    const type = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(text) }
    response.writeHead(status, { ...requests.headersFor(request), ...type })
    response.end(text)
  }

  const server = createServer({ requestTimeout: 5_000, headersTimeout: 3_000, keepAliveTimeout: 5_000 })
  server.on('request', (request, response) => {
    // The body is read and ignored.
    request.resume()
    if (request.method === 'OPTIONS') {
      if (requests.isFlood()) request.socket.destroy()
      else response.writeHead(204, requests.headersFor(request)).end()
      return
    }
    answer(request).then(
      result => say(request, response, 200, { code: 200, result }),
      (error: unknown) => {
        const found = error instanceof Refusal ? error : refusal('internal')
        say(request, response, found.status, found.envelope)
      },
    )
  })
  server.on('connection', (socket: Socket) => {
    strangers.add(socket)
    socket.once('close', () => strangers.delete(socket))
    const [oldest] = strangers
    if (strangers.size > MOST_CONNECTIONS) oldest?.destroy()
  })
  server.on('listening', () => {
    const address = server.address()
    if (typeof address === 'object' && address !== null) hooks.note({ kind: 'listening', port: address.port })
  })

  const listen = (port: number): void => {
    if (!isClosed) server.listen({ host: options.host, port })
  }
  let nextPort = options.port
  server.on('error', error => {
    hooks.note({ kind: 'notListening', message: error.message })
    if (options.anyPort) nextPort = 0
    timer = setTimeout(() => listen(nextPort), options.anyPort ? 0 : LISTEN_AGAIN_MS)
  })
  listen(nextPort)

  return {
    know: known => requests.know(known),
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      const closed = new Promise<void>(resolve => {
        server.close(() => resolve())
      })
      server.closeAllConnections()
      await closed
    },
  }
}
