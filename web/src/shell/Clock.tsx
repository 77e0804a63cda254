import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCourseTime } from '../api/index.ts'
import classes from './Clock.module.css'

/**
 * The clock of the course, with its day and zone, also for who sits elsewhere.
 * @param isBrief time and zone in one line, as a phone has room for
 */
export function Clock({ isBrief = false }: { readonly isBrief?: boolean }) {
  const { t, i18n } = useTranslation()
  const course = useCourseTime()
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = window.setInterval(() => setNow(new Date()), 1_000)
    return () => window.clearInterval(timer)
  }, [])
  const zone = new Intl.DateTimeFormat(i18n.language === 'en' ? 'en-GB' : i18n.language, {
    timeZone: course.zone,
    timeZoneName: 'short',
  })
    .formatToParts(now)
    .find(part => part.type === 'timeZoneName')?.value
  if (isBrief)
    return (
      <time dateTime={now.toISOString().slice(0, 16)}>
        {course.time(now)} {zone}
      </time>
    )
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
