import type { CourseFeature } from '@greensward/domain'
import { said } from '@greensward/messages'
import type { Tx } from '../../platform/db/database.ts'
import { lockMap } from '../../shared/course/courseStore.ts'
import { changeLabel } from './changeCourse.ts'
import { addChange, timeOf, writeDiff } from './mapStore.ts'

/** Lays a whole course on a map, as its next revision. The features are trusted to keep the rules. */
export const seedCourse = async (tx: Tx, features: readonly CourseFeature[]): Promise<void> => {
  const revision = (await lockMap(tx)) + 1
  const diff = { added: features, updated: [], removed: [] }
  await writeDiff(tx, diff, revision)
  await addChange(tx, {
    revision,
    at: await timeOf(tx),
    ...changeLabel(said('wholeCourse')),
    who: 'system',
    userId: null,
    diff,
  })
}
