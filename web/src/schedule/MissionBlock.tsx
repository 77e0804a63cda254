import type { Mission } from '@greensward/domain'
import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { useCourseTime } from '../api/index.ts'
import { useMeasure } from '../ui/index.ts'
import classes from './MissionBlock.module.css'
import type { Span } from './span.ts'
import { toneOf } from './tones.ts'

interface MissionBlockProps {
  readonly mission: Mission
  /** Undefined for a mission without a time. */
  readonly span: Span | undefined
  readonly mowerName?: string | undefined
  /** One line only, as a month has room for. */
  readonly brief?: boolean
  /** Which part of the block's width the mission really lasts, 0 to 1. */
  readonly bar?: Span
  readonly style?: CSSProperties
}

/** A mission in the calendar: what, when, and how it stands; it leads to the mission's own page. */
export function MissionBlock({ mission, span, mowerName, brief = false, bar, style }: MissionBlockProps) {
  const { t } = useTranslation()
  const course = useCourseTime()
  const measure = useMeasure()
  const status = t(`schedule.statuses.${mission.status}`)
  const runs = mission.status === 'working' || mission.status === 'stopped'
  const times =
    span === undefined ? t('schedule.onPress') : `${course.time(new Date(span.from))}–${course.time(new Date(span.to))}`
  const facts = [
    runs ? `${status} ${measure.share(mission.progress)}` : status,
    mission.resolvedDirection,
    mission.startsByItself && mission.status === 'planned' ? t('schedule.startsByItself') : undefined,
    mission.statusReason ?? undefined,
  ].filter(fact => fact !== undefined)
  return (
    <Link
      to="/missions/$id"
      params={{ id: mission.id }}
      className={classes.block}
      data-tone={toneOf(mission.status)}
      data-brief={brief || undefined}
      style={style}
      title={[mission.title, times, mowerName, ...facts].filter(Boolean).join('\n')}
    >
      {bar !== undefined && (
        <span
          className={classes.bar}
          style={{ left: `${bar.from * 100}%`, width: `${(bar.to - bar.from) * 100}%` }}
          aria-hidden
        />
      )}
      {brief && span !== undefined && <span>{course.time(new Date(span.from))}</span>}
      <strong>{mission.title}</strong>
      {!brief && (
        <>
          <span>{mowerName === undefined ? times : `${times} · ${mowerName}`}</span>
          <span>{facts.join(', ')}</span>
        </>
      )}
      {brief && <span className={classes.hidden}>{status}</span>}
      {runs && !brief && <span className={classes.progress} style={{ width: `${mission.progress * 100}%` }} />}
    </Link>
  )
}
