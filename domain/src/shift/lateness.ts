import { currentTask, type ShiftRoute } from './shift.ts'

/** How much later than planned a mower is, milliseconds: below 0 it is ahead. Null where it is not known, or nothing is late yet. */
export const latenessMs = ({ tasks }: Pick<ShiftRoute, 'tasks'>, nowMs: number): number | null => {
  const current = currentTask({ tasks })
  const times = current?.planned
  if (current !== undefined && times !== undefined) {
    const startMs = current.state === 'running' && current.startedAt !== null ? Date.parse(current.startedAt) : nowMs
    const lateMs = Math.max(startMs - Date.parse(times.from), nowMs - Date.parse(times.until))
    if (current.state === 'running' || lateMs > 0) return lateMs
  }
  const last = tasks.findLast(({ state, endedAt, planned }) => state === 'done' && endedAt !== null && planned)
  if (last?.planned === undefined || last.endedAt === null) return null
  return Date.parse(last.endedAt) - Date.parse(last.planned.until)
}
