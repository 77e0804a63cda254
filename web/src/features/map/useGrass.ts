/** The memory of the grass as the map draws it. */
import { calls } from '@greensward/contract'
import { useEffect, useState } from 'react'
import { useCall } from '../../api/index.ts'
import type { Course } from '../../map-view/courseReadings.ts'
import type { GrassReading } from './readGrass.ts'

export interface Grass {
  /** Null until it is read. */
  readonly reading: GrassReading | null
  readonly error: unknown
}

export function useGrass(enabled: boolean, { features, zoneTypes }: Course): Grass {
  const { data, error } = useCall(calls.grass.zones, {}, { enabled, refetchInterval: 60_000 })
  const [reading, setReading] = useState<GrassReading | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    if (!enabled || data === undefined) {
      setReading(null)
      return
    }
    let isOver = false
    void import('./readGrass.ts')
      .then(({ readGrass }) => readGrass(features, zoneTypes, data.items))
      .then(
        read => {
          if (isOver) return
          setReading(read)
          setFailure(null)
        },
        (reason: unknown) => {
          if (!isOver) setFailure(reason)
        },
      )
    return () => {
      isOver = true
    }
  }, [enabled, data, features, zoneTypes])
  return { reading, error: error ?? failure }
}
