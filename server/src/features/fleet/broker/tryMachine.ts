/** Connects as a link would, waits for one report of the mower, and disconnects. Nothing is sent to the mower. */
import { type GatewayEvent, systemClock } from '@greensward/vehicle'
import type { BrokerMachine } from '@greensward/vehicle/broker'
import { BrokerFailure, connectBroker } from '../../../platform/mqtt/brokerClient.ts'
import { pause } from '../../../platform/pause.ts'
import type { BrokerConnection } from './brokerLink.ts'

/** A position alone does not say what it does. */
const isKnown = (event: GatewayEvent): boolean => event.kind === 'telemetry' && event.state.activity !== 'unknown'

/** @returns the machine; it has an age once something was received from it. @throws BrokerFailure */
export const tryMachine = async (
  { broker, listenMs, create }: BrokerConnection,
  allowsPrivate: boolean,
): Promise<BrokerMachine> => {
  if (broker === undefined) throw new BrokerFailure('sealBroken', '')
  const received = new AbortController()
  const machine = create({
    clock: systemClock,
    send: () => false,
    onEvent: event => isKnown(event) && received.abort(),
  })
  const client = await connectBroker(broker, allowsPrivate, ({ topic, payload, isRetained }) =>
    machine.receive(topic, payload, isRetained),
  )
  try {
    await client.subscribe(machine.topics)
    await pause(listenMs, received.signal)
    return machine
  } finally {
    machine.close()
    await client.close()
  }
}
