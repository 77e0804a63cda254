/** The course of today in memory: read from the database once a revision, asked for at every plan, gate and change. */
import type { CourseFeature, CourseMap } from '@greensward/domain'
import type { Database } from '../../platform/db/database.ts'
import { inTurn } from '../../platform/inTurn.ts'
import { readMap, readRevision } from './courseStore.ts'
import { boxesTouch, boxOfFeature, type LonLatBox } from './featureBox.ts'

export interface CurrentCourse {
  /** Today's map; asks the database for the revision only, unless it rose. */
  read(): Promise<CourseMap>
  /** The last map that was read, also while the database is down; undefined before the first. */
  readonly last: CourseMap | undefined
  /** Takes over what was just committed, which saves reading it. */
  accept(map: CourseMap): void
}

export const createCurrentCourse = (db: Database): CurrentCourse => {
  let last: CourseMap | undefined

  const read = inTurn(async (): Promise<CourseMap> => {
    const revision = await readRevision(db)
    if (last === undefined || last.revision < revision) {
      const map = await readMap(db)
      // Another change may have been accepted while this one was read.
      if (last === undefined || last.revision < map.revision) last = map
    }
    return last
  })

  return {
    read,
    get last() {
      return last
    },
    accept: map => {
      if (last === undefined || map.revision > last.revision) last = map
    },
  }
}

const boxes = new WeakMap<CourseFeature, LonLatBox>()

const boxOf = (feature: CourseFeature): LonLatBox => {
  const known = boxes.get(feature)
  if (known !== undefined) return known
  const box = boxOfFeature(feature)
  boxes.set(feature, box)
  return box
}

/** Features whose boxes touch the box: what a plan or a check there has to know of. */
export const featuresNear = (features: readonly CourseFeature[], box: LonLatBox): CourseFeature[] =>
  features.filter(feature => boxesTouch(boxOf(feature), box))
