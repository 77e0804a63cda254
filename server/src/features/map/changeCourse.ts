/** The only function that changes the map: a diff, all or nothing, under the map's lock, with its history and its audit. */

import {
  applyDiff,
  type CourseDiff,
  type CourseMap,
  invertDiff,
  isEmptyDiff,
  touchedIds,
  withHolesLeft,
} from '@greensward/domain'
import { type Said, said } from '@greensward/messages'
import { englishText } from '@greensward/messages/english'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/database.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { hasMoreCorners } from '../../shared/course/corners.ts'
import { lockMap, readMap } from '../../shared/course/courseStore.ts'
import type { CurrentCourse } from '../../shared/course/currentCourse.ts'
import { boxAround, boxOfFeature } from '../../shared/course/featureBox.ts'
import { partOf } from '../../shared/missionLife/why.ts'
import type { CourseChecks } from './courseChecks.ts'
import { newPlaceOf } from './courseMove.ts'
import { addChange, centreMap, readBounds, readChange, writeBounds, writeDiff } from './mapStore.ts'
import { refuseBrokenRules } from './refuseBrokenRules.ts'

const LONGEST_LABEL = 120

export interface ChangePorts {
  readonly ctx: Context
  readonly course: CurrentCourse
  readonly checks: CourseChecks
}

export type ChangeLabel = string | Said

export interface CourseChange {
  /** As a person wrote it, or with a text in every language. */
  readonly label: ChangeLabel
  readonly diff: CourseDiff
  /** Absent for what the system does by itself. */
  readonly user?: { readonly id: number; readonly fullname: string }
}

/** `moved`: the bounds and the centre of the map settings changed with it. */
export interface ChangedMap extends CourseMap {
  readonly moved: boolean
  /** The diff that was applied: the requested one, and what a removed hole leaves behind. */
  readonly diff: CourseDiff
}

const refuseOddShape = (diff: CourseDiff): void => {
  const seen = new Set<string>()
  for (const id of touchedIds(diff)) {
    if (seen.has(id)) refuse('featureTwice', {}, { fields: { body: said('idTwice', { id }) } })
    seen.add(id)
  }
  for (const [index, [before, after]] of diff.updated.entries()) {
    if (before.id !== after.id || before.kind !== after.kind)
      refuse(
        'featureIdentity',
        {},
        {
          fields: { [`body.updated.${index}`]: said('otherIdentity') },
        },
      )
  }
}

/** The map of today, which nobody else changes until the transaction ends. */
export const lockedMap = async (course: CurrentCourse, tx: Tx): Promise<CourseMap> => {
  const today = await lockMap(tx)
  const known = course.last
  return known?.revision === today ? known : readMap(tx)
}

/**
 * Applies a diff inside the caller's transaction; after the commit the caller passes the answer to `announceChange`.
 * @throws Refusal: mapConflict with today's features, zoneBusy..., zoneIntersects, invalid
 */
export const changeCourse = async (
  { ctx, course, checks }: ChangePorts,
  tx: Tx,
  change: CourseChange,
): Promise<ChangedMap> => {
  refuseOddShape(change.diff)
  const map = await lockedMap(course, tx)
  if (isEmptyDiff(change.diff)) return { ...map, moved: false, diff: change.diff }
  const diff = withHolesLeft(map.features, change.diff)
  const applied = applyDiff(map.features, diff)
  if (!applied.ok) return refuse('mapConflict', {}, { details: applied.error })
  const place = newPlaceOf(map.features, diff, await readBounds(tx))
  if (place !== undefined) await writeBounds(tx, place)
  await refuseBrokenRules(checks, tx, map.features, diff)
  const revision = map.revision + 1
  const label = changeLabel(change.label)
  const at = ctx.clock.now()
  await writeDiff(tx, diff, revision)
  await addChange(tx, {
    revision,
    at,
    ...label,
    who: change.user?.fullname ?? 'system',
    userId: change.user?.id ?? null,
    diff,
  })
  if (isFirst(diff, applied.value)) {
    const [west, south, east, north] = boxAround(applied.value.map(boxOfFeature))
    await centreMap(tx, [(west + east) / 2, (south + north) / 2], at)
  }
  await ctx.audit(tx, {
    ...(change.user === undefined ? {} : { user: change.user }),
    action: 'map.change',
    subject: 'map',
    subjectId: String(revision),
    details: {
      label: label.label,
      added: diff.added.length,
      updated: diff.updated.length,
      removed: diff.removed.length,
    },
  })
  return { revision, features: applied.value, moved: place !== undefined, diff }
}

/** As the history keeps it. */
export const changeLabel = (label: ChangeLabel): { readonly label: string; readonly said: Said | null } =>
  typeof label === 'string' ? { label, said: null } : { label: englishText(label).slice(0, LONGEST_LABEL), said: label }

/** The first features on an empty map say where on the earth the course is. */
const isFirst = (diff: CourseDiff, after: CourseMap['features']): boolean =>
  diff.added.length > 0 && diff.added.length === after.length

/** The change that undoes an earlier one. */
export const inverseOf = async (tx: Tx, revision: number): Promise<Pick<CourseChange, 'label' | 'diff'>> => {
  const change = await readChange(tx, revision)
  if (change === undefined) return refuse('notFound')
  const undone = change.said === null ? change.label : partOf(change.said)
  return { label: said('changeUndone', { change: undone }), diff: invertDiff(change.diff) }
}

/** The most corners that go out to every open map in one message; beyond it maps re-read a map that is packed once for all. */
const MOST_CORNERS_PUBLISHED = 5_000

/** After the commit: this process, other features and every open map learn of it. */
export const announceChange = ({ ctx, course }: ChangePorts, { moved, diff, ...map }: ChangedMap): void => {
  if (isEmptyDiff(diff)) return
  course.accept(map)
  if (moved || isFirst(diff, map.features)) {
    ctx.live.publish('settings', 'changed', { subject: 'map' })
    ctx.events.emit('settingsChanged', { subject: 'map' })
  }
  const upserted = [...diff.added, ...diff.updated.map(([, after]) => after)]
  ctx.live.publish('map', 'changed', {
    revision: map.revision,
    ...(hasMoreCorners(upserted, MOST_CORNERS_PUBLISHED) ? {} : { upserted }),
    removed: diff.removed.map(({ id }) => id),
  })
  ctx.events.emit('mapChanged', { revision: map.revision, touchedIds: touchedIds(diff) })
}
