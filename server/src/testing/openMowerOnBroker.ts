/** A simulated mower that runs OpenMower, as a client of a real broker. */
import { SimulatedOpenMower } from '@greensward/simulator/openMower'
import mqtt, { type MqttClient } from 'mqtt'

export interface OpenMowerOnBroker {
  readonly mower: SimulatedOpenMower
  readonly client: MqttClient
  /** As a person's app does. */
  act(action: string): Promise<void>
  close(): Promise<void>
}

const STEP_MS = 100
/** A loaded host may run it late: the time that has passed counts, in steps that the simulator takes. */
const MOST_STEP_S = 0.2

/** @param speed simulated seconds in a second: it leaves its dock and reports as much faster */
export const openMowerOnBroker = async (address: string, prefix: string, speed = 1): Promise<OpenMowerOnBroker> => {
  const client = await mqtt.connectAsync(address)
  const mower = new SimulatedOpenMower(
    { publish: (topic, payload, retain) => void client.publish(topic, payload, { retain, qos: retain ? 1 : 0 }) },
    prefix,
  )
  client.on('message', (topic, payload) => mower.receive(topic, payload.toString('utf8')))
  await client.subscribeAsync(mower.actionTopic, { qos: 0 })
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
    act: async action => {
      await client.publishAsync(mower.actionTopic, action)
    },
    close: async () => {
      clearInterval(timer)
      await client.endAsync(true)
    },
  }
}
