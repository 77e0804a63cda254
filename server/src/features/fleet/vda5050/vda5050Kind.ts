/** Mowers that speak VDA 5050. */
import { createVda5050, MOST_CHARACTERS, type Vda5050Config, vda5050Capabilities } from '@greensward/vehicle/vda5050'
import type { BrokerKind } from '../broker/brokerMower.ts'
import { type StoredVda5050Mower, vda5050Store } from './vda5050Store.ts'

export const vda5050Kind: BrokerKind<StoredVda5050Mower, Vda5050Config> = {
  name: 'vda5050',
  store: vda5050Store,
  capabilitiesOf: ({ bladeAction }) => vda5050Capabilities(bladeAction !== ''),
  mostBytes: MOST_CHARACTERS,
  // A mower that reports less often than this is shown as lost between its reports.
  listenMs: 10_000,
  configOf: (
    { bladeAction, interfaceName, version, manufacturer, serialNumber, mapId, origin, xAxisDeg },
    link,
    blade,
  ) => ({
    ...{ interfaceName, version, manufacturer, serialNumber, mapId, origin, xAxisDeg },
    link: `${link}/${interfaceName}/${manufacturer}/${serialNumber}`,
    ...(bladeAction === '' || blade === null ? {} : { orders: { bladeAction, blade } }),
  }),
  create: createVda5050,
}
