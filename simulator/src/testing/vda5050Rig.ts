/** The rig of mowers that speak VDA 5050. */
import { createVda5050, type Vda5050Protocol } from '@greensward/vehicle/vda5050'
import { SimulatedVda5050 } from '../vda5050/vda5050.ts'
import { type BrokerRig, openBrokerRig } from './brokerRig.ts'
import { HOME } from './harness.ts'
import { relay, smallMission } from './smallField.ts'

const IDENTITY = { interfaceName: 'uagv', version: '2.1.0', manufacturer: 'Meadow' } as const
export const MAP_ID = 'course'
/** The one that works. */
const WORKS = 'vda-1'

export type Vda5050Rig = BrokerRig<Vda5050Protocol, SimulatedVda5050>

/**
 * @param xAxisDeg of the map of both mowers
 * @param takesOrders they drive missions of ours; else the first one drives an order of its own control
 */
export const openVda5050Rig = async (xAxisDeg = 90, takesOrders = false): Promise<Vda5050Rig> => {
  const rig = await openBrokerRig<Vda5050Protocol, SimulatedVda5050>({
    ids: [WORKS, 'vda-2'],
    simulate: (id, client, clock) => {
      const mower = new SimulatedVda5050(client, {
        ...IDENTITY,
        serialNumber: id,
        mapId: MAP_ID,
        nowMs: () => clock.nowMs(),
        takesOrders,
      })
      client.subscribe([mower.topic('instantActions'), mower.topic('order')], (topic, payload) =>
        mower.receive(topic, payload),
      )
      mower.connected()
      return mower
    },
    create: (id, systemId, ports) =>
      createVda5050(
        {
          ...{ id, systemId, ...IDENTITY, serialNumber: id, mapId: MAP_ID, origin: HOME, xAxisDeg },
          link: `mqtt://memory/${id}`,
          ...(takesOrders ? { orders: { bladeAction: 'mow', blade: relay } } : {}),
        },
        ports,
      ),
    isMoving: (topic, payload) =>
      topic.endsWith('/order') || !/"actionType":"(startPause|cancelOrder|factsheetRequest)"/.test(payload),
    setToWork: async (mower, { adapter, finish }) => {
      const { paths } = adapter
      if (paths === null) return mower.order('rows')
      const uploaded = await finish(paths.upload(WORKS, smallMission.items))
      const started = await finish(paths.start(WORKS))
      if (uploaded.outcome !== 'accepted' || started.outcome !== 'accepted')
        throw new Error(`The mower did not start: ${JSON.stringify([uploaded, started])}`)
    },
  })
  const areKnown = (): boolean =>
    [...rig.machines.values()].every(({ protocol }) => protocol.details().factsheet !== null)
  if (takesOrders && !(await rig.until(areKnown, 5))) throw new Error('No factsheet')
  return rig
}
