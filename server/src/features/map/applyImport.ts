/** Turns a draft of an import and the choices of its person into one change of the map. */

import { courseDiffBody } from '@greensward/contract'
import type { lateCalls } from '@greensward/contract/late'
import { type CourseDiff, type CourseFeature, importDiff, type ReadCourse } from '@greensward/domain'
import { type Said, said } from '@greensward/messages'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { acceptableBody } from '../../platform/http/acceptable.ts'
import { refuse, refuseFields } from '../../platform/http/refusal.ts'
import type { RouteInput, User } from '../../platform/http/route.ts'
import { lockMap } from '../../shared/course/courseStore.ts'
import type { CurrentCourse } from '../../shared/course/currentCourse.ts'
import { mapAt } from './courseHistory.ts'
import { takeContent } from './importDraftStore.ts'
import { unpackDraft } from './packDraft.ts'

type Choice = RouteInput<typeof lateCalls.imports.apply>['body']

const MOST_FIELDS = 50

const refuseUnknown = ({ features, standing }: ReadCourse, leaveOut: readonly string[]): void => {
  const known = new Set([...features, ...standing.map(({ feature }) => feature)].map(({ id }) => id))
  const unknown = leaveOut.flatMap((id, i): [string, Said][] =>
    known.has(id) ? [] : [[`body.leaveOut.${i}`, said('notInImport')]],
  )
  if (unknown.length > 0) refuseFields(Object.fromEntries(unknown.slice(0, MOST_FIELDS)))
}

/** The map that the person sees: what they replace is what they have seen, and what changed since is a conflict. */
const seenMap = async (tx: Tx, course: CurrentCourse, revision: number): Promise<readonly CourseFeature[]> => {
  const today = await lockMap(tx)
  if (revision > today) return refuseFields({ 'body.baseRevision': said('noSuchRevision') })
  const { last } = course
  return last?.revision === revision ? last.features : (await mapAt(tx, revision)).features
}

/**
 * Takes the draft inside the caller's transaction, so that it is used up if and only if the map changes.
 * @param mostBytes of the draft's text
 * @throws Refusal importDraftGone, importAppliedAlready, tooLarge, invalid
 */
export const diffOfDraft = async (
  { ctx, course, mostBytes }: { readonly ctx: Context; readonly course: CurrentCourse; readonly mostBytes: number },
  tx: Tx,
  { id, user, choice }: { readonly id: string; readonly user: User; readonly choice: Choice },
): Promise<CourseDiff> => {
  const content = await takeContent(tx, { id, userId: user.id }, ctx.clock.now())
  if (content === undefined) return refuse('importDraftGone')
  if (content === null) return refuse('importAppliedAlready')
  const read = (await unpackDraft(content, mostBytes)) ?? refuse('tooLarge')
  refuseUnknown(read, choice.leaveOut)
  const seen = await seenMap(tx, course, choice.baseRevision)
  const { added, removed, updated } = importDiff(read, seen, { ...choice, leaveOut: new Set(choice.leaveOut) })
  // A reader of files may make no more than a person may send.
  return (await acceptableBody(courseDiffBody, { added, updated, removed })) as CourseDiff
}
