/** SAFE-6g, SAFE-6h: no start leads a mower into another one: a start that would meet one waits. */
import {
  cellOf,
  type DriveAhead,
  type GateLine,
  type MissionTarget,
  type Mower,
  passesStanding,
  startsApart,
} from '@greensward/domain'
import type { Outcome } from '@greensward/vehicle'
import type { Clock } from '../../../platform/context.ts'
import { objection, refusalOf, why } from '../../../shared/missionLife/why.ts'
import type { FleetParts } from '../fleetParts.ts'
import type { ActiveMission } from '../mission/activeMission.ts'
import { isDriving, positionOfOther, stillAhead } from './driveAhead.ts'
import { driveMeets } from './sharing.ts'
import { startMeetsUnplanned } from './unplanned.ts'

type Parts = Pick<FleetParts, 'garage' | 'view'>

/** A start as it is compared with the other mowers. */
export interface Beginning {
  readonly mower: Mower
  readonly target: MissionTarget
  /** Null where the mower does not know its position. */
  readonly ahead: DriveAhead | null
}

/** Started together on one zone, and still where it was: the same comparison lets it drive, after this one or before it. */
const isWaitingMate = (target: MissionTarget, other: ActiveMission): boolean =>
  other.isCleared === false &&
  other.status === 'uploading' &&
  other.target.featureId === target.featureId &&
  cellOf(target) !== undefined

/** The names of the mowers that a mission would meet on its approach or on its first rows. */
const missionMeets = (
  { garage, view }: Parts,
  { mower, target, ahead: mine }: Beginning & { readonly ahead: DriveAhead },
  isLastComparison: boolean,
): readonly string[] =>
  [...garage.mowers.values()].flatMap(other => {
    if (other.id === mower.id) return []
    const active = view.missionOf(other.id)
    if (view.drivesUnplanned(other.id)) return startMeetsUnplanned({ view }, mine, other) ? [other.name] : []
    const isMate = active !== undefined && isWaitingMate(target, active)
    if (isMate && !isLastComparison) return []
    const drives = active !== undefined && isDriving(active) && !isMate
    // One at rest that was never seen is most likely at its base.
    const at = positionOfOther({ view }, other.id) ?? (drives ? null : (garage.baseOf(other.id)?.position ?? null))
    if (at === null) return drives ? [other.name] : []
    const isClear = drives
      ? startsApart(mine, stillAhead(other, active, at))
      : passesStanding(mine, { at, widthM: other.widthM })
    return isClear ? [] : [other.name]
  })

/**
 * The names of the mowers that a start would meet, beside those on its own zone; null where its own position is unknown.
 * @param isLastComparison everything is sent: missions that started together drive off one after the other now
 */
export const startMeets = (parts: Parts, beginning: Beginning, isLastComparison = false): readonly string[] | null => {
  const { mower, target, ahead } = beginning
  if (ahead === null) return null
  return target.kind === 'drive'
    ? driveMeets(parts, mower, ahead)
    : missionMeets(parts, { ...beginning, ahead }, isLastComparison)
}

/** The pre-start checks with this line in place of the one that passed a moment ago. */
export const withMeeting = (lines: readonly GateLine[], name: string): GateLine[] =>
  lines.map(line =>
    line.check === 'zoneFree' ? { check: 'zoneFree', verdict: 'refused', reason: 'onWay', values: { name } } : line,
  )

/** So long a mission that is on board waits for another mower to pass; a task of a shift waited before by SAFE-13l. */
const PATIENCE_MS = 60_000
const LOOK_MS = 1_000

interface RouteWait {
  readonly clock: Pick<Clock, 'monotonicMs'>
  /** Names; null where the mower's own position is unknown. */
  readonly meets: () => readonly string[] | null
  readonly isEnded: () => boolean
  /** Called once, where it has to wait. */
  readonly onWait: (other: string) => void
  /** In the same step as the comparison that found nobody, so that the next comparison sees this one drive. */
  readonly onClear: () => void
  readonly pause?: (ms: number) => Promise<void>
}

const pauseFor = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))

/** The last comparison of a start: waits until it would meet no mower. A start that has ended is accepted; its next step sees that. */
export const waitForClearRoute = async ({
  clock,
  meets,
  isEnded,
  onWait,
  onClear,
  pause = pauseFor,
}: RouteWait): Promise<Outcome> => {
  const sinceMs = clock.monotonicMs()
  let isWaiting = false
  for (;;) {
    const met = meets()
    if (met === null) return objection('notReady')
    const [other] = met
    if (other === undefined) onClear()
    if (other === undefined || isEnded()) return { outcome: 'accepted' }
    if (clock.monotonicMs() - sinceMs >= PATIENCE_MS) return refusalOf('wouldMeet', why('wouldMeet', { other }))
    if (!isWaiting) onWait(other)
    isWaiting = true
    await pause(LOOK_MS)
  }
}
