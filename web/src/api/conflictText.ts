/** The conflicts of a slot of the schedule in words, in course time. */
import type { ScheduleConflict } from '@greensward/domain'
import { useTranslation } from 'react-i18next'
import { useCourseTime } from './courseTime.ts'

export function useConflictText(): (conflict: ScheduleConflict) => string {
  const { t } = useTranslation()
  const course = useCourseTime()
  return ({ kind, title, to }) =>
    to === null
      ? t(`schedule.conflict.${kind}Always`, { title })
      : t(`schedule.conflict.${kind}`, { title, until: course.dateTime(to) })
}
