import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCourseTime } from '../api/index.ts'
import { MissionBlock } from './MissionBlock.tsx'
import { missionsOfDay } from './missionsOfDay.ts'
import type { ViewProps } from './viewProps.ts'
import classes from './WeekView.module.css'

/** Seven days side by side, below each other on phones; each day's missions in their order. */
export function WeekView({ missions, mowers, days, now, today }: ViewProps) {
  const { t, i18n } = useTranslation()
  const { zone } = useCourseTime()
  const names = new Map(mowers.map(({ id, name }) => [id, name]))
  const format = new Intl.DateTimeFormat(i18n.language === 'en' ? 'en-GB' : i18n.language, {
    timeZone: 'UTC',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  })
  return (
    <ol className={classes.week}>
      {days.map(day => {
        const own = missionsOfDay(missions, day, zone, now)
        return (
          <li key={day} className={classes.day} data-today={day === today || undefined}>
            <Link to="/schedule" search={{ view: 'day', day }} className={classes.name}>
              {format.format(new Date(`${day}T12:00:00Z`))}
            </Link>
            {own.length === 0 ? (
              <p className={classes.none}>{t('schedule.free')}</p>
            ) : (
              own.map(({ mission, span }) => (
                <MissionBlock key={mission.id} mission={mission} span={span} mowerName={names.get(mission.mowerId)} />
              ))
            )}
          </li>
        )
      })}
    </ol>
  )
}
