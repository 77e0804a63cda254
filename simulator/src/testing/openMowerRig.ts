/** The rig of mowers that run OpenMower. */
import type { MachineProtocol } from '@greensward/vehicle/broker'
import { createOpenMower } from '@greensward/vehicle/openMower'
import { SimulatedOpenMower } from '../openMower/openMower.ts'
import { type BrokerRig, openBrokerRig } from './brokerRig.ts'
import { HOME } from './harness.ts'

const START = 'mower_logic:idle/start_mowing'
/** Actions after which it drives or cuts. */
const MOVING = /\/(start_\w+|continue|skip_\w+|abort_mowing|reset_emergency)$/

export type OpenMowerRig = BrokerRig<MachineProtocol, SimulatedOpenMower>

const prefixOf = (id: string): string => `lawn/${id}`

export const openOpenMowerRig = (): Promise<OpenMowerRig> =>
  openBrokerRig<MachineProtocol, SimulatedOpenMower>({
    ids: ['open-1', 'open-2'],
    simulate: (id, client) => {
      const mower = new SimulatedOpenMower(client, prefixOf(id))
      client.subscribe([mower.actionTopic], (topic, payload) => mower.receive(topic, payload))
      mower.connected()
      return mower
    },
    create: (id, systemId, ports) =>
      createOpenMower({ id, systemId, datum: HOME, prefix: prefixOf(id), link: `mqtt://memory/${id}` }, ports),
    isMoving: (_, payload) => MOVING.test(payload),
    setToWork: (mower, { publish }) => publish(mower.actionTopic, START, false),
  })
