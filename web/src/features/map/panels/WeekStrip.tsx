import { calls } from '@greensward/contract'
import type { CourseFeature, Mission, MissionStatus, Mower } from '@greensward/domain'
import { featureTitle } from '@greensward/domain'
import { IconCalendar, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall, useCourseTime } from '../../../api/index.ts'
import { IconButton } from '../../../ui/index.ts'
import { addDays, mondayOf, startOfDay } from '../../../ui/zonedTime.ts'
import classes from './WeekStrip.module.css'

/** The same colours as on the map; what is over is green or red. */
const DOT: Readonly<Record<MissionStatus, string>> = {
  planned: 'var(--gs-planned)',
  uploading: 'var(--gs-working)',
  working: 'var(--gs-working)',
  stopped: 'var(--gs-working)',
  interrupted: 'var(--gs-working)',
  done: 'var(--gs-success)',
  cancelled: 'var(--gs-edge)',
  missed: 'var(--gs-error)',
  failed: 'var(--gs-error)',
}
const dot = (status: MissionStatus): CSSProperties => ({ '--dot': DOT[status] }) as CSSProperties

interface WeekStripProps {
  /** Null follows the course's own day. */
  readonly day: string | null
  readonly now: Date
  readonly features: readonly CourseFeature[]
  readonly mowers: readonly Mower[]
  readonly onDay: (day: string | null) => void
  readonly onMission: (mission: Mission) => void
}

/** The week around the chosen day, and that day's missions. */
export function WeekStrip({ day, now, features, mowers, onDay, onMission }: WeekStripProps) {
  const { t, i18n } = useTranslation()
  const time = useCourseTime()
  const today = time.dayOf(now)
  const chosen = day ?? today
  const monday = mondayOf(chosen)
  const days = Array.from({ length: 7 }, (_, index) => addDays(monday, index))
  const { data } = useCall(
    calls.missions.list,
    {
      query: {
        from: startOfDay(monday, time.zone).toISOString(),
        to: startOfDay(addDays(monday, 7), time.zone).toISOString(),
        sort: 'startsAt',
        perPage: 500,
      },
    },
    { keepPrevious: true },
  )
  const moment = (mission: Mission): string => mission.startsAt ?? mission.startedAt ?? mission.createdAt
  const byDay = Map.groupBy(
    [...(data?.items ?? [])].sort((a, b) => moment(a).localeCompare(moment(b))),
    mission => time.dayOf(moment(mission)),
  )
  const weekday = new Intl.DateTimeFormat(i18n.language, { weekday: 'short', timeZone: 'UTC' })
  const fullDay = new Intl.DateTimeFormat(i18n.language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })
  const missions = byDay.get(chosen) ?? []
  const titleOf = (mission: Mission): string => {
    const feature = features.find(({ id }) => id === mission.target.featureId)
    return feature === undefined ? mission.title : featureTitle(feature)
  }
  return (
    <section aria-label={t('map.calendar.title')}>
      <header className={classes.head}>
        <IconCalendar size={20} aria-hidden />
        <button type="button" className={classes.today} onClick={() => onDay(null)}>
          {t('map.calendar.today')}
        </button>
        <span className={classes.date}>{time.date(startOfDay(chosen, time.zone))}</span>
        <span className={classes.space} />
        <IconButton label={t('map.calendar.before')} onClick={() => onDay(addDays(chosen, -7))}>
          <IconChevronLeft size={20} />
        </IconButton>
        <IconButton label={t('map.calendar.after')} onClick={() => onDay(addDays(chosen, 7))}>
          <IconChevronRight size={20} />
        </IconButton>
      </header>
      <div className={classes.days}>
        {days.map(item => {
          const date = new Date(`${item}T12:00:00Z`)
          const count = byDay.get(item)?.length ?? 0
          return (
            <button
              key={item}
              type="button"
              className={classes.day}
              aria-pressed={item === chosen}
              aria-label={t('map.calendar.day', { day: fullDay.format(date), count })}
              data-today={item === today || undefined}
              onClick={() => onDay(item === today ? null : item)}
            >
              {weekday.format(date).slice(0, 2)}
              <b>{Number(item.slice(8))}</b>
              <span className={classes.dots}>
                {(byDay.get(item) ?? []).slice(0, 4).map(mission => (
                  <i key={mission.id} style={dot(mission.status)} />
                ))}
              </span>
            </button>
          )
        })}
      </div>
      {missions.length === 0 ? (
        <p className={classes.empty}>{t('map.calendar.empty')}</p>
      ) : (
        <ul className={classes.list}>
          {missions.map(mission => (
            <li key={mission.id}>
              <button type="button" className={classes.mission} onClick={() => onMission(mission)}>
                <b className={classes.clock}>{time.time(moment(mission))}</b>
                <i
                  className={classes.state}
                  style={dot(mission.status)}
                  role="img"
                  aria-label={t(`map.status.${mission.status}`)}
                />
                <span className={classes.name}>{titleOf(mission)}</span>
                <span className={classes.mower}>{mowers.find(({ id }) => id === mission.mowerId)?.name ?? ''}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
