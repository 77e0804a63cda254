/** The margin of a mission before the next group, in the words of the pre-start check. */
import { isShort, marginReason, type PlayMargin } from '@greensward/domain'
import { useTranslation } from 'react-i18next'
import { useCourseTime } from '../../api/courseTime.ts'

export { isShort }

export const useMarginText = (): ((margin: PlayMargin) => string) => {
  const { t } = useTranslation()
  const course = useCourseTime()
  return margin =>
    t(`gate.reason.expectedPlay.${marginReason(margin)}`, {
      field: margin.fieldTitle,
      done: course.time(margin.doneAt),
      group: course.time(margin.groupAt),
      minutes: margin.minutes,
      wanted: margin.wantedMinutes,
    })
}
