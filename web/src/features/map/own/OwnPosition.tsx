import type { MapSettings, Position } from '@greensward/domain'
import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ageText } from '../../../map-view/ageText.ts'
import type { CourseMapHandle } from '../../../map-view/CourseMapView.tsx'
import { lineLengthM } from '../../../map-view/measures.ts'
import { IconButton, useMeasure, useNow } from '../../../ui/index.ts'
import classes from './OwnPosition.module.css'
import { type OwnFix, useOwnFix } from './useOwnFix.ts'

/** An older fix is shown with its age, and grey. */
const FRESH_MS = 15_000

interface OwnPositionProps {
  /** Another press of the button centres the map again. */
  readonly asked: number
  readonly map: () => CourseMapHandle | null
  readonly settings: MapSettings | undefined
  readonly onEnd: () => void
}

const isOnMap = ([lon, lat]: Position, settings: MapSettings): boolean =>
  lon >= Math.min(settings.topLeftLon, settings.bottomRightLon) &&
  lon <= Math.max(settings.topLeftLon, settings.bottomRightLon) &&
  lat >= Math.min(settings.topLeftLat, settings.bottomRightLat) &&
  lat <= Math.max(settings.topLeftLat, settings.bottomRightLat)

/** Draws where the person is, and says how accurately, how long ago, or why it is not known. */
export function OwnPosition({ asked, map, settings, onEnd }: OwnPositionProps) {
  const { t } = useTranslation()
  const now = useNow(1_000)
  const [attempt, setAttempt] = useState(0)
  const { fix, fault } = useOwnFix(attempt)
  const isOld = fix !== null && now.getTime() - fix.atMs > FRESH_MS
  const isOutside = fix !== null && settings !== undefined && !isOnMap(fix.position, settings)
  useEffect(() => {
    map()?.putOwn(fix === null || isOutside ? null : { ...fix, isOld })
  }, [map, fix, isOld, isOutside])
  useEffect(() => () => map()?.putOwn(null), [map])
  const centredFor = useRef(0)
  useEffect(() => {
    const handle = map()
    if (handle === null || fix === null || isOutside || centredFor.current === asked) return
    centredFor.current = asked
    handle.goTo(fix.position)
  }, [map, fix, isOutside, asked])
  return (
    <section className={classes.card} aria-label={t('mapPanels.own.title')}>
      <p role="status">
        {fix !== null && settings !== undefined ? (
          <Place fix={fix} isOld={isOld} settings={settings} isOutside={isOutside} now={now} />
        ) : (
          t(`mapPanels.own.${fault ?? 'waiting'}`)
        )}
      </p>
      {fix === null && fault !== null && fault !== 'insecure' && (
        <Button variant="default" h={40} onClick={() => setAttempt(times => times + 1)}>
          {t('common.tryAgain')}
        </Button>
      )}
      <IconButton label={t('mapPanels.own.hide')} onClick={onEnd}>
        <IconX size={20} />
      </IconButton>
    </section>
  )
}

interface PlaceProps {
  readonly fix: OwnFix
  readonly isOld: boolean
  readonly isOutside: boolean
  readonly settings: MapSettings
  readonly now: Date
}

function Place({ fix, isOld, isOutside, settings, now }: PlaceProps) {
  const { t } = useTranslation()
  const measure = useMeasure()
  if (isOutside) {
    const farM = lineLengthM([fix.position, [settings.centerLon, settings.centerLat]])
    return t('mapPanels.own.outside', { distance: measure.distance(farM / 1_000) })
  }
  const accuracy = measure.length(fix.accuracyM)
  return isOld
    ? t('mapPanels.own.aged', { age: ageText(now.getTime() - fix.atMs, t), accuracy })
    : t('mapPanels.own.here', { accuracy })
}
