/**
 * SAFE-13c: a mission knows the end of the release that started it, and is stopped there: also while its route is paused, as
 * after a restart of the server, and while the database is away.
 */
import type { Context } from '../../../platform/context.ts'
import { SYSTEM } from '../../../shared/missionLife/moveMission.ts'
import type { FleetParts } from '../fleetParts.ts'
import type { ControlledMower } from '../mower/controlledMower.ts'

/** The gateway itself repeats a stop that was not acknowledged; this is for a gateway that has lost it. */
const STOP_AGAIN_MS = 30_000

/** A moment of the wall clock by the clock that cannot be set. */
export const monotonicAt = (clock: Context['clock'], at: Date): number =>
  clock.monotonicMs() + at.getTime() - clock.now().getTime()

const isOverdue = ({ mission }: ControlledMower, nowMs: number): boolean =>
  mission?.releaseEndsAtMs !== undefined &&
  nowMs >= mission.releaseEndsAtMs &&
  (mission.status === 'working' || mission.status === 'uploading')

/** @returns what looks once; called every second */
export const createReleaseEnds = ({
  ctx,
  registry,
  interruptions,
}: Pick<FleetParts, 'ctx' | 'registry' | 'interruptions'>): (() => void) => {
  /** When each mower was last sent a stop from here. */
  const stoppedAtMs = new Map<string, number>()
  const stop = (mower: ControlledMower): void => {
    interruptions.noteKind(mower.id, 'windowOver')
    void mower
      .stop(SYSTEM)
      .catch((err: unknown) =>
        ctx.log.error({ err, mowerId: mower.id }, 'Could not stop a mower at the end of its release'),
      )
  }
  return () => {
    const nowMs = ctx.clock.monotonicMs()
    for (const mower of registry.all()) {
      if (!isOverdue(mower, nowMs)) stoppedAtMs.delete(mower.id)
      else if (nowMs - (stoppedAtMs.get(mower.id) ?? Number.NEGATIVE_INFINITY) >= STOP_AGAIN_MS) {
        stoppedAtMs.set(mower.id, nowMs)
        stop(mower)
      }
    }
  }
}
