/** Mowers that speak VDA 5050. It opens no connection: its caller has the broker. */
export type { OrderConfig } from './order/orderDriving.ts'
export { MOST_CHARACTERS } from './readMessages.ts'
export { vda5050Topics } from './topics.ts'
export { createVda5050, vda5050DetailsOf } from './vda5050Machine.ts'
export {
  type Vda5050Config,
  type Vda5050Details,
  type Vda5050Protocol,
  vda5050Capabilities,
} from './vda5050Protocol.ts'
