/** Gives a mower the fence of its mission before it drives, and takes it away when the mission is over. */
import type { MissionFence, Position } from '@greensward/domain'
import type { Outcome } from '@greensward/vehicle'
import type { Actor } from '../missionLife/moveMission.ts'
import { answerWhy, partOf, refusalOf, why } from '../missionLife/why.ts'
import type { ActiveMission } from './activeMission.ts'
import { autopilotOf } from './autopilot/autopilots.ts'
import type { Fleet } from './fleetState.ts'
import { recordLine } from './recordMove.ts'

const refusal = (reason: string, message: string): Outcome => ({ outcome: 'rejected', reason, message })

/** Everything the mower will drive, from where it stands now. */
const pathOf = (fleet: Fleet, active: ActiveMission): { path: Position[]; approach: number } | undefined => {
  const from = fleet.gateway.state(active.mowerId)?.telemetry.position
  if (from === undefined || from === null) return undefined
  const drive = active.plan.legs.flatMap(({ points }) => points)
  return { path: [from, ...active.approach, ...drive], approach: Math.max(1, active.approach.length) }
}

const fenceOf = async (fleet: Fleet, active: ActiveMission): Promise<MissionFence | undefined> => {
  const mower = fleet.mowers.get(active.mowerId)
  const way = pathOf(fleet, active)
  if (mower === undefined || way === undefined) return undefined
  return (await fleet.planner.fence(way.path, way.approach, active.target, mower.widthM)) ?? undefined
}

/** Uploaded and read back first, switched on last: no moment has a fence that is half there. */
const setFence = async (fleet: Fleet, active: ActiveMission): Promise<Outcome> => {
  const fence = await fenceOf(fleet, active)
  if (fence === undefined) return refusal('noFence', 'No fence can be drawn for this mission.')
  const { gateway } = fleet
  const sent = await gateway.uploadFence(active.mowerId, fence)
  if (sent.outcome !== 'accepted') return sent
  fleet.fenced.add(active.mowerId)
  return gateway.enableFence(active.mowerId, true)
}

/**
 * @returns why the mission may not start; accepted where it is fenced, or need not be. A fence that is only wanted and
 * cannot be set is a line in the mission's log.
 */
export const fenceIn = async (
  fleet: Fleet,
  active: ActiveMission,
  actor: Actor,
  signal: AbortSignal,
): Promise<Outcome> => {
  const { fence: mode, report } = autopilotOf(fleet, active.mowerId)
  if (mode === 'off') return { outcome: 'accepted' }
  const outcome =
    report?.hasFence === false ? refusal('fenceUnknown', 'The mower knows no fences.') : await setFence(fleet, active)
  if (signal.aborted) return refusal('stopped', 'A stop was asked for meanwhile.')
  if (outcome.outcome === 'accepted') {
    recordLine(fleet, active, actor, why('fenceSent'))
    return outcome
  }
  if (mode === 'required') return refusalOf('noFence', why('fenceFailed', { cause: partOf(answerWhy(outcome)) }))
  recordLine(fleet, active, actor, why('fenceWithout', { cause: partOf(answerWhy(outcome)) }))
  // Half a fence, or one of an earlier mission, would hold the mower on the spot.
  if (report?.hasFence !== false) await takeFence(fleet, active.mowerId)
  return { outcome: 'accepted' }
}

/** Switched off first, for a mower without its polygons and with the fence on would hold. */
export const takeFence = async (fleet: Fleet, mowerId: string): Promise<Outcome> => {
  const off = await fleet.gateway.enableFence(mowerId, false)
  if (off.outcome !== 'accepted') return off
  const erased = await fleet.gateway.uploadFence(mowerId, null)
  if (erased.outcome === 'accepted') fleet.fenced.delete(mowerId)
  return erased
}

const AGAIN_MS = 2_000
const TRIES = 5

/**
 * Called when a mission is over: people drive the mower by hand from then on, where its fence would hold it. It waits
 * for whatever else the mower is asked at that moment; one that is away keeps its fence until its next mission.
 */
export const takeFenceLater = (fleet: Fleet, mowerId: string): void => {
  const attempt = async (left: number): Promise<void> => {
    // A mission that has begun meanwhile brings its own.
    const isDone = !fleet.fenced.has(mowerId) || fleet.unfencing.has(mowerId)
    if (isDone || fleet.active.has(mowerId) || fleet.starting.has(mowerId)) return
    const taking = takeFence(fleet, mowerId)
    fleet.unfencing.set(mowerId, taking)
    const outcome = await taking.finally(() => fleet.unfencing.delete(mowerId))
    if (outcome.outcome === 'accepted') return
    if (left === 0) fleet.ctx.log.warn({ mowerId, outcome }, 'The fence of a mower was not taken away')
    else setTimeout(() => void attempt(left - 1), AGAIN_MS).unref()
  }
  void attempt(TRIES)
}
