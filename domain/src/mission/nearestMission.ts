/** Which mission of a zone a person means who asks for 'the' mission of that zone. */
import type { Mission, MissionStatus } from './mission.ts'

/** Missions that are under way, the one that drives now first. */
const UNDER_WAY: readonly MissionStatus[] = ['working', 'uploading', 'stopped', 'interrupted']

type Candidate = Pick<Mission, 'id' | 'target' | 'status' | 'startsAt'>

/**
 * The working mission of a feature if there is one, else the planned one that starts soonest; one without a time comes
 * after all that have one. Undefined where there is neither.
 */
export const nearestMissionFor = <M extends Candidate>(featureId: string, missions: readonly M[]): M | undefined => {
  const own = missions.filter(({ target }) => target.featureId === featureId)
  const underWay = UNDER_WAY.flatMap(status => own.filter(mission => mission.status === status))[0]
  if (underWay !== undefined) return underWay
  const startMs = ({ startsAt }: M): number => (startsAt === null ? Number.POSITIVE_INFINITY : Date.parse(startsAt))
  return own
    .filter(({ status }) => status === 'planned')
    .reduce<M | undefined>(
      (soonest, mission) => (soonest === undefined || startMs(mission) < startMs(soonest) ? mission : soonest),
      undefined,
    )
}
