import type { PlayerMode } from '@greensward/domain'
import { type RefObject, useEffect } from 'react'
import type { CourseMapHandle, Padding } from '../../map-view/index.ts'
import type { PlayerView } from './playerView.ts'
import type { PlayedHole } from './usePlace.ts'

/** The least height of the map in which a hole is shown by its own zoom and centre. */
const LEAST_ROOM_PX = 560

/**
 * How the map turns and zooms where the camera is fixed to the cart: by the setting, out of a hole view; and only free map
 * mode keeps the zoom that a hand chose.
 */
export const cameraOnCart = (
  kind: 'cart' | 'fixedMap',
  { degree, defaultZoom }: Pick<PlayerView, 'degree' | 'defaultZoom'>,
): { readonly rotationDeg: number; readonly zoom?: number } => ({
  rotationDeg: degree,
  ...(kind === 'cart' ? { zoom: defaultZoom } : {}),
})

interface CameraParts {
  readonly map: RefObject<CourseMapHandle | null>
  readonly isReady: boolean
  readonly mode: PlayerMode
  /** The hole that is shown. */
  readonly hole: PlayedHole | undefined
  readonly view: PlayerView
  /** The panels above the map: when they grow or shrink, the hole is fitted again. */
  readonly padding: Padding
}

/** Moves the map as the mode says; in free map mode it leaves it to the hand. */
export function useCamera({ map, isReady, mode, hole, view, padding }: CameraParts): void {
  const { degree, defaultZoom, fix } = view
  const kind = mode.kind === 'map' && mode.isFixed ? 'fixedMap' : mode.kind
  const greenZoom = mode.kind === 'green' ? mode.zoom : null
  useEffect(() => {
    // Before the panels are measured the free part of the map is unknown; when they change, the hole is fitted again.
    if (!isReady || padding.bottom === 0 || hole === undefined) return
    const { view: holeView, baseAngle } = hole.hole.properties
    if (kind === 'hole') {
      // A view that was set for a tablet leaves half the hole out on a phone: there its angle counts and the hole fits.
      const isSmall = window.innerHeight - padding.top - padding.bottom < LEAST_ROOM_PX
      const angle = holeView === null ? baseAngle : -holeView.angle
      map.current?.fitHole(hole.hole.id, isSmall ? null : holeView, isSmall ? angle : baseAngle)
    }
    if (kind === 'green' && greenZoom !== null)
      map.current?.flyTo({ centre: hole.pin, zoom: greenZoom, rotationDeg: holeView?.angle ?? -baseAngle })
  }, [map, isReady, kind, greenZoom, hole, padding])

  const isFixed = kind === 'cart' || kind === 'fixedMap'
  useEffect(() => {
    if (isReady && (kind === 'cart' || kind === 'fixedMap'))
      map.current?.flyTo(cameraOnCart(kind, { degree, defaultZoom }))
  }, [map, isReady, kind, degree, defaultZoom])
  const [lon, lat] = fix?.position ?? []
  useEffect(() => {
    if (isReady && isFixed && lon !== undefined && lat !== undefined) map.current?.flyTo({ centre: [lon, lat] })
  }, [map, isReady, isFixed, lon, lat])
}
