import { holdMap } from '../course/courseStore.ts'
import type { Tx } from '../db/database.ts'
import { refuse } from '../http/refusal.ts'
import type { MissionRow } from '../missionLife/missionsStore.ts'

/** Locks the map while a start is recorded, so that no zone vanishes between its gate and its lock. */
export const lockCourse =
  (seen: MissionRow) =>
  async (tx: Tx, row: MissionRow): Promise<void> => {
    await holdMap(tx)
    if (row.updatedAt.getTime() !== seen.updatedAt.getTime()) refuse('changedDuringChecks')
  }
