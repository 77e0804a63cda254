/** The lane of the course: rain, play, and a course mode that holds missions. */
import { calls } from '@greensward/contract'
import { COURSE_MODES } from '@greensward/domain'
import { IconCloudRain, IconGolf, IconSnowflake } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCall, useCan } from '../../api/index.ts'
import classes from './DayView.module.css'
import { overlaps, placeInRows, type Span } from './span.ts'
import type { ViewProps } from './viewProps.ts'

interface Band {
  readonly kind: 'rain' | 'closed' | 'held'
  readonly text: string
  readonly span: Span
}

const ICONS = { rain: IconCloudRain, closed: IconGolf, held: IconSnowflake } as const

/** The bands of a day, as far as they reach into it. */
function useBands({ closed, span, now }: Pick<ViewProps, 'closed' | 'span' | 'now'>): readonly Band[] {
  const { t } = useTranslation()
  const mayRead = useCan('course.read')
  const { data: course } = useCall(calls.courseMode.get, {}, { enabled: mayRead })
  const isHeld = course !== undefined && COURSE_MODES[course.mode].holdsMissions && now >= span.from && now < span.to
  const bands: readonly Band[] = [
    ...closed.map(
      ({ kind, title, from, to }): Band => ({
        kind: kind === 'rain' ? 'rain' : 'closed',
        text: kind === 'rain' ? t('schedule.wet') : t('schedule.play', { title }),
        span: { from, to },
      }),
    ),
    // Its end is up to a person: it is drawn to the end of the day.
    ...(isHeld
      ? [
          {
            kind: 'held' as const,
            text: t('schedule.held', { mode: t(`shell.modes.${course.mode}`) }),
            span: { from: course.since === null ? span.from : Date.parse(course.since), to: span.to },
          },
        ]
      : []),
  ]
  return bands
    .filter(band => overlaps(band.span, span))
    .map(band => ({
      ...band,
      span: { from: Math.max(band.span.from, span.from), to: Math.min(band.span.to, span.to) },
    }))
}

export function Limits(props: Pick<ViewProps, 'closed' | 'span' | 'now'>) {
  const { span } = props
  const { t } = useTranslation()
  const bands = useBands(props)
  if (bands.length === 0) return null
  const length = span.to - span.from
  return (
    <>
      <div className={classes.head}>
        <strong>{t('schedule.course')}</strong>
        <span>{t('schedule.limits')}</span>
      </div>
      <div className={classes.limits}>
        {placeInRows(bands.map(item => ({ item, span: item.span }))).map(({ item: { kind, text }, span: own, row }) => {
          const Icon = ICONS[kind]
          return (
            <span
              key={`${kind}-${text}-${own.from}`}
              className={classes.limit}
              data-kind={kind}
              title={text}
              style={{
                left: `${((own.from - span.from) / length) * 100}%`,
                width: `${((own.to - own.from) / length) * 100}%`,
                marginTop: row * 32,
              }}
            >
              <span className={classes.limitText}>
                <Icon size={16} stroke={1.75} aria-hidden /> {text}
              </span>
            </span>
          )
        })}
      </div>
    </>
  )
}
