/** What the history of the map says about a saved draft. */
import { type CourseDiff, type CourseFeature, featureTitle } from '@greensward/domain'
import type { TFunction } from 'i18next'
import type { EditHistory } from '../../../map-editor/editHistory.ts'

/**
 * The only step by its name, else the first object and how many more there are: the objects count, not the steps in which
 * they were drawn.
 */
export const draftLabel = ({ done }: EditHistory, draft: CourseDiff, t: TFunction): string => {
  const [only, ...others] = new Set(done.map(({ label }) => label))
  if (only !== undefined && others.length === 0) return only
  const texts = (key: 'added' | 'changed' | 'removed', features: readonly CourseFeature[]): readonly string[] =>
    features.map(feature => t(`editor.step.${key}`, { title: featureTitle(feature) }))
  const [first = '', ...more] = [
    ...texts('added', draft.added),
    ...texts(
      'changed',
      draft.updated.map(([, after]) => after),
    ),
    ...texts('removed', draft.removed),
  ]
  return more.length === 0 ? first : t('editor.label', { first, count: more.length })
}
