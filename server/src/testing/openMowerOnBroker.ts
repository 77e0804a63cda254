/** A simulated mower that runs OpenMower, as a client of a real broker. */
import { SimulatedOpenMower } from '@greensward/simulator/openMower'
import { type MachineOnBroker, machineOnBroker } from './machineOnBroker.ts'

export interface OpenMowerOnBroker extends MachineOnBroker<SimulatedOpenMower> {
  /** As a person's app does. */
  act(action: string): Promise<void>
}

/** @param speed simulated seconds in a second: it leaves its dock and reports as much faster */
export const openMowerOnBroker = async (address: string, prefix: string, speed = 1): Promise<OpenMowerOnBroker> => {
  const machine = await machineOnBroker(
    address,
    broker => new SimulatedOpenMower(broker, prefix),
    ({ actionTopic }) => actionTopic,
    { speed },
  )
  const { mower, client } = machine
  return {
    ...machine,
    act: async action => {
      await client.publishAsync(mower.actionTopic, action)
    },
  }
}
