/** A mower of the garage that is reached over a broker, whichever protocol it speaks there. All others are on MAVLink. */
import type { VehicleCapabilities } from '@greensward/domain'
import type { Blade } from '@greensward/vehicle'
import type { BrokerMachine, MachineConfig, MachinePorts } from '@greensward/vehicle/broker'
import type { Reader } from '../../../platform/db/database.ts'
import { openBroker } from '../../../platform/mqtt/storedBroker.ts'
import type { Seal } from '../../../platform/sealing.ts'
import type { BrokerConnection } from './brokerLink.ts'
import { NO_SYSTEM_ID } from './brokerMachines.ts'
import type { BrokerStore, StoredBrokerMower } from './brokerStore.ts'

export interface BrokerMower {
  readonly mowerId: string
  readonly capabilities: VehicleCapabilities
  /** The zones of ours that a person chose as those that it mows; none of a machine that does not start on a request. */
  readonly zoneIds: readonly string[]
  /** Two connections of different purpose have different client ids, so that a broker ends neither for the other. */
  connection(seal: Seal, purpose: 'link' | 'test', blade: Blade | null): BrokerConnection
}

/** One protocol. */
export interface BrokerKind<S extends StoredBrokerMower, C extends MachineConfig> {
  /** In the audit log, and in the ids of its clients. */
  readonly name: string
  readonly store: BrokerStore<S>
  capabilitiesOf(stored: S): VehicleCapabilities
  /** The longest message that is read. */
  readonly mostBytes: number
  /** How long a test waits for a report. */
  readonly listenMs: number
  /**
   * What its machine is made of.
   * @param link of the address, without a slash at its end
   * @param blade how the missions of the mower set its blade; null where it drives none, as in a test of its connection
   */
  configOf(stored: S, link: string, blade: Blade | null): Omit<C, 'id' | 'systemId'>
  create(config: C, ports: MachinePorts): BrokerMachine
  /** Left out where its machines start on no request. */
  zoneIdsOf?(stored: S): readonly string[]
}

export const brokerMower = <S extends StoredBrokerMower, C extends MachineConfig>(
  kind: BrokerKind<S, C>,
  stored: S,
): BrokerMower => {
  const { mowerId, address } = stored
  const own = { id: mowerId, systemId: NO_SYSTEM_ID }
  return {
    mowerId,
    capabilities: kind.capabilitiesOf(stored),
    zoneIds: kind.zoneIdsOf?.(stored) ?? [],
    connection: (seal, purpose, blade) => {
      const machine = { ...kind.configOf(stored, address.replace(/\/$/, ''), blade), ...own } as C
      const broker = openBroker(stored, seal, kind.name, `${mowerId} ${purpose}`)
      return {
        mowerId,
        machine,
        broker: broker && { ...broker, mostBytes: kind.mostBytes },
        listenMs: kind.listenMs,
        create: ports => kind.create(machine, ports),
      }
    },
  }
}

export const readBrokerMowers = async <S extends StoredBrokerMower, C extends MachineConfig>(
  kind: BrokerKind<S, C>,
  reader: Reader,
): Promise<readonly BrokerMower[]> => (await kind.store.all(reader)).map(stored => brokerMower(kind, stored))
