/** How another feature changes the map: as a person does in the editor, by the same rights, rules, history and notices. */
import type { CourseDiff, CourseFeature, FeatureKind, RoleSlug } from '@greensward/domain'
import type { Said } from '@greensward/messages'
import type { Tx } from '../../platform/db/database.ts'
import type { User } from '../../platform/http/route.ts'

export interface MapEdit {
  /** Names the change in the history. */
  readonly label: Said
  readonly diff: CourseDiff
}

export interface MapEditor {
  /** Whether a role may change any feature of a kind; which ones depends on the feature. */
  mayEdit(role: RoleSlug, kind: FeatureKind): boolean
  /**
   * @param write the one of the route
   * @param make the change, made of the features of today; nobody else changes them until it is committed
   * @returns the features after it
   * @throws Refusal forbidden, and what a change of the map may be refused for
   */
  edit(
    user: User,
    write: (work: (tx: Tx) => Promise<unknown>) => Promise<unknown>,
    make: (tx: Tx, features: readonly CourseFeature[]) => Promise<MapEdit>,
  ): Promise<readonly CourseFeature[]>
}
