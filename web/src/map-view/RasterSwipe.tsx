import type { Raster } from '@greensward/contract'
import { IconArrowsHorizontal } from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCourseTime } from '../api/index.ts'
import type { CourseCanvas } from '../map-canvas/canvasTypes.ts'
import type { Padding } from '../map-canvas/scene.ts'
import classes from './RasterSwipe.module.css'

interface RasterSwipeProps {
  readonly canvas: CourseCanvas
  readonly left: Raster | undefined
  readonly right: Raster
  readonly padding: Padding
}

const STEP = 0.02
/** Half the handle: nearer to what hides the map it could not be taken hold of any more. */
const EDGE_PX = 22

/** A bar between two pictures of the ground: left of it the one, right of it the other. */
export function RasterSwipe({ canvas, left, right, padding }: RasterSwipeProps) {
  const { t } = useTranslation()
  const time = useCourseTime()
  const bar = useRef<HTMLDivElement>(null)
  const [share, setShare] = useState(0.5)
  useEffect(() => canvas.swipe(share), [canvas, share])
  const { left: hiddenLeft, right: hiddenRight } = padding
  /** @param to from the share of now and the place of the map to where the bar should stand, in pixels from its left */
  const move = useCallback(
    (to: (share: number, map: DOMRect) => number): void => {
      const map = bar.current?.parentElement?.getBoundingClientRect()
      if (map === undefined) return
      const [least, most] = [hiddenLeft + EDGE_PX, map.width - hiddenRight - EDGE_PX]
      if (most > least) setShare(now => Math.min(most, Math.max(least, to(now, map))) / map.width)
    },
    [hiddenLeft, hiddenRight],
  )
  // A panel that opens pushes the bar out of its way.
  useEffect(() => move((now, map) => now * map.width), [move])
  const drag = (event: PointerEvent): void => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) move((_, map) => event.clientX - map.left)
  }
  const press = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowLeft' ? -STEP : event.key === 'ArrowRight' ? STEP : 0
    if (step === 0) return
    event.preventDefault()
    move((now, map) => (now + step) * map.width)
  }
  const nameOf = ({ title, takenOn }: Raster): string =>
    takenOn === null ? title : `${time.date(takenOn)} ${takenOn.slice(0, 4)}`
  return (
    <div
      ref={bar}
      className={classes.bar}
      style={{ left: `${share * 100}%`, bottom: padding.bottom }}
      role="slider"
      tabIndex={0}
      aria-label={t('mapPanels.rasters.swipe')}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
      aria-valuetext={t('mapPanels.rasters.swipeAt', { share: Math.round(share * 100) })}
      onKeyDown={press}
      onPointerDown={event => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
    >
      {left !== undefined && <span className={classes.left}>{nameOf(left)}</span>}
      <span className={classes.handle}>
        <IconArrowsHorizontal size={22} aria-hidden />
      </span>
      <span className={classes.right}>{nameOf(right)}</span>
    </div>
  )
}
