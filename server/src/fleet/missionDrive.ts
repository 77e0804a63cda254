/** A plan as the mower gets it, and the way back from what the mower holds to the plan. */
import type { MissionPlan, Mower, Position } from '@greensward/domain'
import { firstDifference, type MissionItem, missionParts, type TranslatedMission } from '@greensward/vehicle'

/**
 * The missions of a plan, in the order they are driven; more than one where the mower cannot hold all of it.
 * @param approach driven before the plan, with the blade off; its last place is the plan's first
 */
export const partsOf = (
  plan: Pick<MissionPlan, 'legs'>,
  mower: Pick<Mower, 'bladeSwitch' | 'transitSpeedMps'>,
  approach: readonly Position[],
): TranslatedMission[] => {
  const way = approach.length === 0 ? [] : [{ bladeOn: false, speedMps: mower.transitSpeedMps, points: approach }]
  const legs = plan.legs.map(({ bladeOn, speedMps, points }) => ({ bladeOn, speedMps, points }))
  return missionParts({ segments: [...way, ...legs] }, mower.bladeSwitch)
}

/** Which part of a plan is on board, or undefined when it is none of them. */
export const partOnBoard = (
  parts: readonly TranslatedMission[],
  onBoard: readonly MissionItem[] | null,
): number | undefined => {
  if (onBoard === null) return undefined
  const index = parts.findIndex(({ items }) => firstDifference(items, onBoard) === null)
  return index === -1 ? undefined : index
}

const NAVIGATION = 95

/** The way that the items on board will drive, segment by segment: home, item 0, is not driven to. */
export const pathOf = (items: readonly MissionItem[]): Position[] =>
  items
    .slice(1)
    .flatMap(({ command, position }): Position[] =>
      position !== undefined && command <= NAVIGATION ? [[position[0], position[1]]] : [],
    )
