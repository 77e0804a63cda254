/** Mowers that run OpenMower. */
import { createOpenMower, type OpenMowerConfig, openMowerCapabilities } from '@greensward/vehicle/openMower'
import type { BrokerKind } from '../broker/brokerMower.ts'
import { openMowerStore, type StoredOpenMower } from './openMowerStore.ts'

export const openMowerKind: BrokerKind<StoredOpenMower, OpenMowerConfig> = {
  name: 'openMower',
  store: openMowerStore,
  capabilitiesOf: () => openMowerCapabilities,
  // Its list of actions is the longest.
  mostBytes: 40_000,
  // It reports once a second.
  listenMs: 5_000,
  configOf: ({ datum, prefix }, link) => ({ datum, prefix, link: `${link}/${prefix}` }),
  create: createOpenMower,
  zoneIdsOf: ({ zoneIds }) => zoneIds,
}
