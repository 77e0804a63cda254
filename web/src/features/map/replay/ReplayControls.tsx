import { NativeSelect } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay, IconPlayerSkipBack, IconPlayerSkipForward } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCourseTime } from '../../../api/index.ts'
import { DayInput, IconButton } from '../../../ui/index.ts'
import { sentenceOf } from '../../../ui/text/sentenceOf.ts'
import { type Day, isDay } from '../../../ui/zonedTime.ts'
import classes from './ReplayControls.module.css'
import { type ReplayState, SPEEDS, type Speed } from './replayPlayer.ts'
import { type Mark, markAfter, markBefore } from './runs.ts'

interface ReplayControlsProps {
  readonly state: ReplayState
  readonly day: Day
  readonly lastDay: Day
  readonly marks: readonly Mark[]
  /** False while the day's events are not read: none is then not known. */
  readonly isKnown: boolean
  readonly vehicles: readonly { readonly id: string; readonly name: string }[]
  readonly followed: string | null
  readonly onPlay: (plays: boolean) => void
  readonly onSpeed: (speed: Speed) => void
  /** Absent where there is one day alone. */
  readonly onDay?: (day: Day) => void
  readonly onMark: (mark: Mark) => void
  readonly onFollow: (id: string | null) => void
}

/** Everything that moves through the past: play, speed, day, jumps, and whom the map follows. */
export function ReplayControls(props: ReplayControlsProps) {
  const { state, day, lastDay, marks, isKnown, vehicles, followed, onPlay, onSpeed, onDay, onMark, onFollow } = props
  const { t, i18n } = useTranslation()
  const time = useCourseTime()
  const { atMs, isPlaying, speed } = state
  const [before, after] = [markBefore(marks, atMs), markAfter(marks, atMs)]
  const nameOf = (id: string | null): string | undefined => vehicles.find(vehicle => vehicle.id === id)?.name
  const words = ({ atMs: ms, kind, vehicleId, run, alarm }: Mark): string => {
    const what =
      alarm === null
        ? [t(`replay.mark.${kind}`), run?.title, nameOf(vehicleId)].filter(part => part !== undefined).join(' · ')
        : `${t('replay.mark.alarm')} · ${sentenceOf(alarm, i18n)}`
    return `${time.time(new Date(ms))} ${what}`
  }
  return (
    <div className={classes.controls}>
      <div className={classes.play}>
        <IconButton
          label={t('replay.before')}
          disabled={before === undefined}
          onClick={() => before !== undefined && onMark(before)}
        >
          <IconPlayerSkipBack size={20} />
        </IconButton>
        <IconButton label={t(isPlaying ? 'replay.pause' : 'replay.play')} onClick={() => onPlay(!isPlaying)}>
          {isPlaying ? <IconPlayerPause size={24} /> : <IconPlayerPlay size={24} />}
        </IconButton>
        <IconButton
          label={t('replay.after')}
          disabled={after === undefined}
          onClick={() => after !== undefined && onMark(after)}
        >
          <IconPlayerSkipForward size={20} />
        </IconButton>
      </div>
      <NativeSelect
        className={classes.speed ?? ''}
        aria-label={t('replay.speed')}
        value={String(speed)}
        data={SPEEDS.map(times => ({ value: String(times), label: `${times}×` }))}
        onChange={event => onSpeed(SPEEDS.find(times => String(times) === event.currentTarget.value) ?? 1)}
      />
      {onDay !== undefined && (
        <DayInput
          className={classes.day ?? ''}
          aria-label={t('replay.day')}
          value={day}
          max={lastDay}
          onChange={chosen => {
            if (isDay(chosen) && chosen <= lastDay) onDay(chosen)
          }}
        />
      )}
      <NativeSelect
        className={classes.jump ?? ''}
        aria-label={t('replay.jump')}
        value=""
        disabled={marks.length === 0}
        data={[
          {
            value: '',
            label: !isKnown
              ? '…'
              : marks.length === 0
                ? t('replay.nothing')
                : t('replay.jumpTo', { count: marks.length }),
          },
          ...marks.map((mark, index) => ({ value: String(index), label: words(mark) })),
        ]}
        onChange={event => {
          const mark = marks[Number(event.currentTarget.value)]
          if (event.currentTarget.value !== '' && mark !== undefined) onMark(mark)
        }}
      />
      <NativeSelect
        className={classes.follow ?? ''}
        aria-label={t('replay.follow')}
        value={followed ?? ''}
        data={[
          { value: '', label: t('replay.followNobody') },
          ...vehicles.map(({ id, name }) => ({ value: id, label: t('replay.following', { name }) })),
        ]}
        onChange={event => onFollow(event.currentTarget.value === '' ? null : event.currentTarget.value)}
      />
    </div>
  )
}
