/** What surrounds the map of a replay: which moment it shows, why it shows nothing, and the buttons over the map. */
import { Button } from '@mantine/core'
import { IconBroadcast, IconHistory, IconMaximize, IconMovie, IconStack2 } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, useCourseTime } from '../../../api/index.ts'
import buttonClasses from '../panels/MapButtons.module.css'
import classes from './ReplayPage.module.css'
import type { ReplayState } from './replayPlayer.ts'

/** The height that the banner takes from the map. */
export const BANNER_PX = 60

interface BannerProps {
  readonly kind: 'recorded' | 'planned'
  readonly state: ReplayState
  readonly onLive: () => void
}

/** Says that this is not the present, and which moment it is. */
export function Banner({ kind, state, onLive }: BannerProps) {
  const { t, i18n } = useTranslation()
  const time = useCourseTime()
  const isPlanned = kind === 'planned'
  const at = new Date(state.atMs)
  const seconds = useMemo(
    () =>
      new Intl.DateTimeFormat(i18n.language === 'en' ? 'en-GB' : i18n.language, {
        timeZone: time.zone,
        timeStyle: 'medium',
        hourCycle: 'h23',
      }),
    [i18n.language, time.zone],
  )
  return (
    <section className={classes.banner} aria-label={t(isPlanned ? 'replay.film.banner' : 'replay.banner')}>
      {isPlanned ? <IconMovie size={24} aria-hidden /> : <IconHistory size={24} aria-hidden />}
      <span className={classes.when}>
        <b>{t(isPlanned ? 'replay.film.title' : 'replay.title')}</b>
        <time dateTime={at.toISOString()}>
          {time.date(at)}, {seconds.format(at)}
        </time>
      </span>
      <span className={classes.note} role="status">
        {state.isWaiting
          ? t(isPlanned ? 'replay.film.reading' : 'replay.reading')
          : state.isAtEnd
            ? t(isPlanned ? 'replay.film.atEnd' : 'replay.atEnd')
            : t(isPlanned ? 'replay.film.note' : 'replay.notLive')}
      </span>
      <Button leftSection={<IconBroadcast size={20} />} onClick={onLive}>
        {t('replay.backToLive')}
      </Button>
    </section>
  )
}

export function Failure({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={classes.failure} role="alert">
      <p>{errorText(error)}</p>
      <Button className={classes.again ?? ''} variant="default" onClick={onRetry}>
        {t('common.tryAgain')}
      </Button>
    </div>
  )
}

interface FabsProps {
  readonly panelOpen: boolean
  readonly onPanel: () => void
  readonly onFit?: () => void
}

/** The buttons above the map when the panel does not fit beside it. */
export function Fabs({ panelOpen, onPanel, onFit }: FabsProps) {
  const { t } = useTranslation()
  return (
    <div className={buttonClasses.buttons} style={{ top: BANNER_PX + 12 }}>
      <button
        type="button"
        className={buttonClasses.button}
        aria-label={t('map.layers.title')}
        aria-expanded={panelOpen}
        onClick={onPanel}
      >
        <IconStack2 size={24} aria-hidden />
      </button>
      {onFit !== undefined && (
        <button type="button" className={buttonClasses.button} aria-label={t('map.controls.fit')} onClick={onFit}>
          <IconMaximize size={24} aria-hidden />
        </button>
      )}
    </div>
  )
}
