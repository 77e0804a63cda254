/** The rig of mowers that speak VDA 5050. */
import { createVda5050, type Vda5050Protocol } from '@greensward/vehicle/vda5050'
import { SimulatedVda5050 } from '../vda5050/vda5050.ts'
import { type BrokerRig, openBrokerRig } from './brokerRig.ts'
import { HOME } from './harness.ts'

const IDENTITY = { interfaceName: 'uagv', version: '2.1.0', manufacturer: 'Meadow' } as const
export const MAP_ID = 'course'

export type Vda5050Rig = BrokerRig<Vda5050Protocol, SimulatedVda5050>

/** @param xAxisDeg of the map of both mowers */
export const openVda5050Rig = (xAxisDeg = 90): Promise<Vda5050Rig> =>
  openBrokerRig<Vda5050Protocol, SimulatedVda5050>({
    ids: ['vda-1', 'vda-2'],
    simulate: (id, client, clock) => {
      const mower = new SimulatedVda5050(client, {
        ...IDENTITY,
        serialNumber: id,
        mapId: MAP_ID,
        nowMs: () => clock.nowMs(),
      })
      client.subscribe([mower.topic('instantActions')], (topic, payload) => mower.receive(topic, payload))
      mower.connected()
      return mower
    },
    create: (id, systemId, ports) =>
      createVda5050(
        {
          ...{ id, systemId, ...IDENTITY, serialNumber: id, mapId: MAP_ID, origin: HOME, xAxisDeg },
          link: `mqtt://memory/${id}`,
        },
        ports,
      ),
    isMoving: (topic, payload) =>
      topic.endsWith('/order') || !/"actionType":"(startPause|cancelOrder|factsheetRequest)"/.test(payload),
    setToWork: mower => mower.order('rows'),
  })
