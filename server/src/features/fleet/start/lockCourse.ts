import type { Tx } from '../../../platform/db/database.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { holdMap } from '../../../shared/course/courseStore.ts'
import type { MissionRow } from '../../../shared/missionLife/missionsStore.ts'

/** Locks the map while a start is recorded, so that no zone vanishes between its gate and its lock. */
export const lockCourse =
  (seen: MissionRow) =>
  async (tx: Tx, row: MissionRow): Promise<void> => {
    await holdMap(tx)
    if (row.updatedAt.getTime() !== seen.updatedAt.getTime()) refuse('changedDuringChecks')
  }
