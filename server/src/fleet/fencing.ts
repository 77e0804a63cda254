/** Gives a mower the fence of its mission before it drives, and takes it away when the mission is over. */
import type { MissionFence, MissionPlan, MissionTarget, Mower, Position } from '@greensward/domain'
import type { Outcome } from '@greensward/vehicle'
import type { Actor } from '../missionLife/moveMission.ts'
import { answerWhy, partOf, refusalOf, why } from '../missionLife/why.ts'
import type { ActiveMission } from './activeMission.ts'
import { autopilotOf } from './autopilot/autopilots.ts'
import type { Fleet } from './fleetState.ts'
import { recordLine } from './recordMove.ts'

const refusal = (reason: string, message: string): Outcome => ({ outcome: 'rejected', reason, message })

/** Items of a fence that any ArduPilot stores. */
const LEAST_CAPACITY = 84

const mostItems = (fleet: Fleet, mowerId: string): number =>
  fleet.gateway.state(mowerId)?.capacity.fenceItems ?? LEAST_CAPACITY

/** Everything the mower will drive, from where it stands now. */
const pathOf = (fleet: Fleet, active: ActiveMission): { path: Position[]; approach: number } | undefined => {
  const from = fleet.gateway.state(active.mowerId)?.telemetry.position
  if (from === undefined || from === null) return undefined
  const drive = active.plan.legs.flatMap(({ points }) => points)
  return { path: [from, ...active.approach, ...drive], approach: Math.max(1, active.approach.length) }
}

const fenceOf = async (fleet: Fleet, active: ActiveMission): Promise<MissionFence | undefined> => {
  const { mowerId, target } = active
  const mower = fleet.mowers.get(mowerId)
  const way = pathOf(fleet, active)
  if (mower === undefined || way === undefined) return undefined
  return (
    (await fleet.planner.fence(way.path, way.approach, target, mower.widthM, mostItems(fleet, mowerId))) ?? undefined
  )
}

/**
 * Whether a fence that the mower stores can be drawn for a plan, so that people know before they start. Asked again only
 * where the mower was moved or stores another number.
 * @param way from where it stands to where the plan begins
 */
export const fenceFits = async (
  fleet: Fleet,
  mower: Pick<Mower, 'id' | 'widthM'>,
  { plan, hash, target }: { readonly plan: MissionPlan; readonly hash: string; readonly target: MissionTarget },
  way: readonly Position[] | undefined,
): Promise<boolean | null> => {
  if (way === undefined || way.length === 0) return null
  const most = mostItems(fleet, mower.id)
  const key = [hash, most, mower.widthM, ...way.map(([lon, lat]) => `${lon.toFixed(5)},${lat.toFixed(5)}`)].join(' ')
  const known = fleet.fenceFits.get(mower.id)
  if (known?.key === key) return known.answer
  const path = [...way, ...plan.legs.flatMap(({ points }) => points)]
  const drawn = fleet.planner.fence(path, Math.max(1, way.length - 1), target, mower.widthM, most)
  const answer = drawn.then(fence => fence !== null)
  fleet.fenceFits.set(mower.id, { key, answer })
  answer.catch(() => fleet.fenceFits.delete(mower.id))
  return answer
}

/** Uploaded and read back first, switched on last: no moment has a fence that is half there. */
const setFence = async (fleet: Fleet, active: ActiveMission): Promise<Outcome> => {
  const { gateway } = fleet
  const before = mostItems(fleet, active.mowerId)
  const send = async (): Promise<Outcome> => {
    const fence = await fenceOf(fleet, active)
    const most = mostItems(fleet, active.mowerId)
    if (fence === undefined) return refusalOf('fenceTooLarge', why('fenceTooLarge', { most }))
    return gateway.uploadFence(active.mowerId, fence)
  }
  let sent = await send()
  // It has said itself how many it stores: drawn again for so many.
  if (sent.outcome === 'rejected' && sent.reason === 'fenceTooLarge' && mostItems(fleet, active.mowerId) < before)
    sent = await send()
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
    fleet.unfenced.delete(active.mowerId)
    recordLine(fleet, active, actor, why('fenceSent'))
    return outcome
  }
  fleet.unfenced.add(active.mowerId)
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
