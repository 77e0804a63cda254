/** The SQL of mowers that speak VDA 5050. */
import { vda5050Mowers } from '../../../platform/db/schema/index.ts'
import { brokerStore } from '../broker/brokerStore.ts'

export type StoredVda5050Mower = Omit<typeof vda5050Mowers.$inferSelect, 'updatedAt'>

export const vda5050Store = brokerStore(vda5050Mowers)
