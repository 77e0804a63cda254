/** Missions of the day that no shift starts: a person starts each of them, puts them in a shift, or gives them another time. */
import type { Mission } from '@greensward/domain'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCourseTime } from '../../api/index.ts'
import { Panel } from '../../ui/index.ts'
import { useKeptFocus } from '../../ui/useKeptFocus.ts'
import type { Day } from '../../ui/zonedTime.ts'
import classes from './DayPage.module.css'
import { PutOffMissions } from './PutOff.tsx'

export const isOverdue = ({ startsAt }: Pick<Mission, 'startsAt'>, nowMs: number): boolean =>
  startsAt !== null && Date.parse(startsAt) <= nowMs

/** From now to the earliest other time, so that there is time left to make a shift of them. */
const LATER_MS = 30 * 60_000

interface NoShiftProps {
  readonly day: Day
  readonly missions: readonly Mission[]
  readonly nameOf: (mowerId: string) => string
  readonly nowMs: number
}

export function NoShift({ day, missions, nameOf, nowMs }: NoShiftProps) {
  const { t } = useTranslation()
  const time = useCourseTime()
  // The offer to put off vanishes with its last mission.
  const kept = useKeptFocus<HTMLDivElement>()
  const overdue = missions.filter(mission => isOverdue(mission, nowMs))
  return (
    <Panel title={t('day.noShift.title', { count: missions.length })}>
      <div {...kept}>
        <PutOffMissions
          missions={overdue}
          day={day}
          earliest={new Date(nowMs + LATER_MS).toISOString()}
          text={t('day.noShift.overdue', { count: overdue.length })}
        />
      </div>
      <p className={classes.freeText}>{t('day.noShift.text')}</p>
      <ul className={classes.free}>
        {missions.map(mission => {
          const { id, title, mowerId, startsAt } = mission
          return (
            <li key={id}>
              <Link to="/missions/$id" params={{ id }} className={classes.taskTitle}>
                {title}
              </Link>
              <span>
                {startsAt === null ? '' : `${time.time(startsAt)} · `}
                {nameOf(mowerId)}
              </span>
              {isOverdue(mission, nowMs) && (
                <span className={classes.overdue}>
                  <IconAlertTriangle size={16} aria-hidden /> {t('day.noShift.isOverdue')}
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
