/** Connects as a link would, waits for one report of the mower, and disconnects. Nothing is sent to the mower. */
import type { MachineActivity } from '@greensward/domain'
import { systemClock } from '@greensward/vehicle'
import { OpenMower, type OpenMowerConfig } from '@greensward/vehicle/openMower'
import { type Broker, connectBroker } from '../../../platform/mqtt/brokerClient.ts'
import { pause } from '../../../platform/pause.ts'

/** It reports once a second. */
const LISTEN_MS = 5_000

/** @returns what it does; null where nothing was received from it. @throws BrokerFailure */
export const tryOpenMower = async (
  broker: Broker,
  config: OpenMowerConfig,
  allowsPrivate: boolean,
): Promise<MachineActivity | null> => {
  const received = new AbortController()
  const machine = new OpenMower(config, {
    clock: systemClock,
    send: () => false,
    onEvent: () => received.abort(),
  })
  const client = await connectBroker(broker, allowsPrivate, ({ topic, payload, isRetained }) =>
    machine.receive(topic, payload, isRetained),
  )
  try {
    await client.subscribe(machine.topics)
    await pause(LISTEN_MS, received.signal)
    return machine.ageMs === null ? null : machine.activity
  } finally {
    machine.close()
    await client.close()
  }
}
