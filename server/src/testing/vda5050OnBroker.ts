/** A simulated mower that speaks VDA 5050, in real time, as a client of a real broker. */
import { SimulatedVda5050 } from '@greensward/simulator/vda5050'
import { type MachineOnBroker, machineOnBroker } from './machineOnBroker.ts'

export const VDA5050_IDENTITY = {
  ...{ interfaceName: 'uagv', manufacturer: 'Meadow', serialNumber: 'M-17', mapId: 'course' },
}

export interface Vda5050OnBroker extends MachineOnBroker<SimulatedVda5050> {
  /** Its connection breaks without a word, so that the broker publishes its will. */
  breakOff(): Promise<void>
}

interface Running {
  /** It offers what a mission of ours needs. */
  readonly takesOrders?: boolean
  /** Simulated seconds in a second. */
  readonly speed?: number
}

export const vda5050OnBroker = async (
  address: string,
  { takesOrders = false, speed = 1 }: Running = {},
): Promise<Vda5050OnBroker> => {
  const options = { ...VDA5050_IDENTITY, nowMs: () => Date.now(), takesOrders }
  // The will goes to the broker with the connection, before there is anything to publish on.
  const unconnected = new SimulatedVda5050({ publish: () => undefined }, options)
  const will = {
    topic: unconnected.topic('connection'),
    payload: Buffer.from(unconnected.lastWill),
    ...{ qos: 1 as const, retain: true },
  }
  const machine = await machineOnBroker(
    address,
    broker => new SimulatedVda5050(broker, options),
    mower => [mower.topic('instantActions'), mower.topic('order')],
    { speed, client: { will, reconnectPeriod: 0 } },
  )
  return {
    ...machine,
    breakOff: async () => {
      machine.client.stream.destroy()
      await machine.close()
    },
  }
}
