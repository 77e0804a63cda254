/** Planned missions that no shift will start. */
import type { Mission } from '../mission/mission.ts'
import type { Shift } from './shift.ts'

/** A shift that is over, a mower that is through with its tasks, and a task that was skipped have given their missions back. */
const takenBy = ({ until, routes }: Pick<Shift, 'until' | 'routes'>, nowMs: number): readonly string[] =>
  Date.parse(until) <= nowMs
    ? []
    : routes.flatMap(({ state, tasks }) =>
        state === 'done'
          ? []
          : tasks.flatMap(task => (task.kind === 'mow' && task.state !== 'skipped' ? [task.missionId] : [])),
      )

/** Those that a new shift can have. */
export const freeMissions = <M extends Pick<Mission, 'id' | 'status' | 'target'>>(
  missions: readonly M[],
  shifts: readonly Pick<Shift, 'until' | 'routes'>[],
  nowMs: number,
): readonly M[] => {
  const taken = new Set(shifts.flatMap(shift => takenBy(shift, nowMs)))
  return missions.filter(({ id, status, target }) => status === 'planned' && target.kind !== 'drive' && !taken.has(id))
}
