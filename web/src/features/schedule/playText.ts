import type { ComingPlay } from '@greensward/domain'
import { useTranslation } from 'react-i18next'
import { useCourseTime } from '../../api/index.ts'

/** Which group is expected where, and when. */
export const usePlayText = (): ((play: ComingPlay) => string) => {
  const { t } = useTranslation()
  const course = useCourseTime()
  return ({ cartName: cart, holeTitle: hole, from, to }) =>
    t('missions.slot.play', { cart, hole, from: course.time(from), until: course.time(to) })
}
