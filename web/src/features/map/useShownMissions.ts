/** The missions on the live map: active ones, and those of the chosen day that the filters leave. */
import { isActive, type Mission } from '@greensward/domain'
import { useCourseTime } from '../../api/index.ts'
import type { MissionDrawing } from '../../map-canvas/scene.ts'
import type { MapChoice } from '../../map-view/mapChoice.ts'
import { useMissionDrawings, useOpenMissions } from './useMapMissions.ts'
import type { MapScene } from './useMapScene.ts'

const groundOf = ({ target }: Mission): string =>
  target.kind === 'drive' ? '' : JSON.stringify([target.featureId, 'cell' in target ? target.cell : null])

/** Of several missions that are planned on the same ground the next one alone: two labels would lie on one green. */
export const nextOnGround = (missions: readonly Mission[], selected: string | null): readonly Mission[] => {
  const grounds = new Set<string>()
  return missions.filter(mission => {
    const ground = groundOf(mission)
    const isFirst = ground === '' || !grounds.has(ground)
    grounds.add(ground)
    return isFirst || isActive(mission.status) || mission.id === selected
  })
}

interface ShownMissions {
  /** Planned and active ones, independent of the filters. */
  readonly missions: readonly Mission[]
  readonly drawings: readonly MissionDrawing[]
}

export function useShownMissions(choice: MapChoice, { course, machines }: MapScene, now: Date): ShownMissions {
  const time = useCourseTime()
  const missions = useOpenMissions()
  const chosenDay = choice.day ?? time.dayOf(now)
  const selectedMission = choice.selection?.kind === 'mission' ? choice.selection.id : null
  const shown = missions.filter(
    mission =>
      (choice.statuses.length === 0 || choice.statuses.includes(mission.status)) &&
      (choice.vehicle === null || mission.mowerId === choice.vehicle) &&
      (isActive(mission.status) ||
        mission.id === selectedMission ||
        mission.startsAt === null ||
        time.dayOf(mission.startsAt) === chosenDay),
  )
  const drawn = nextOnGround(shown, selectedMission)
  return { missions, drawings: useMissionDrawings({ missions: drawn, features: course.features, machines, now }) }
}
