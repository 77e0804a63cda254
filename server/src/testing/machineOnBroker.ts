/** Lets a simulated machine run as a client of a real broker. */
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'

interface Simulated {
  receive(topic: string, payload: string): void
  step(seconds: number): void
  connected(): void
}

export interface MachineOnBroker<S> {
  readonly mower: S
  readonly client: MqttClient
  close(): Promise<void>
}

interface Running {
  /** Simulated seconds in a second: a machine acts and reports as much faster. */
  readonly speed?: number
  readonly client?: IClientOptions
}

const STEP_MS = 100
/** A loaded host may run it late: the time that has passed counts, in steps that the simulator takes. */
const MOST_STEP_S = 0.2

type Publish = (topic: string, payload: string, isRetained: boolean) => void

export const machineOnBroker = async <S extends Simulated>(
  address: string,
  create: (broker: { readonly publish: Publish }) => S,
  topicsOf: (mower: S) => string | string[],
  { speed = 1, client: options = {} }: Running = {},
): Promise<MachineOnBroker<S>> => {
  const client = await mqtt.connectAsync(address, options)
  const mower = create({
    publish: (topic, payload, retain) => void client.publish(topic, payload, { retain, qos: retain ? 1 : 0 }),
  })
  client.on('message', (topic, payload) => mower.receive(topic, payload.toString('utf8')))
  await client.subscribeAsync(topicsOf(mower), { qos: 0 })
  mower.connected()
  let atMs = performance.now()
  const timer = setInterval(() => {
    const passedS = ((performance.now() - atMs) / 1_000) * speed
    atMs = performance.now()
    for (let leftS = passedS; leftS > 0; leftS -= MOST_STEP_S) mower.step(Math.min(leftS, MOST_STEP_S))
  }, STEP_MS)
  return {
    mower,
    client,
    close: async () => {
      clearInterval(timer)
      await client.endAsync(true)
    },
  }
}
