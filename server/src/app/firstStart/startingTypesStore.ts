/** The SQL that gives a new course its types of zones. */
import type { Tx } from '../../platform/db/database.ts'
import { zoneTypes } from '../../platform/db/schema/index.ts'
import { STARTING_TYPES } from './startingTypes.ts'

/** Adds them where no types of zones exist. */
export const addStartingTypes = async (tx: Tx, updatedAt: Date): Promise<void> => {
  if ((await tx.$count(zoneTypes)) > 0) return
  await tx.insert(zoneTypes).values(STARTING_TYPES.map(type => ({ ...type, id: crypto.randomUUID(), updatedAt })))
}
