/** A mower that speaks VDA 5050, with the orders that it takes, if its connection is made for them. */
import { BrokerMachine } from '../broker/brokerMachine.ts'
import type { MachinePorts } from '../broker/machineProtocol.ts'
import { OrderDriving } from './order/orderDriving.ts'
import { type Vda5050Config, type Vda5050Details, Vda5050Protocol } from './vda5050Protocol.ts'

export const createVda5050 = (config: Vda5050Config, ports: MachinePorts): BrokerMachine<Vda5050Protocol> => {
  const protocol = new Vda5050Protocol(config, ports.clock)
  if (config.orders === undefined) return new BrokerMachine(config, protocol, ports)
  const machine = new BrokerMachine(config, protocol, {
    ...ports,
    onEvent: event => {
      ports.onEvent(event)
      orders.onEvent(event)
    },
  })
  const newId = (): string => crypto.randomUUID()
  const orders = new OrderDriving(config.orders, {
    ...{ clock: ports.clock, frame: protocol.frame, mapId: config.mapId, newId },
    sendOrder: order => {
      const { topic, payload } = protocol.orderMessage(order)
      return ports.send(topic, payload)
    },
    sendAction: type => {
      const { topic, payload } = protocol.instantAction(type, newId(), 'HARD')
      return ports.send(topic, payload)
    },
    state: () => protocol.lastState,
    position: () => machine.position,
    accuracyM: () => machine.accuracyM,
    isOnline: () => protocol.isOnline,
    limits: () => protocol.orderLimits,
    stopIs: () => machine.stopIs,
    stop: reason => machine.stopForSafety(reason),
    endStop: () => machine.endStop(),
    emit: event => ports.onEvent({ ...event, mowerId: config.id }),
  })
  protocol.setPaths(orders)
  return machine
}

/** Undefined for a machine of another protocol. */
export const vda5050DetailsOf = ({ protocol }: BrokerMachine): Vda5050Details | undefined =>
  protocol instanceof Vda5050Protocol ? protocol.details() : undefined
