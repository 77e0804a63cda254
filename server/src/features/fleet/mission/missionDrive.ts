/** A plan as the mower gets it, and the mapping from the mower's items back to the plan. */
import type { DrivenPath, MissionPlan, Mower, Position } from '@greensward/domain'
import {
  type Blade,
  bladeSetBy,
  firstDifference,
  type MissionItem,
  missionItems,
  stepAt,
  type TranslatedMission,
} from '@greensward/vehicle'

/** A point of a leg of a plan, both counted from 0. */
export interface PlanPosition {
  readonly leg: number
  readonly point: number
}

/**
 * The plan from a point on.
 * @param takenUpAt where on the leg to that point the plan is resumed; unused where that is the plan's beginning
 */
export const restOfPlan = (
  { legs }: Pick<MissionPlan, 'legs'>,
  { leg, point }: PlanPosition,
  takenUpAt: Position | undefined,
): Pick<MissionPlan, 'legs'> => {
  const first = legs[leg]
  if ((leg === 0 && point === 0) || first === undefined || takenUpAt === undefined) return { legs }
  return { legs: [{ ...first, points: [takenUpAt, ...first.points.slice(point)] }, ...legs.slice(leg + 1)] }
}

/** A mission as it is driven and what it was made of. */
interface Drive {
  readonly plan: Pick<MissionPlan, 'legs'>
  readonly approach: readonly Position[]
  readonly from: PlanPosition
  readonly drive: TranslatedMission
}

/** The point of the plan that an item leads to; `approach` on the route before it, undefined for an unknown item. */
export const positionInPlan = (
  { plan, approach, from, drive }: Drive,
  seq: number,
): PlanPosition | 'approach' | undefined => {
  const step = stepAt(drive, seq)
  if (step === null) return undefined
  const ahead = approach.length < 2 ? 0 : 1
  if (step.segment < ahead) return 'approach'
  const isRest = from.leg > 0 || from.point > 0
  const leg = from.leg + step.segment - ahead
  // The first point of a leg that was resumed in the middle is the point of the resume.
  const point = isRest && leg === from.leg ? Math.max(from.point, from.point + step.point - 1) : step.point
  return (plan.legs[leg]?.points.length ?? 0) > point ? { leg, point } : undefined
}

/** The rest of the approach; empty once the plan is reached, or where the route to it is straight. */
export const approachAhead = (drive: Drive & { readonly seq: number }): readonly Position[] => {
  if (drive.approach.length < 2) return []
  const step = drive.seq === 0 ? { segment: 0, point: 0 } : stepAt(drive.drive, drive.seq)
  return step?.segment === 0 ? drive.approach.slice(step.point) : []
}

/** Whether the mower is still on its approach, straight or round an obstacle: it has yet to reach the first point of its plan. */
export const isOnApproach = (drive: Drive & { readonly seq: number }): boolean => {
  const onPlan = drive.seq === 0 ? 'approach' : positionInPlan(drive, drive.seq)
  if (onPlan === 'approach') return true
  return onPlan !== undefined && onPlan.leg === drive.from.leg && onPlan.point <= drive.from.point
}

/**
 * The waypoints from the next one to the plan, and one more, as a mower rounds the corner between them. Of a resume that continues
 * on the plan they are the next two.
 */
export const wayToPlan = (
  drive: Drive & { readonly seq: number },
): { readonly points: readonly Position[]; readonly endSeq: number } => {
  const points: Position[] = []
  let endSeq = 0
  for (const [seq, item] of drive.drive.items.entries()) {
    const [to] = seq < Math.max(1, drive.seq) ? [] : pathOf([item, item])
    if (to === undefined) continue
    points.push(to)
    endSeq = seq
    if (points.length > 1 && !isOnApproach({ ...drive, seq })) break
  }
  return { points, endSeq }
}

/**
 * A plan as the mower gets it, however long: what its memory does not hold follows while it drives.
 * @param approach driven before the plan, with the blade off; its last point is the plan's first
 */
export const driveOf = (
  plan: Pick<MissionPlan, 'legs'>,
  mower: Pick<Mower, 'bladeSwitch' | 'transitSpeedMps'>,
  approach: readonly Position[],
): TranslatedMission => {
  const ahead = approach.length < 2 ? [] : [{ bladeOn: false, speedMps: mower.transitSpeedMps, points: approach }]
  const legs = plan.legs.map(({ bladeOn, speedMps, points }) => ({ bladeOn, speedMps, points }))
  return missionItems({ segments: [...ahead, ...legs] }, mower.bladeSwitch)
}

/** Whether what a mower holds is this mission. */
export const isOnBoard = ({ items }: TranslatedMission, onBoard: readonly MissionItem[] | null): boolean =>
  onBoard !== null && firstDifference(items, onBoard) === null

const NAVIGATION = 95

/** The path that the items on board will drive, segment by segment: home, item 0, is not driven to. */
export const pathOf = (items: readonly MissionItem[]): Position[] =>
  items
    .slice(1)
    .flatMap(({ command, position }): Position[] =>
      position !== undefined && command <= NAVIGATION ? [[position[0], position[1]]] : [],
    )

/**
 * The same as stretches with the blade on or off, as its items on board switch it.
 * @param from how many positions of the path to leave out
 */
export const drivenPathsOf = (items: readonly MissionItem[], blade: Blade, from: number): DrivenPath[] => {
  const paths: { readonly points: Position[]; readonly bladeOn: boolean }[] = []
  let bladeOn = false
  let at: Position | undefined
  let left = from
  for (const item of items.slice(1)) {
    bladeOn = bladeSetBy(item, blade) ?? bladeOn
    const [to] = pathOf([item, item])
    if (to === undefined || left-- > 0) continue
    const last = paths.at(-1)
    if (last?.bladeOn === bladeOn) last.points.push(to)
    else paths.push({ points: at === undefined ? [to] : [at, to], bladeOn })
    at = to
  }
  return paths
}
