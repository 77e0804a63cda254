/** The obstacles of a drive without mowing that the map does not have: the other mowers, and where they park. */
import { bodyRadiusM, type Mower, type OccupiedSpot, type PlanViolation, type Position } from '@greensward/domain'
import { readBases } from '../../../shared/missionLife/machinesStore.ts'
import type { FleetParts } from '../fleetParts.ts'
import { isDriving, positionOfOther } from './driveAhead.ts'

type Parts = Pick<FleetParts, 'ctx' | 'garage' | 'view' | 'planner'>

const spotOf = (mower: Mower, position: Position): OccupiedSpot => ({
  id: mower.id,
  title: mower.name,
  position,
  radiusM: bodyRadiusM(mower),
})

/** Where another mower was last seen, unless it drives. */
const standing = ({ view }: Pick<Parts, 'view'>, other: Mower): OccupiedSpot[] => {
  const active = view.missionOf(other.id)
  const at = active !== undefined && isDriving(active) ? null : positionOfOther({ view }, other.id)
  return at === null ? [] : [spotOf(other, at)]
}

/** Where the other mowers stand. */
export const standingSpots = ({ garage, view }: Pick<Parts, 'garage' | 'view'>, mowerId: string): OccupiedSpot[] =>
  [...garage.mowers.values()].flatMap(other => (other.id === mowerId ? [] : standing({ view }, other)))

/**
 * Where the other mowers were last seen, unless they drive, and their bases: they may come home at any time, and one that
 * was never seen is most likely there.
 */
export const occupiedFor = async (
  { ctx, garage, view }: Omit<Parts, 'planner'>,
  mowerId: string,
): Promise<OccupiedSpot[]> => {
  const bases = await readBases(ctx.db)
  return [...garage.mowers.values()].flatMap(other => {
    if (other.id === mowerId) return []
    const own = bases.filter(base => base.mowerId === other.id)
    return [...standing({ view }, other), ...own.map(({ position }) => spotOf(other, position))]
  })
}

/** Segments of a drive that are not safe as map and mowers are now. */
export const checkDriven = async (
  parts: Parts,
  paths: readonly (readonly Position[])[],
  mower: Mower,
): Promise<readonly PlanViolation[]> => parts.planner.checkDrive(paths, await occupiedFor(parts, mower.id), mower)
