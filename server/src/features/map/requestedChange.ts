/** A change of the map that a person requests: what they may change, and what they learn of a conflict. */

import type { calls, ResultOf } from '@greensward/contract'
import {
  type CourseDiff,
  type CourseFeature,
  type DiffConflict,
  featureTitle,
  losingHoles,
  may,
} from '@greensward/domain'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal, refuse } from '../../platform/http/refusal.ts'
import type { User } from '../../platform/http/route.ts'
import {
  announceChange,
  type ChangedMap,
  type ChangeLabel,
  type ChangePorts,
  type CourseChange,
  changeCourse,
} from './changeCourse.ts'
import { actionsFor } from './changeRights.ts'
import { isPublicKind } from './mapBodies.ts'

/** Twenty thousand features with their corners. */
export const CHANGE_BYTES = 64 * 1024 * 1024

type Answer = ResultOf<typeof calls.map.change>

interface RequestedChange {
  readonly label: ChangeLabel
  /** A function reads it in the transaction of the change. */
  readonly diff: CourseDiff | ((tx: Tx) => Promise<CourseDiff>)
  readonly user: User
  readonly write: (work: (tx: Tx) => Promise<Answer>) => Promise<Answer>
}

export const refuseForeignKinds = (user: User, diff: CourseDiff): void => {
  for (const action of actionsFor(diff)) if (!may(user.role, action)) refuse('forbidden')
}

/** A diff as the contract writes it. */
export const plainDiff = ({ added, updated, removed }: CourseDiff) => ({
  added: [...added],
  updated: updated.map(([before, after]): [CourseFeature, CourseFeature] => [before, after]),
  removed: [...removed],
})

/**
 * Changes the map in the transaction of `write`, and announces it after the commit.
 * @param changeIn the change, made in that transaction
 */
export const announcedChange = async <T>(
  ports: ChangePorts,
  write: (work: (tx: Tx) => Promise<T>) => Promise<T>,
  changeIn: (tx: Tx) => Promise<CourseChange>,
  answerOf: (changed: ChangedMap) => T,
): Promise<T> => {
  let changed: ChangedMap | undefined
  const answer = await write(async tx => {
    changed = await changeCourse(ports, tx, await changeIn(tx))
    return answerOf(changed)
  })
  if (changed !== undefined) announceChange(ports, changed)
  return answer
}

/** Changes the map, and announces it after the commit. */
export const makeChange = (ports: ChangePorts, { label, diff, user, write }: RequestedChange): Promise<Answer> =>
  announcedChange(
    ports,
    write,
    async tx => ({ label, diff: typeof diff === 'function' ? await diff(tx) : diff, user }),
    ({ revision, diff: applied }) => ({
      revision,
      leftWithoutHole: losingHoles(applied).map(feature => ({ id: feature.id, title: featureTitle(feature) })),
    }),
  )

/** As `makeChange`, for a diff that may be made on an older map: a conflict becomes a notice, and hides what this person may not read. */
export const makeChangeOfOlderMap = async (ports: ChangePorts, change: RequestedChange): Promise<Answer> => {
  try {
    return await makeChange(ports, change)
  } catch (error) {
    const { label, user } = change
    if (!(error instanceof Refusal) || error.kind !== 'mapConflict') throw error
    ports.ctx.events.emit('notice', {
      level: 'info',
      subject: 'system',
      subjectId: null,
      kind: 'mapConflict',
      values: { label, who: user.fullname },
    })
    throw withoutUnreadable(error, user)
  }
}

/** A conflict tells what is there today, but nobody what they may not read. */
const withoutUnreadable = (error: Refusal, user: User): Refusal => {
  if (may(user.role, 'operations.read')) return error
  const conflicts = (error.extras.details as readonly DiffConflict[]).map(({ id, today }) => ({
    id,
    today: today !== null && (isPublicKind(today) || today.kind === 'note') ? today : null,
  }))
  return new Refusal(error.said, error.kind, { ...error.extras, details: conflicts })
}
