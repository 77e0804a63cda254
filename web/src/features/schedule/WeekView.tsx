import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useCourseTime } from '../../api/index.ts'
import { dayGround } from './dayGround.ts'

import { ExpectedCount } from './ExpectedJobs.tsx'

import { GroupsOfDay } from './GroupsOfDay.tsx'

import { MissionBlock } from './MissionBlock.tsx'
import { MoveGhost } from './MoveGhost.tsx'
import { missionsOfDay } from './missionsOfDay.ts'
import { dayOfPlace } from './place.ts'
import { useMover } from './useMover.ts'
import type { ViewProps } from './viewProps.ts'
import classes from './WeekView.module.css'

/** Seven days side by side, below each other on phones; each day's missions in their order. */
export function WeekView(props: ViewProps) {
  const { missions, mowers, closed, days, now, today, inConflict, expected, expectedJobs, groups, onDrop, pending } =
    props
  const { t, i18n } = useTranslation()
  const { zone } = useCourseTime()
  const list = useRef<HTMLOListElement>(null)
  const mover = useMover(
    dayGround(zone, now, () => list.current?.parentElement ?? null),
    grab => onDrop?.(grab),
  )
  const moved = mover.grab ?? pending
  const names = new Map(mowers.map(({ id, name }) => [id, name]))
  const format = new Intl.DateTimeFormat(i18n.language === 'en' ? 'en-GB' : i18n.language, {
    timeZone: 'UTC',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  })
  return (
    <ol className={classes.week} ref={list}>
      {days.map(day => {
        const own = missionsOfDay(missions, day, zone, now)
        return (
          <li key={day} className={classes.day} data-day={day} data-today={day === today || undefined}>
            <Link to="/schedule" search={{ view: 'day', day }} className={classes.name}>
              {format.format(new Date(`${day}T12:00:00Z`))}
            </Link>
            <GroupsOfDay groups={groups.get(day)} />
            {moved !== null && dayOfPlace(moved.place, zone) === day && (
              <MoveGhost mission={moved.mission} place={moved.place} missions={missions} closed={closed} now={now} />
            )}
            <ExpectedCount day={day} expected={expectedJobs.get(day)} />
            {own.length === 0 ? (
              <p className={classes.none}>{t('schedule.free')}</p>
            ) : (
              own.map(({ mission, span }) => (
                <MissionBlock
                  key={mission.id}
                  mission={mission}
                  span={span}
                  mowerName={names.get(mission.mowerId)}
                  mover={onDrop === undefined ? undefined : mover}
                  isLifted={moved?.mission.id === mission.id}
                  hasConflict={inConflict.has(mission.id)}
                  expected={expected.get(mission.id)}
                />
              ))
            )}
          </li>
        )
      })}
    </ol>
  )
}
