/** Jobs in words. */
import { placeRanges, type StaffJob } from '@greensward/domain'
import { useTranslation } from 'react-i18next'

/** Such as 'Holes 1–4, Hole 7, Putting green'. */
export const usePlaceText = () => {
  const { t } = useTranslation()
  return (jobs: readonly Pick<StaffJob, 'position' | 'place' | 'holeId'>[]): string =>
    placeRanges(jobs)
      .map(({ isHole, from, to }) => {
        if (!isHole) return from
        return from === to ? t('jobs.hole', { name: from }) : t('jobs.holes', { from, to })
      })
      .join(', ')
}
