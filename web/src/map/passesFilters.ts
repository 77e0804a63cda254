/** Which features the filters leave on the map: they speak of zones and holes, everything else stays. */
import type { CourseFeature } from '@greensward/domain'
import type { MapFilters } from './mapChoice.ts'

export const passesFilters =
  ({ types, hole }: Pick<MapFilters, 'types' | 'hole'>) =>
  (feature: CourseFeature): boolean => {
    switch (feature.kind) {
      case 'zone':
        return (
          (types.length === 0 || types.includes(feature.properties.zoneTypeId)) &&
          (hole === null || feature.properties.holeId === hole)
        )
      case 'missionArea':
        return hole === null || feature.properties.holeId === hole
      case 'hole':
        return hole === null || feature.id === hole
      default:
        return true
    }
  }
