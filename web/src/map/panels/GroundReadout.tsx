import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { GroundPoint } from '../../map-canvas/rasterMessages.ts'
import { useMeasure } from '../../ui/index.ts'
import type { LiveValue } from '../liveValue.ts'
import classes from './MapFooter.module.css'

/** How high the ground below the pointer is, and how steep. */
export function GroundReadout({ point }: { readonly point: LiveValue<GroundPoint | null> }) {
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
