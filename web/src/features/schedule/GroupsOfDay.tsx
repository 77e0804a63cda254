import { IconGolf } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCourseTime } from '../../api/index.ts'
import classes from './GroupsOfDay.module.css'
import type { DayGroups } from './viewProps.ts'

interface GroupsOfDayProps {
  readonly groups: DayGroups | undefined
  /** Only their number, as a month has room for. */
  readonly isBrief?: boolean
}

/** How many groups play on a day and when they start; it links to the tee sheet of that day. */
export function GroupsOfDay({ groups, isBrief = false }: GroupsOfDayProps) {
  const { t } = useTranslation()
  const course = useCourseTime()
  if (groups === undefined || groups.firstAt === null || groups.lastAt === null) return null
  const text = t('teeSheet.groupsOfDay', {
    count: groups.groups,
    first: course.time(groups.firstAt),
    last: course.time(groups.lastAt),
  })
  return (
    <Link
      to="/schedule/tee-sheet"
      search={{ day: groups.day }}
      className={classes.groups}
      data-brief={isBrief || undefined}
      title={text}
      aria-label={text}
    >
      <IconGolf size={14} aria-hidden /> {isBrief ? groups.groups : text}
    </Link>
  )
}
