/** An area to mow that is drawn now: it becomes a mission area of the map, and the mission is for it. */

import { calls } from '@greensward/contract'
import type { FeatureOf, Position } from '@greensward/domain'
import { type RefObject, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { randomId, useAct, useCall, useCourseTime } from '../../api/index.ts'
import type { CourseMapHandle } from '../../map-view/index.ts'
import { notify } from '../../ui/index.ts'

export interface DrawnArea {
  readonly isDrawing: boolean
  readonly corners: number
  readonly isSaving: boolean
  readonly begin: () => void
  readonly undo: () => void
  readonly finish: () => void
  readonly cancel: () => void
}

type Sketch = ReturnType<CourseMapHandle['sketch']>

export function useDrawnArea(map: RefObject<CourseMapHandle | null>, onDrawn: (featureId: string) => void): DrawnArea {
  const { t } = useTranslation()
  const time = useCourseTime()
  const course = useCall(calls.map.get)
  const change = useAct(calls.map.change, { changes: [calls.map.get] })
  const sketch = useRef<Sketch | null>(null)
  const [corners, setCorners] = useState<number | null>(null)

  const save = async (points: readonly Position[]): Promise<void> => {
    sketch.current = null
    setCorners(null)
    const first = points[0]
    if (first === undefined || points.length < 3) {
      notify.failed(t('missions.draw.title'), t('missions.draw.tooFew'))
      return
    }
    const area: FeatureOf<'missionArea'> = {
      type: 'Feature',
      id: randomId(),
      kind: 'missionArea',
      geometry: {
        type: 'Polygon',
        coordinates: [[...points, first].map(([lon, lat]): Position => [lon, lat])],
      },
      properties: { title: t('missions.draw.name', { time: time.dateTime(new Date()) }), holeId: null },
    }
    try {
      await change.mutateAsync({
        body: {
          baseRevision: course.data?.revision ?? 0,
          label: area.properties.title,
          added: [area],
          updated: [],
          removed: [],
        },
      })
      onDrawn(area.id)
    } catch (error) {
      notify.failed(t('missions.draw.notSaved'), error)
    }
  }

  return {
    isDrawing: corners !== null,
    corners: corners ?? 0,
    isSaving: change.isPending,
    begin: () => {
      sketch.current?.stop()
      setCorners(0)
      sketch.current =
        map.current?.sketch({
          shape: 'polygon',
          snaps: true,
          onChange: points => setCorners(points.length),
          onEnd: points => void save(points),
        }) ?? null
    },
    undo: () => sketch.current?.undo(),
    finish: () => sketch.current?.finish(),
    cancel: () => {
      sketch.current?.stop()
      sketch.current = null
      setCorners(null)
    },
  }
}
