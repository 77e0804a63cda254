import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, type Ref, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { GroundPoint } from '../map-canvas/rasterMessages.ts'
import type { Padding, ViewState } from '../map-canvas/scene.ts'
import { useMeasure, useUnits } from '../ui/index.ts'
import { useOsmCredit } from './courseReadings.ts'
import type { LiveValue } from './liveValue.ts'
import classes from './MapFooter.module.css'
import { scaleOf } from './scale.ts'

/** Below the footer. */
export const FOOTER_GAP_PX = 12

interface MapFooterProps {
  readonly ref?: Ref<HTMLDivElement>
  readonly view: ViewState | null
  readonly padding: Padding
  readonly legend: ReactNode
  /** The attributions of the pictures. */
  readonly credits: readonly string[]
  /** Whether a person can press the attributions. On a golfer's screen they are whole. */
  readonly opensCredits: boolean
  /** The layers that could not be loaded. */
  readonly failed: readonly string[]
  readonly note: ReactNode
  readonly point: LiveValue<GroundPoint | null>
}

/** The scale at the left, who made what at the right. */
export function MapFooter({
  ref,
  view,
  padding,
  legend,
  credits: made,
  opensCredits,
  failed,
  note,
  point,
}: MapFooterProps) {
  const { t } = useTranslation()
  const [units] = useUnits()
  const osm = useOsmCredit()
  const scale = view === null ? null : scaleOf(view.metresPerPixel, units)
  const credits = [...made, ...(osm ? ['© OpenStreetMap contributors'] : [])]
  return (
    <div
      ref={ref}
      className={classes.footer}
      style={{ left: 16 + padding.left, right: 16 + padding.right, bottom: FOOTER_GAP_PX + padding.bottom }}
    >
      {legend}
      {scale !== null && (
        <svg
          className={classes.scale}
          width={scale.widthPx + 4}
          height={22}
          role="img"
          aria-label={t('map.scale', { length: scale.text })}
        >
          <path d={`M2 8v8h${scale.widthPx}v-8`} fill="none" stroke="#10201a" strokeWidth="4" />
          <path d={`M2 8v8h${scale.widthPx}v-8`} fill="none" stroke="#ffffff" strokeWidth="2" />
          <text x={scale.widthPx / 2 + 2} y="11" textAnchor="middle">
            {scale.text}
          </text>
        </svg>
      )}
      <GroundReadout point={point} />
      {failed.length > 0 && <span className={`${classes.credits} ${classes.failed}`}>{failed.join(' · ')}</span>}
      {note}
      {credits.length > 0 && <Credits text={credits.join(' · ')} opens={opensCredits} />}
    </div>
  )
}

/** Who made the pictures and the map: on a phone in one line, which a press opens. */
function Credits({ text, opens }: { readonly text: string; readonly opens: boolean }) {
  const isPhone = useMediaQuery('(max-width: 47.99em)') ?? false
  const [isOpen, setOpen] = useState(false)
  if (!isPhone || !opens) return <span className={classes.credits}>{text}</span>
  return (
    <button
      type="button"
      className={classes.credits}
      data-short={!isOpen || undefined}
      aria-expanded={isOpen}
      title={text}
      onClick={() => setOpen(open => !open)}
    >
      {text}
    </button>
  )
}

/** How high the ground below the pointer is, and how steep. */
function GroundReadout({ point }: { readonly point: LiveValue<GroundPoint | null> }) {
  const { t } = useTranslation()
  const measure = useMeasure()
  const here = useSyncExternalStore(point.listen, point.get)
  if (here === null) return null
  return (
    <output className={classes.point} aria-label={t('map.point.label')}>
      <span>{measure.height(here.heightM)}</span>
      <span>{t('map.point.slope', { slope: measure.slope(here.slope) })}</span>
    </output>
  )
}
