import { calls } from '@greensward/contract'
import type { Blade, CourseFeature, Mower, ZoneType } from '@greensward/domain'
import { useMemo } from 'react'
import { loadError, readFailedAgain, useCall } from '../../api/index.ts'

export interface Ground {
  readonly features: readonly CourseFeature[]
  readonly zoneTypes: readonly ZoneType[]
  readonly mowers: readonly Mower[]
  readonly blades: readonly Blade[]
}

/** The course and the machines, as everything about a mission needs them together. */
export const useGround = (): {
  readonly data: Ground | undefined
  readonly error: Error | null
  readonly readAgain: () => void
} => {
  const map = useCall(calls.map.get)
  const zoneTypes = useCall(calls.zoneTypes.list, { query: { perPage: 500 } })
  const mowers = useCall(calls.mowers.list, { query: { perPage: 500 } })
  const blades = useCall(calls.blades.list, { query: { perPage: 500 } })
  const data = useMemo<Ground | undefined>(
    () =>
      map.data === undefined || zoneTypes.data === undefined || mowers.data === undefined || blades.data === undefined
        ? undefined
        : {
            features: map.data.features,
            zoneTypes: zoneTypes.data.items,
            mowers: mowers.data.items,
            blades: blades.data.items,
          },
    [map.data, zoneTypes.data, mowers.data, blades.data],
  )
  const readings = [map, zoneTypes, mowers, blades]
  return { data, error: loadError(readings), readAgain: () => readFailedAgain(readings) }
}
