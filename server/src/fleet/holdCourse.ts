import { holdMap } from '../course/courseStore.ts'
import type { Tx } from '../db/database.ts'
import { refuse } from '../http/refusal.ts'
import type { MissionRow } from '../missionLife/missionsStore.ts'

/** While a start is written down the map stands still, so that no zone vanishes between its gate and its lock. */
export const holdCourse =
  (seen: MissionRow) =>
  async (tx: Tx, row: MissionRow): Promise<void> => {
    await holdMap(tx)
    if (row.updatedAt.getTime() !== seen.updatedAt.getTime()) refuse('changedDuringChecks')
  }
