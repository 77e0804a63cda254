import { useElementSize } from '@mantine/hooks'
import type { KeyboardEvent, PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useCourseTime } from '../../../api/index.ts'
import type { Stretch } from './placeAt.ts'
import type { Mark } from './runs.ts'
import classes from './TimeBar.module.css'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** Between two labels, as close as they fit. */
const LABEL_MINUTES = [10, 20, 30, 60, 120, 180, 240, 360, 720]
/** A label of an hour needs this much. */
const LABEL_PX = 56
/** A press this near to a mark means the mark. */
const REACH_PX = 6

interface TimeBarProps {
  /** The day that is shown. */
  readonly stretch: Stretch
  readonly atMs: number
  /** Up to here something is recorded. */
  readonly nowMs: number
  readonly marks: readonly Mark[]
  /** When mowers worked. */
  readonly working: readonly Stretch[]
  /** When planned missions will start. */
  readonly planned?: readonly number[]
  readonly isReplay: boolean
  readonly onSeek: (atMs: number) => void
  readonly onMark: (mark: Mark) => void
}

const STEP_OF: Readonly<Record<string, number>> = {
  ArrowLeft: -10 * SECOND,
  ArrowDown: -10 * SECOND,
  ArrowRight: 10 * SECOND,
  ArrowUp: 10 * SECOND,
  PageDown: -600 * SECOND,
  PageUp: 600 * SECOND,
}

/** A day as a line: what mowers did on it, what happened, and the moment that is looked at. */
export function TimeBar(props: TimeBarProps) {
  const { stretch, atMs, nowMs, marks, working, planned = [], isReplay, onSeek, onMark } = props
  const { t } = useTranslation()
  const time = useCourseTime()
  const { ref, width } = useElementSize<HTMLDivElement>()
  const { fromMs, toMs } = stretch
  const spanMs = toMs - fromMs
  const share = (ms: number): string => `${(Math.min(Math.max(ms, fromMs), toMs) - fromMs) / (spanMs / 100)}%`
  const everyMs =
    LABEL_MINUTES.map(minutes => minutes * MINUTE).find(ms => (width * ms) / spanMs >= LABEL_PX) ?? 12 * HOUR
  const labels = Array.from({ length: Math.floor(spanMs / everyMs) + 1 }, (_, at) => fromMs + at * everyMs)
  const latestMs = Math.min(nowMs, toMs)
  const seek = (ms: number): void => onSeek(Math.min(Math.max(ms, fromMs), latestMs))

  const press = (event: PointerEvent<HTMLDivElement>): void => {
    const box = event.currentTarget.getBoundingClientRect()
    const ms = fromMs + ((event.clientX - box.left) / box.width) * spanMs
    const reachMs = (REACH_PX / box.width) * spanMs
    const near = marks
      .filter(mark => Math.abs(mark.atMs - ms) <= reachMs)
      .sort((a, b) => Math.abs(a.atMs - ms) - Math.abs(b.atMs - ms))[0]
    if (near !== undefined && event.type === 'pointerdown') onMark(near)
    else seek(ms)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEP_OF[event.key]
    const to =
      step !== undefined ? atMs + step : event.key === 'Home' ? fromMs : event.key === 'End' ? latestMs : undefined
    if (to === undefined) return
    event.preventDefault()
    seek(to)
  }
  return (
    <div
      ref={ref}
      className={classes.bar}
      role="slider"
      tabIndex={0}
      aria-label={t(isReplay ? 'replay.time' : 'replay.timeLive')}
      aria-valuemin={0}
      aria-valuemax={Math.round(spanMs / SECOND)}
      aria-valuenow={Math.round((atMs - fromMs) / SECOND)}
      aria-valuetext={time.dateTime(new Date(atMs))}
      data-replay={isReplay || undefined}
      onKeyDown={onKeyDown}
      onPointerDown={event => {
        event.currentTarget.setPointerCapture(event.pointerId)
        press(event)
      }}
      onPointerMove={event => {
        if (isReplay && event.currentTarget.hasPointerCapture(event.pointerId) && event.movementX !== 0) press(event)
      }}
    >
      <i className={classes.line} />
      <i className={classes.past} style={{ width: share(nowMs) }} />
      {working.map(one => (
        <i
          key={`${one.fromMs} ${one.toMs}`}
          className={classes.working}
          style={{ left: share(one.fromMs), right: `calc(100% - ${share(one.toMs)})` }}
        />
      ))}
      {marks.map(({ atMs: ms, kind, vehicleId }) => (
        <i key={`${ms} ${kind} ${vehicleId}`} className={classes.mark} data-kind={kind} style={{ left: share(ms) }} />
      ))}
      {planned.map(ms => (
        <i key={ms} className={classes.mark} data-kind="planned" style={{ left: share(ms) }} />
      ))}
      {labels.map(ms => (
        <span key={ms} className={classes.hour} style={{ left: share(ms) }}>
          {time.time(new Date(ms))}
        </span>
      ))}
      <i className={classes.here} style={{ left: share(atMs) }} />
    </div>
  )
}
