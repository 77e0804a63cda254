/** Every service that a club may connect, each a listener that takes connections and never says a word. */
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { type BodyOf, type Call, calls, type ResultOf } from '@greensward/contract'
import { lateCalls } from '@greensward/contract/late'

interface Silent {
  readonly port: number
  readonly sockets: Set<Socket>
  /** Connections that ended, because somebody gave up or was done. */
  ended: number
  readonly listener: Server
}

const KINDS = ['weather', 'mqtt', 'automower', 'teeSheet', 'ntrip', 'webhook', 'sms', 'oidc', 'baseMap'] as const
type Kind = (typeof KINDS)[number]

/** Calls of an administrator. */
type Caller = <C extends Call>(
  call: C,
  given?: { readonly body?: BodyOf<C> },
) => Promise<{ readonly status: number; readonly result: ResultOf<C> }>

const openSilent = (): Promise<Silent> =>
  new Promise(resolve => {
    const listener = createServer(socket => {
      one.sockets.add(socket)
      socket.on('error', () => undefined)
      socket.resume().on('close', () => {
        one.sockets.delete(socket)
        one.ended += 1
      })
    })
    const one: Silent = { listener, sockets: new Set(), ended: 0, port: 0 }
    listener.listen(0, '127.0.0.1', () =>
      resolve(Object.assign(one, { port: (listener.address() as AddressInfo).port })),
    )
  })

export class SilentServices {
  readonly #silent: ReadonlyMap<Kind, Silent>

  private constructor(silent: ReadonlyMap<Kind, Silent>) {
    this.#silent = silent
  }

  static async open(): Promise<SilentServices> {
    const opened = KINDS.map(async kind => [kind, await openSilent()] as const)
    return new SilentServices(new Map(await Promise.all(opened)))
  }

  address(kind: Kind, path = ''): string {
    return `http://127.0.0.1:${this.#port(kind)}${path}`
  }

  /** Connections that somebody gave up. */
  givenUp(): number {
    return [...this.#silent.values()].reduce((sum, { ended }) => sum + ended, 0)
  }

  /** Of these, the ones that nobody waits for. */
  unasked(kinds: readonly Kind[] = KINDS): readonly Kind[] {
    return kinds.filter(kind => this.#silent.get(kind)?.sockets.size === 0)
  }

  /** Switches all of them on. Those of webhooks, text messages, sign-in and base map are asked at a press alone. @returns the id of the webhook */
  async connect(call: Caller): Promise<string> {
    const done = async (answer: Promise<{ readonly status: number; readonly result: unknown }>): Promise<void> => {
      // Fails where it was refused.
      void (await answer).result
    }
    await done(
      call(calls.weather.update, { body: { enabled: true, provider: 'json', address: this.address('weather') } }),
    )
    await done(
      call(lateCalls.mqtt.update, {
        body: { enabled: true, address: `mqtt://127.0.0.1:${this.#port('mqtt')}`, prefix: 'course' },
      }),
    )
    await done(
      call(lateCalls.automower.update, {
        body: {
          ...{ enabled: true, applicationKey: 'key', secret: 'secret' },
          ...{ signInAddress: this.address('automower'), address: this.address('automower') },
        },
      }),
    )
    await done(
      call(calls.teeSheets.changeAddress, {
        body: { address: this.address('teeSheet', '/tee.ics'), updatedAt: null },
      }),
    )
    await done(
      call(calls.link.update, {
        body: {
          ...{ correctionsEnabled: true, mountpoint: 'NEAR' },
          ...{ casterHost: '127.0.0.1', casterPort: this.#port('ntrip') },
        },
      }),
    )
    const kinds = ['missionDone' as const]
    const webhook = { name: 'Club', address: this.address('webhook', '/hook'), kinds, enabled: true }
    const { id } = (await call(lateCalls.webhooks.create, { body: webhook })).result
    await done(
      call(lateCalls.sms.update, {
        body: { enabled: true, address: this.address('sms', '/send'), body: '{"to": "{to}", "text": "{text}"}' },
      }),
    )
    await done(
      call(lateCalls.oidc.update, {
        body: {
          enabled: true,
          label: 'Club ID',
          issuer: this.address('oidc'),
          clientId: 'greensward',
          secret: 'secret',
        },
      }),
    )
    return id
  }

  close(): void {
    for (const { listener, sockets } of this.#silent.values()) {
      for (const socket of sockets) socket.destroy()
      listener.close()
    }
  }

  #port(kind: Kind): number {
    return this.#silent.get(kind)?.port ?? 0
  }
}
