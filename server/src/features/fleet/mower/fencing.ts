/** The fence that a mower gets for its mission, and loses when the mission is over. */
import type { MissionFence, MissionPlan, MissionTarget, Mower, Position } from '@greensward/domain'
import type { Outcome } from '@greensward/vehicle'
import type { RemoteGateway } from '@greensward/vehicle/thread'
import type { Planner } from '../../../shared/missionLife/planner.ts'
import { refusalOf, why } from '../../../shared/missionLife/why.ts'
import type { Garage } from '../garage.ts'
import type { ActiveMission } from '../mission/activeMission.ts'

/** Items of a fence that any ArduPilot stores. */
const LEAST_CAPACITY = 84

interface FenceParts {
  readonly gateway: RemoteGateway
  readonly planner: Planner
  readonly garage: Garage
}

const mostItems = ({ gateway }: Pick<FenceParts, 'gateway'>, mowerId: string): number =>
  gateway.state(mowerId)?.capacity.fenceItems ?? LEAST_CAPACITY

/** Everything the mower will drive, from where it is now. */
const pathOf = (
  { gateway }: FenceParts,
  mission: ActiveMission,
): { path: Position[]; approach: number } | undefined => {
  const from = gateway.state(mission.mowerId)?.telemetry.position
  if (from === undefined || from === null) return undefined
  const drive = mission.plan.legs.flatMap(({ points }) => points)
  return { path: [from, ...mission.approach, ...drive], approach: Math.max(1, mission.approach.length) }
}

const fenceOf = async (parts: FenceParts, mission: ActiveMission): Promise<MissionFence | undefined> => {
  const { mowerId, target } = mission
  const mower = parts.garage.mowers.get(mowerId)
  const drive = pathOf(parts, mission)
  if (mower === undefined || drive === undefined) return undefined
  return (await parts.planner.fence(drive.path, drive.approach, target, mower, mostItems(parts, mowerId))) ?? undefined
}

/** Uploaded and read back, not switched on yet: no moment has a fence that is half there. */
export const uploadFence = async (parts: FenceParts, mission: ActiveMission): Promise<Outcome> => {
  const before = mostItems(parts, mission.mowerId)
  const send = async (): Promise<Outcome> => {
    const fence = await fenceOf(parts, mission)
    const most = mostItems(parts, mission.mowerId)
    if (fence === undefined) return refusalOf('fenceTooLarge', why('fenceTooLarge', { most }))
    return parts.gateway.uploadFence(mission.mowerId, fence)
  }
  const sent = await send()
  // It reported itself how many points it stores: drawn again with that number.
  return sent.outcome === 'rejected' && sent.reason === 'fenceTooLarge' && mostItems(parts, mission.mowerId) < before
    ? send()
    : sent
}

/** Switched off first, for a mower without its polygons and with the fence on would hold. */
export const removeFence = async ({ gateway }: Pick<FenceParts, 'gateway'>, mowerId: string): Promise<Outcome> => {
  const off = await gateway.enableFence(mowerId, false)
  return off.outcome === 'accepted' ? gateway.uploadFence(mowerId, null) : off
}

/** Whether a fence that a mower stores can be drawn for a plan, so that people know before they start. */
export interface FenceFits {
  /** @param approach the route from the mower to where the plan begins */
  ask(
    mower: Pick<Mower, 'id' | 'minTurnRadiusM'>,
    subject: { readonly plan: MissionPlan; readonly hash: string; readonly target: MissionTarget },
    approach: readonly Position[] | undefined,
  ): Promise<boolean | null>
}

/** Draws again only where the mower was moved or stores another number of items. */
export const createFenceFits = (parts: Pick<FenceParts, 'gateway' | 'planner'>): FenceFits => {
  const last = new Map<string, { readonly key: string; readonly answer: Promise<boolean> }>()
  return {
    ask: async (mower, { plan, hash, target }, approach) => {
      if (approach === undefined || approach.length === 0) return null
      const most = mostItems(parts, mower.id)
      const key = [
        hash,
        most,
        mower.minTurnRadiusM,
        ...approach.map(([lon, lat]) => `${lon.toFixed(5)},${lat.toFixed(5)}`),
      ].join(' ')
      const known = last.get(mower.id)
      if (known?.key === key) return known.answer
      const path = [...approach, ...plan.legs.flatMap(({ points }) => points)]
      const drawn = parts.planner.fence(path, Math.max(1, approach.length - 1), target, mower, most)
      const answer = drawn.then(fence => fence !== null)
      last.set(mower.id, { key, answer })
      answer.catch(() => last.delete(mower.id))
      return answer
    },
  }
}
