import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useCourseTime } from '../../api/index.ts'
import { dayGround } from './dayGround.ts'

import { ExpectedCount } from './ExpectedJobs.tsx'
import { expectedCount } from './expectedJobs.ts'

import { GroupsOfDay } from './GroupsOfDay.tsx'

import { MissionBlock } from './MissionBlock.tsx'
import classes from './MonthView.module.css'
import { MoveGhost } from './MoveGhost.tsx'
import { missionsOfDay } from './missionsOfDay.ts'
import { dayOfPlace } from './place.ts'
import { toneOf } from './tones.ts'
import { useMover } from './useMover.ts'
import type { ViewProps } from './viewProps.ts'

/** As many missions as a cell shows before it says how many more there are. */
const SHOWN = 3

/** Whole weeks from Monday; on phones a cell tells by dots and a count, and opens its day. */
export function MonthView(props: ViewProps & { readonly month: string }) {
  const { missions, closed, days, now, today, month, inConflict, expected, expectedJobs, groups, onDrop, pending } =
    props
  const { t, i18n } = useTranslation()
  const course = useCourseTime()
  const list = useRef<HTMLOListElement>(null)
  const mover = useMover(
    dayGround(course.zone, now, () => list.current?.parentElement?.parentElement ?? null),
    grab => onDrop?.(grab),
  )
  const moved = mover.grab ?? pending
  const weekday = new Intl.DateTimeFormat(i18n.language, { timeZone: 'UTC', weekday: 'short' })
  return (
    <div className={classes.wrap}>
      <div className={classes.weekdays} aria-hidden>
        {days.slice(0, 7).map(day => (
          <span key={day}>{weekday.format(new Date(`${day}T12:00:00Z`))}</span>
        ))}
      </div>
      <ol className={classes.month} ref={list}>
        {days.map(day => {
          const own = missionsOfDay(missions, day, course.zone, now)
          const count = expectedCount(expectedJobs.get(day))
          const label = t('schedule.dayWith', {
            date: course.longDate(new Date(`${day}T12:00:00Z`)),
            count: own.length,
          })
          return (
            <li
              key={day}
              className={classes.cell}
              data-day={day}
              data-today={day === today || undefined}
              data-other={!day.startsWith(month) || undefined}
            >
              <Link
                to="/schedule"
                search={{ view: 'day', day }}
                className={classes.date}
                aria-label={count === 0 ? label : `${label}, ${t('schedule.expected.count', { count })}`}
              >
                <span>{Number(day.slice(8))}</span>
                <span className={classes.dots} aria-hidden>
                  {own.slice(0, 4).map(({ mission }) => (
                    <i key={mission.id} data-tone={toneOf(mission.status)} />
                  ))}
                  {count > 0 && <i data-tone="expected" />}
                </span>
              </Link>
              <GroupsOfDay groups={groups.get(day)} isBrief />
              <div className={classes.blocks}>
                {moved !== null && dayOfPlace(moved.place, course.zone) === day && (
                  <MoveGhost
                    mission={moved.mission}
                    place={moved.place}
                    missions={missions}
                    closed={closed}
                    now={now}
                  />
                )}
                <ExpectedCount day={day} expected={expectedJobs.get(day)} />
                {own.slice(0, SHOWN).map(({ mission, span }) => (
                  <MissionBlock
                    key={mission.id}
                    mission={mission}
                    span={span}
                    brief
                    mover={onDrop === undefined ? undefined : mover}
                    isLifted={moved?.mission.id === mission.id}
                    hasConflict={inConflict.has(mission.id)}
                    expected={expected.get(mission.id)}
                  />
                ))}
                {own.length > SHOWN && (
                  <Link to="/schedule" search={{ view: 'day', day }} className={classes.more}>
                    {t('schedule.more', { count: own.length - SHOWN })}
                  </Link>
                )}
              </div>
            </li>
          )
        })}
      </ol>
    </div>
  )
}
