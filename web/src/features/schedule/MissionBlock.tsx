import { isMowing, type Mission } from '@greensward/domain'
import { IconGolf, IconRepeat } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { useCourseTime, useHindrance } from '../../api/index.ts'
import { statusText, useMeasure } from '../../ui/index.ts'
import { isShort, useMarginText } from '../../ui/text/marginText.ts'
import classes from './MissionBlock.module.css'
import type { Place } from './place.ts'
import { usePlayText } from './playText.ts'
import type { Span } from './span.ts'
import { toneOf } from './tones.ts'
import type { Mover } from './useMover.ts'
import type { ExpectedOnField } from './viewProps.ts'

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
  /** Absent where it may not be moved. */
  readonly mover?: Mover | undefined
  /** Its end can be pulled to make it longer. */
  readonly hasLength?: boolean
  /** Left behind while it is moved. */
  readonly isLifted?: boolean
  /** Something else is planned at the same time. */
  readonly hasConflict?: boolean
  /** A group that is expected there meanwhile or soon after: no conflict, as mowers wait for golfers. */
  readonly expected?: ExpectedOnField | undefined
}

/** Read out for a block that can be moved; one text serves all of them. */
export const MOVE_HELP_ID = 'schedule-move-help'

/** A mission in the calendar: title, time and status; it links to the mission's own page. */
export function MissionBlock(props: MissionBlockProps) {
  const { mission, span, mowerName, brief = false, bar, style, mover, hasLength = false, expected } = props
  const { t, i18n } = useTranslation()
  const course = useCourseTime()
  const measure = useMeasure()
  const playText = usePlayText()
  const marginText = useMarginText()
  const [play, margin] = [expected?.play ?? undefined, expected?.margin ?? undefined]
  const isClose = margin !== undefined && isShort(margin)
  const hindrance = useHindrance(mission)
  const status = t(`schedule.statuses.${mission.status}`)
  const runs = mission.status === 'working' || mission.status === 'stopped'
  const share = runs || (mission.status === 'done' && isMowing(mission.target))
  const times =
    span === undefined ? t('schedule.onPress') : `${course.time(new Date(span.from))}–${course.time(new Date(span.to))}`
  const facts = [
    hindrance === null ? undefined : t(`missions.hindrance.${hindrance}`),
    margin === undefined || play !== undefined ? undefined : t('schedule.margin', { count: margin.minutes }),
    share ? `${status} ${measure.share(mission.progress)}` : status,
    !isMowing(mission.target) ? undefined : t(`missions.direction.${mission.resolvedDirection}`),
    mission.startsByItself && mission.status === 'planned' ? t('schedule.startsByItself') : undefined,
    mission.series !== null && mission.status === 'planned' ? t('schedule.repeats') : undefined,
    play === undefined ? undefined : playText(play),
    statusText(mission, i18n),
  ].filter(fact => fact !== undefined)
  const whole = margin === undefined ? facts : [...facts, marginText(margin)]
  const place: Place | undefined = span === undefined ? undefined : { ...span, mowerId: mission.mowerId }
  const isMovable = mover !== undefined && place !== undefined && mission.status === 'planned'
  return (
    <Link
      to="/missions/$id"
      params={{ id: mission.id }}
      className={classes.block}
      data-mission={mission.id}
      data-tone={toneOf(mission.status)}
      data-brief={brief || undefined}
      data-movable={isMovable || undefined}
      data-lifted={props.isLifted || undefined}
      data-conflict={props.hasConflict || hindrance !== null || undefined}
      style={style}
      draggable={false}
      title={[mission.title, times, mowerName, ...whole].filter(Boolean).join('\n')}
      {...(isMovable ? { 'aria-describedby': MOVE_HELP_ID, ...mover.handlers(mission, place) } : {})}
    >
      {bar !== undefined && (
        <span
          className={classes.bar}
          style={{ left: `${bar.from * 100}%`, width: `${(bar.to - bar.from) * 100}%` }}
          aria-hidden
        />
      )}
      {brief && span !== undefined && <span>{course.time(new Date(span.from))}</span>}
      <strong>
        {(play !== undefined || isClose) && <IconGolf size={14} className={classes.golfers} aria-hidden />}
        {mission.title}
        {mission.series !== null && <IconRepeat size={14} className={classes.repeats} aria-hidden />}
      </strong>
      {!brief && (
        <>
          <span>{mowerName === undefined ? times : `${times} · ${mowerName}`}</span>
          <span>{facts.join(', ')}</span>
        </>
      )}
      {brief && <span className={classes.hidden}>{status}</span>}
      {runs && !brief && <span className={classes.progress} style={{ width: `${mission.progress * 100}%` }} />}
      {isMovable && hasLength && <span className={classes.length} data-length aria-hidden />}
    </Link>
  )
}
