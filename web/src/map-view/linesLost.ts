/** The lines of play that zones and mission areas lose when a hole is deleted, shown before the change. */
import { type CourseDiff, featureTitle, losingHoles } from '@greensward/domain'
import type { TFunction } from 'i18next'

const MOST_TITLES = 6

/** The consequence in one sentence with the names; null where nothing loses its line. */
export const linesLostText = (diff: CourseDiff, t: TFunction): string | null => {
  const titles = losingHoles(diff).map(featureTitle)
  if (titles.length === 0) return null
  const named = titles.slice(0, MOST_TITLES).join(', ')
  return t('mapPanels.delete.linesLost', {
    count: titles.length,
    titles: titles.length > MOST_TITLES ? `${named} …` : named,
  })
}
