/** How steep a piece of ground is on the whole, as the elevation model has it. */
import type { PolygonGeometry } from '@greensward/domain'
import { useEffect, useState } from 'react'
import type { CourseMapHandle } from './CourseMapView.tsx'

/** @returns mean rise over run; null while it is being worked out, and where no model knows it */
export function useSlopeOf(polygon: PolygonGeometry, map: () => CourseMapHandle | null): number | null {
  const [slope, setSlope] = useState<number | null>(null)
  useEffect(() => {
    let isAsked = true
    setSlope(null)
    void map()
      ?.slopeOf(polygon)
      .then(answer => {
        if (isAsked) setSlope(answer)
      })
    return () => {
      isAsked = false
    }
  }, [polygon, map])
  return slope
}
