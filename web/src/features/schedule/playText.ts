import type { ComingPlay } from '@greensward/domain'
import { useTranslation } from 'react-i18next'
import { useCourseTime } from '../../api/index.ts'

/** Which group is expected where, and when. */
export const usePlayText = (): ((play: ComingPlay) => string) => {
  const { t } = useTranslation()
  const course = useCourseTime()
  return ({ cartName: cart, teeTime, holeTitle: hole, from, to }) => {
    const times = { hole, from: course.time(from), until: course.time(to) }
    return teeTime === null
      ? t('missions.slot.play', { cart, ...times })
      : t('missions.slot.teeTime', { tee: course.time(teeTime), ...times })
  }
}
