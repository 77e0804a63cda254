/** A real MQTT broker on a port of its own, which counts, refuses or falls silent as a test wants it. */

import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { Aedes } from 'aedes'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'

export interface TestBroker {
  readonly address: string
  readonly port: number
  readonly aedes: Aedes
  /** Connections that were made so far. */
  readonly connections: () => number
  /** Ends every connection at once, without a word. */
  cut(): void
  close(): Promise<void>
}

export interface TestBrokerOptions {
  readonly port?: number
  readonly login?: { readonly user: string; readonly password: string }
  readonly tls?: { readonly key: string; readonly cert: string }
  /** Ends each connection after this number of messages, as brokers with a rate limit do. */
  readonly mostMessages?: number
  readonly refusesSubscriptions?: boolean
}

export const openBroker = async (options: TestBrokerOptions = {}): Promise<TestBroker> => {
  const aedes = await Aedes.createBroker()
  const { login, tls, mostMessages, refusesSubscriptions } = options
  if (login !== undefined)
    aedes.authenticate = (_, user, password, done) => {
      const isRight = user === login.user && password?.toString() === login.password
      done(isRight ? null : Object.assign(new Error('Not authorised'), { returnCode: 5 }), isRight)
    }
  if (refusesSubscriptions === true) aedes.authorizeSubscribe = (_, _subscription, done) => done(null, null)
  if (mostMessages !== undefined) {
    const counts = new WeakMap<object, number>()
    aedes.on('publish', (_, client) => {
      if (client === null) return
      const count = (counts.get(client) ?? 0) + 1
      counts.set(client, count)
      if (count > mostMessages) client.close()
    })
  }
  const sockets = new Set<Socket>()
  let connections = 0
  const take = (socket: Socket): void => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    aedes.handle(socket)
  }
  const server: Server = tls === undefined ? createServer(take) : createTlsServer(tls, take)
  await new Promise<void>(done => server.listen(options.port ?? 0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    address: `${tls === undefined ? 'mqtt' : 'mqtts'}://${tls === undefined ? '127.0.0.1' : 'localhost'}:${port}`,
    port,
    aedes,
    connections: () => connections,
    cut: () => {
      for (const socket of sockets) socket.destroy()
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>(done => server.close(() => done()))
      await new Promise<void>(done => aedes.close(() => done()))
    },
  }
}

export interface Listener {
  readonly client: MqttClient
  /** The newest message of each topic; those of which an empty one came are left out. */
  readonly messages: ReadonlyMap<string, string>
  /** All that came, in order. */
  readonly all: readonly { readonly topic: string; readonly payload: string; readonly isRetained: boolean }[]
  close(): Promise<void>
}

/** Another client, which reads everything as a home automation would. */
export const listenTo = async (address: string, options: IClientOptions = {}): Promise<Listener> => {
  const client = await mqtt.connectAsync(address, options)
  const messages = new Map<string, string>()
  const all: { topic: string; payload: string; isRetained: boolean }[] = []
  client.on('message', (topic, bytes, { retain }) => {
    const payload = bytes.toString('utf8')
    all.push({ topic, payload, isRetained: retain })
    if (payload === '') messages.delete(topic)
    else messages.set(topic, payload)
  })
  await client.subscribeAsync('#', { qos: 1 })
  return { client, messages, all, close: () => client.endAsync(true) }
}
