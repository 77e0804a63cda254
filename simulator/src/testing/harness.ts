/** Test support: the real gateway and simulated rovers in one process, on a fake clock and over a link that fails on request. */
import { createGateway, type Gateway, type GatewayEvent, type MowerConfig } from '@greensward/vehicle'
import { createFrameParser, decodeFrame, encodeFrame, MAV_COMP_AUTOPILOT } from '@greensward/vehicle/mavlink'
import { createFakeClock, createMemoryLink, type FakeClock } from '@greensward/vehicle/testing'
import { createRandom } from '../random.ts'
import { createRover, type Rover, type RoverOptions } from '../rover.ts'
import { createSigningEnd } from '../signingEnd.ts'

export const HOME = [8.55, 47.37] as const

export interface TrialOptions {
  readonly mowers?: number
  readonly seed?: number
  readonly lossPercent?: number
  readonly delayMs?: number
  readonly rover?: Partial<RoverOptions>
  readonly mower?: Partial<MowerConfig>
  /** The signing key of the rovers. */
  readonly roverKey?: Uint8Array
}

export interface TrialRadio {
  on: boolean
  /** Towards the mower and back, percent. */
  lossPercent: number
  delayMs: number
  /** The way to the gateway only. */
  backOn: boolean
}

export interface Trial {
  readonly clock: FakeClock
  gateway: Gateway
  readonly rovers: readonly Rover[]
  readonly radios: readonly TrialRadio[]
  readonly events: GatewayEvent[]
  /** Another sender to the gateway. @param received gets what the gateway sends to it */
  stranger(id: string, received?: (bytes: Uint8Array) => void): { say(bytes: Uint8Array): void }
  /** A new gateway in the place of the old one, as after a restart of the server. */
  restartGateway(): Promise<void>
  /** Lets time pass until `done`, at most `seconds`. @returns whether it became so */
  until(done: () => boolean, seconds: number): Promise<boolean>
  /** Lets time pass until the promise settles, at most `seconds`. */
  finish<T>(promise: Promise<T>, seconds?: number): Promise<T>
  pass(seconds: number): Promise<void>
  /** Called after each step of all rovers. */
  onStep: () => void
}

const STEP_MS = 20

export const first = <T>(list: readonly T[]): T => {
  const [value] = list
  if (value === undefined) throw new Error('the list is empty')
  return value
}

export const mowerId = (systemId: number): string => `mower-${systemId}`

export const startTrial = async (options: TrialOptions = {}): Promise<Trial> => {
  const { mowers = 1, seed = 1, lossPercent = 0, delayMs = 0 } = options
  const clock = createFakeClock()
  const random = createRandom(seed)
  const events: GatewayEvent[] = []
  const link = createMemoryLink()
  const configs = Array.from(
    { length: mowers },
    (_, i): MowerConfig => ({
      id: mowerId(i + 1),
      systemId: i + 1,
      name: `Mower ${i + 1}`,
      blade: { kind: 'relay', index: 0 },
      ...options.mower,
    }),
  )

  const open = async (): Promise<Gateway> => {
    const gateway = createGateway({
      links: [{ kind: 'udp', host: '127.0.0.1', port: 0 }],
      clock,
      onEvent: event => events.push(event),
      openLink: link.open,
    })
    gateway.setMowers(configs)
    await gateway.open()
    return gateway
  }

  const radios = configs.map((): TrialRadio => ({ on: true, backOn: true, lossPercent, delayMs }))
  const rovers = configs.map(({ systemId }) =>
    createRover({
      systemId,
      home: HOME,
      headingDeg: 0,
      steering: 'skid',
      seed,
      timeFactor: 1,
      ekfReadyAfterS: 1,
      ...options.rover,
    }),
  )
  const through = (radio: TrialRadio, deliver: () => void): void => {
    if (!radio.on || random() * 100 < radio.lossPercent) return
    if (radio.delayMs > 0) clock.setTimeout(deliver, radio.delayMs)
    else deliver()
  }
  const airs = rovers.map((rover, i) => {
    const radio = radios[i]
    if (radio === undefined) throw new Error('each rover has a radio')
    let seq = 0
    const signing = createSigningEnd(rover, clock.nowMs, options.roverKey ?? null)
    const parser = createFrameParser(frame => {
      if (!signing.accepts(frame)) return
      const received = decodeFrame(frame)
      if (received?.name === 'SETUP_SIGNING') signing.setUp(received)
      else if (received !== undefined)
        rover.receive(received, { systemId: frame.systemId, componentId: frame.componentId })
    })
    const peer = link.peer(`memory:${rover.systemId}`, bytes => through(radio, () => parser.push(bytes)))
    return (): void => {
      rover.step((STEP_MS / 1000) * (options.rover?.timeFactor ?? 1))
      for (const said of rover.takeOutgoing()) {
        const bytes = encodeFrame(
          said,
          { systemId: rover.systemId, componentId: MAV_COMP_AUTOPILOT },
          seq++ & 0xff,
          signing.sign,
        )
        if (radio.backOn) through(radio, () => peer.say(bytes))
      }
    }
  })
  const tick = (): void => {
    for (const air of airs) air()
    trial.onStep()
    clock.setTimeout(tick, STEP_MS)
  }

  const trial: Trial = {
    clock,
    gateway: await open(),
    rovers,
    radios,
    events,
    stranger: (id, received = () => {}) => link.peer(id, received),
    restartGateway: async () => {
      await trial.gateway.close()
      trial.gateway = await open()
    },
    until: async (done, seconds) => {
      for (let leftMs = seconds * 1000; leftMs > 0; leftMs -= 100) {
        if (done()) return true
        await clock.advance(100)
      }
      return done()
    },
    finish: async (promise, seconds = 300) => {
      let settled = false
      void promise.finally(() => {
        settled = true
      })
      await trial.until(() => settled, seconds)
      if (!settled) throw new Error(`nothing came of it within ${seconds} s`)
      return promise
    },
    pass: seconds => clock.advance(seconds * 1000),
    onStep: () => {},
  }
  clock.setTimeout(tick, STEP_MS)
  return trial
}
