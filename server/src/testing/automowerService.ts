/**
 * The maker's service of Automowers on this machine: sign-in, list of mowers and actions over HTTP, as the test answers them,
 * and events over a WebSocket.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'

export const KEY = 'our-application'
export const SECRET = 'a secret of ours'

/** As the maker's documents have it; more fields than are read. */
export const mowerOf = (attributes: object = {}, id = '0b1c') => ({
  type: 'mower',
  id,
  attributes: {
    system: { name: 'Nursery', model: 'HUSQVARNA CEORA', serialNumber: 1 },
    battery: { batteryPercent: 64, remainingChargingTime: 0 },
    capabilities: { canConfirmError: true, headlights: false, position: true, stayOutZones: true, workAreas: true },
    mower: { mode: 'MAIN_AREA', activity: 'MOWING', inactiveReason: 'NONE', state: 'IN_OPERATION', errorCode: 0 },
    planner: { nextStartTimestamp: 0, override: { action: 'NOT_ACTIVE' }, restrictedReason: 'NONE' },
    metadata: { connected: true, statusTimestamp: Date.UTC(2026, 4, 1, 5, 30) },
    workAreas: [
      { workAreaId: 7, name: 'Range', type: 'SYSTEMATIC', cuttingHeight: 30, enabled: true, progress: 40 },
      { workAreaId: 0, name: '', type: 'RANDOM', cuttingHeight: 30, enabled: false },
    ],
    positions: [
      { latitude: 51.3921, longitude: -0.6412 },
      { latitude: 51.3922, longitude: -0.6413 },
    ],
    ...attributes,
  },
})

interface Asked {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** @param body of the request */
type Answer = (reply: ServerResponse, body?: string) => unknown

export const says =
  (json: unknown): Answer =>
  reply =>
    void reply.end(JSON.stringify(json))
const isAction = (path = ''): boolean => path.endsWith('/actions') || path.endsWith('/errors/confirm')

/** The answer to an action, as the maker gives it where the request was taken. */
export const taken: Answer = reply => void reply.writeHead(202).end('{"data":{"type":"control","id":"1"}}')

/** Good for a day. */
export const TOKEN: Answer = says({ access_token: 'a-token', expires_in: 86_399, token_type: 'Bearer' })

export class AutomowerServiceOfTest {
  asked: Asked[] = []
  mowers: Answer = says({ data: [mowerOf()] })
  actions: Answer = taken
  /** To those who have key and secret. */
  tokens: Answer = TOKEN
  /** Head of the answer to a connection for events that is refused. */
  refusal: string | undefined
  /** What came over connections for events. */
  received: string[] = []
  connections = 0
  readonly server: Server
  readonly sockets: WebSocketServer
  origin = ''

  /** @param options without `autoPong` it answers no ping */
  constructor(options: { readonly autoPong?: boolean } = {}) {
    this.sockets = new WebSocketServer({ noServer: true, ...options })
    this.server = createServer((request, reply) => {
      const parts: Buffer[] = []
      request.on('data', part => parts.push(part))
      request.on('end', () => this.#answer(request, Buffer.concat(parts).toString('utf8'), reply))
    })
  }

  async open(): Promise<this> {
    this.server.on('upgrade', (request, socket, head) => this.#upgrade(request, socket, head))
    this.server.listen(0, '127.0.0.1')
    await once(this.server, 'listening')
    this.origin = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
    return this
  }

  reset(): void {
    this.asked = []
    this.mowers = says({ data: [mowerOf()] })
    this.actions = taken
    this.tokens = TOKEN
    this.refusal = undefined
    this.received = []
    this.connections = 0
    this.drop()
  }

  /** Ends the connections for events. */
  drop(): void {
    for (const socket of this.sockets.clients) socket.close(1001)
  }

  /** To everybody who listens. */
  send(event: unknown): void {
    const text = typeof event === 'string' ? event : JSON.stringify(event)
    for (const socket of this.sockets.clients) socket.send(text)
  }

  /** The settings that reach it. */
  account() {
    return {
      ...{ enabled: true, applicationKey: KEY, secret: SECRET },
      ...{ signInAddress: `${this.origin}/token`, address: `${this.origin}/v1` },
      eventsAddress: this.eventsAddress,
    }
  }

  get eventsAddress(): string {
    return `${this.origin.replace('http', 'ws')}/events`
  }

  readings(): number {
    return this.asked.filter(({ path }) => path === '/v1/mowers').length
  }

  requests(): readonly Asked[] {
    return this.asked.filter(({ path }) => isAction(path))
  }

  close(): void {
    for (const socket of this.sockets.clients) socket.terminate()
    this.server.closeAllConnections()
    this.server.close()
  }

  #answer(request: IncomingMessage, body: string, reply: ServerResponse): void {
    this.asked.push({ path: request.url ?? '', headers: request.headers, body })
    if (isAction(request.url)) return void this.actions(reply, body)
    if (request.url !== '/token') return void this.mowers(reply, body)
    const form = new URLSearchParams(body)
    const isOurs = form.get('client_id') === KEY && form.get('client_secret') === SECRET
    if (!isOurs) return void reply.writeHead(400).end('{"error":"invalid_client"}')
    this.tokens(reply, body)
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.connections += 1
    const isKnown = request.headers.authorization === 'Bearer a-token'
    const refusal = this.refusal ?? (isKnown ? undefined : 'HTTP/1.1 401 Unauthorized')
    if (refusal !== undefined) return void socket.end(`${refusal}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
    this.sockets.handleUpgrade(request, socket, head, (opened: WebSocket) => {
      opened.on('message', data => this.received.push(data.toString()))
      opened.send('{"ready":true,"connectionId":"1"}')
    })
  }
}
