/** One mission for several mowers: each gets a part of the ground for itself, and all end together. */

import {
  type MowerSplit,
  normalizeHeadingDeg,
  type Obstacle,
  type SplitMower,
  splitForMowers,
} from '@greensward/geometry'
import { type Said, said } from '@greensward/messages'
import { ok, type Result, refused } from '../common/result.ts'
import type { PolygonGeometry, Position } from '../course/course.ts'
import { polygonGeometryOf, positionOf } from '../course/courseGeometry.ts'
import { driveTimeFactor } from '../garage/driveTime.ts'
import type { Blade, Mower } from '../garage/garage.ts'
import { isMowing, type MissionCell, type MissionTarget } from '../mission/mission.ts'
import { missionGround } from './missionGround.ts'
import type { MissionPlan, PlanWarning } from './missionPlan.ts'
import {
  coverageRequestOf,
  type PlanInput,
  type PlanRefusal,
  planMission,
  plannerReasons,
  warningsOnEarth,
} from './planMission.ts'

export interface SplitMachine {
  readonly mower: Mower
  readonly blade: Blade
  /** Position of the mower; absent if unknown. */
  readonly start?: Position
}

export interface SplitInput extends Omit<PlanInput, 'mower' | 'blade' | 'start'> {
  /** Id of the split; the caller creates it. */
  readonly splitId: string
  /** At least two. */
  readonly machines: readonly SplitMachine[]
}

export interface SplitPartPlan {
  readonly mowerId: string
  readonly bladeId: string
  readonly target: MissionTarget
  readonly plan: MissionPlan
  /** The way to its part and its drive, in seconds from a common start. */
  readonly finishS: number
}

export interface MissionSplit {
  readonly headingDeg: number
  readonly parts: readonly SplitPartPlan[]
  /** Areas that no part mows. */
  readonly uncovered: readonly PolygonGeometry[]
  readonly warnings: readonly PlanWarning[]
  /** How far apart the parts end, as a share of the latest finish. */
  readonly spread: number
  /** How near the middles of two mowers come when all start together, and how near they may; null where one mows alone. */
  readonly apartM: number | null
  readonly clearanceM: number
}

export type SplitRefusal = PlanRefusal | (Said & { readonly kind: 'notSplit'; readonly field: string })

const notSplit = (field: string, what: Said): SplitRefusal => ({ kind: 'notSplit', field, ...what })

/** Splits a zone or mission area among mowers; every part is planned as the mission that it becomes. */
export const splitMission = (input: SplitInput): Result<MissionSplit, SplitRefusal> => {
  const { machines, target } = input
  if (!isMowing(target)) return refused(notSplit('target', said('roadNotSplit')))
  if (machines.length < 2) return refused(notSplit('mowers', said('splitNeedsTwo')))
  if (new Set(machines.map(({ mower }) => mower.id)).size < machines.length)
    return refused(notSplit('mowers', said('onePartEach')))
  // A cell that the target has already is the one to compute again.
  const { cell: _, ...whole } = target
  const found = missionGround({ ...input, target: whole })
  if (!found.ok) return found
  const { frame, boundary } = found.value
  const mowers = machines.map(
    ({ mower, blade, start }): SplitMower => ({
      // Each part is planned as the mission that it becomes, so that the finishes are those of the missions.
      ...coverageRequestOf(found.value, {
        ...input,
        target: whole,
        mower,
        blade,
        ...(start === undefined ? {} : { start }),
      }),
      bodyWidthM: mower.widthM,
      timeFactor: driveTimeFactor(mower),
    }),
  )
  const split = splitForMowers({
    boundary,
    obstacles: nearestObstacles(mowers),
    headingDeg: normalizeHeadingDeg(input.headingDeg),
    headland: { count: input.cleaningCycles, direction: 'clockwise', when: 'before' },
    turnScheme: input.turnScheme,
    mowers,
    rounded: point => frame.toLocal(positionOf(frame, point)),
  })
  const warnings = warningsOnEarth(frame, split.warnings)
  if (split.parts.length === 0) return refused(notSplit('mowers', said('notSplit', { why: plannerReasons(warnings) })))
  const parts: SplitPartPlan[] = []
  for (const part of split.parts) {
    const machine = machines[part.mower]
    if (machine === undefined) continue
    const { mower, blade, start } = machine
    const own: MissionTarget = { ...whole, cell: cellOf(frame, input.splitId, part) }
    const planned = planMission({
      ...input,
      target: own,
      mower,
      blade,
      ...(start === undefined ? {} : { start }),
    })
    if (!planned.ok) return planned
    const wayS = part.finishS - part.plan.stats.durationS * driveTimeFactor(mower)
    parts.push({
      mowerId: mower.id,
      bladeId: blade.id,
      target: own,
      plan: planned.value,
      finishS: wayS + planned.value.stats.durationS,
    })
  }
  return ok({
    headingDeg: normalizeHeadingDeg(input.headingDeg),
    parts,
    uncovered: split.uncovered.map(polygon => polygonGeometryOf(frame, polygon)),
    warnings,
    spread: split.spread,
    apartM: Number.isFinite(split.leastApartM) ? split.leastApartM : null,
    clearanceM: split.clearanceM,
  })
}

/** The obstacles as the machine has them that comes nearest: what none of them mows is in no cell. */
const nearestObstacles = (mowers: readonly SplitMower[]): readonly Obstacle[] => {
  const clearanceM = ({ obstacles }: SplitMower): number => obstacles?.[0]?.clearanceM ?? 0
  return (
    mowers.reduce<SplitMower | undefined>(
      (best, mower) => (best === undefined || clearanceM(mower) < clearanceM(best) ? mower : best),
      undefined,
    )?.obstacles ?? []
  )
}

type Frame = Parameters<typeof positionOf>[0]

const cellOf = (frame: Frame, splitId: string, { reach, order }: MowerSplit['parts'][number]): MissionCell => ({
  splitId,
  ground: polygonGeometryOf(frame, reach),
  lapsWhen: order.lapsWhen,
  lapDirection: typeof order.lapDirection === 'string' ? order.lapDirection : 'clockwise',
  // Laps that come first begin where the mower then is.
  start: order.lapsWhen === 'after' && order.start !== undefined ? positionOf(frame, order.start) : null,
  end: order.end === undefined ? null : positionOf(frame, order.end),
})
