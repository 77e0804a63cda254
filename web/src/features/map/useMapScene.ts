/** The live map and the replay share this: the course, its vehicles, and the parts of them that the person chose to see. */

import type { CourseFeature } from '@greensward/domain'
import { featureTitle, type Hole } from '@greensward/domain'
import { useMediaQuery } from '@mantine/hooks'
import { useCallback, useMemo } from 'react'
import { LAYERS, type ShownLayers } from '../../map-canvas/scene.ts'
import { type Course, type Machines, useCourse, useMachines, useRasters } from '../../map-view/courseReadings.ts'
import type { MapChoice, MapFilters } from '../../map-view/mapChoice.ts'

/** Whether the filters leave a feature on the map: they concern zones and holes, everything else stays. */

const passesFilters =
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

export interface MapScene {
  readonly course: Course
  readonly machines: Machines
  readonly rasters: ReturnType<typeof useRasters>
  readonly layers: ShownLayers
  readonly shows: (feature: CourseFeature) => boolean
  /** In the order of play. */
  readonly holes: readonly Hole[]
  readonly vehicles: readonly { readonly id: string; readonly name: string }[]
  readonly titleOf: (featureId: string) => string | undefined
}

export function useMapScene({ hidden, types, hole }: MapChoice): MapScene {
  const course = useCourse()
  const machines = useMachines()
  const rasters = useRasters()
  const { features } = course
  const isWet = course.settings?.rainMode === 'true'
  const layers = useMemo(
    () => new Set([...LAYERS.filter(layer => !hidden.includes(layer)), ...(isWet ? (['rainMode'] as const) : [])]),
    [hidden, isWet],
  )
  const shows = useMemo(() => passesFilters({ types, hole }), [types, hole])
  const holes = useMemo(
    () =>
      features
        .filter((feature): feature is Hole => feature.kind === 'hole')
        .sort((a, b) => a.properties.sort - b.properties.sort),
    [features],
  )
  const vehicles = useMemo(
    () => [...machines.mowers, ...machines.carts].map(({ id, name }) => ({ id, name })),
    [machines.mowers, machines.carts],
  )
  const titles = useMemo(() => new Map(features.map(feature => [feature.id, featureTitle(feature)])), [features])
  const titleOf = useCallback((id: string) => titles.get(id), [titles])
  return { course, machines, rasters, layers, shows, holes, vehicles, titleOf }
}

export interface MapScreen {
  readonly isPhone: boolean
  /** True if the control panel is beside the map. */
  readonly isWide: boolean
  /** On a tablet held upright, panels beside the map would leave no map to draw on. */
  readonly editsBelow: boolean
}

export const useMapScreen = (): MapScreen => ({
  isPhone: useMediaQuery('(max-width: 47.99em)') ?? false,
  isWide: useMediaQuery('(min-width: 75em)') ?? true,
  editsBelow: useMediaQuery('(max-width: 61.99em)') ?? false,
})
