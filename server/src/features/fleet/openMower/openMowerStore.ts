/** The SQL of mowers that run OpenMower. */
import { openMowers } from '../../../platform/db/schema/index.ts'
import { brokerStore } from '../broker/brokerStore.ts'

export type StoredOpenMower = Omit<typeof openMowers.$inferSelect, 'updatedAt'>

export const openMowerStore = brokerStore(openMowers)
