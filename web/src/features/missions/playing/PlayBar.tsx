import { Slider } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { IconButton, useMeasure } from '../../../ui/index.ts'
import classes from './PlayBar.module.css'
import type { Play } from './usePlay.ts'

/** How far a planned drive has played, and where in it to look. */
export function PlayBar({ play }: { readonly play: Play }) {
  const { t } = useTranslation()
  const measure = useMeasure()
  const { atS, durationS, isPlaying, speed } = play
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('missions.play.title')}>
      <IconButton label={t(isPlaying ? 'missions.play.pause' : 'missions.play.go')} onClick={play.toggle}>
        {isPlaying ? <IconPlayerPause size={20} /> : <IconPlayerPlay size={20} />}
      </IconButton>
      <Slider
        className={classes.slider ?? ''}
        label={null}
        thumbLabel={t('missions.play.moment')}
        min={0}
        max={Math.ceil(durationS)}
        step={1}
        value={Math.round(atS)}
        onChange={play.seek}
      />
      <span className={classes.time}>
        {t('missions.play.time', { at: measure.duration(atS), whole: measure.duration(durationS), speed })}
      </span>
      <IconButton label={t('missions.play.close')} onClick={play.close}>
        <IconX size={20} />
      </IconButton>
    </div>
  )
}
