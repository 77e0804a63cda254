import { useTranslation } from 'react-i18next'
import { makeCourseTime, useCourseTime } from '../../api/index.ts'
import { useNow } from '../../ui/index.ts'
import classes from './Clock.module.css'

/**
 * The clock of the course, with its day and zone, also for who sits elsewhere.
 * @param isBrief one line, as a phone has room for: the zone only where clocks show another time
 */
export function Clock({ isBrief = false }: { readonly isBrief?: boolean }) {
  const { t, i18n } = useTranslation()
  const course = useCourseTime()
  const now = useNow(1_000)
  const zone = new Intl.DateTimeFormat(i18n.language === 'en' ? 'en-GB' : i18n.language, {
    timeZone: course.zone,
    timeZoneName: 'short',
  })
    .formatToParts(now)
    .find(part => part.type === 'timeZoneName')?.value
  if (isBrief) {
    const own = makeCourseTime(Intl.DateTimeFormat().resolvedOptions().timeZone, i18n.language)
    const isElsewhere = own.time(now) !== course.time(now)
    return (
      <time dateTime={now.toISOString().slice(0, 16)}>
        {course.time(now)}
        {isElsewhere && ` ${zone}`}
      </time>
    )
  }
  return (
    <time className={classes.clock} dateTime={now.toISOString().slice(0, 16)}>
      <span className={classes.time}>{course.time(now)}</span>
      <span className={classes.day}>
        <span>{course.date(now)}</span>
        <span>{t('shell.courseTime', { zone })}</span>
      </span>
    </time>
  )
}
