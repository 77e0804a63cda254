import type { CourseDiff, CourseFeature, MapBounds } from '@greensward/domain'
import type { Tx } from '../../platform/db/database.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { featuresNear } from '../../shared/course/currentCourse.ts'
import { boxAround, boxOfFeature } from '../../shared/course/featureBox.ts'
import { readZoneTypes } from '../../shared/missionLife/machinesStore.ts'
import { busyTargets } from '../../shared/missionLife/missionsStore.ts'
import type { CourseChecks } from './courseChecks.ts'
import { readBounds } from './mapStore.ts'

/** The context for judging a diff: holes that its zones may name, and all features nearby. */
const concernedBy = (diff: CourseDiff, features: readonly CourseFeature[]): readonly CourseFeature[] => {
  const written = [...diff.added, ...diff.updated.map(([, after]) => after)]
  const box = boxAround(written.map(boxOfFeature))
  const near = new Set(featuresNear(features, box))
  return features.filter(feature => feature.kind === 'hole' || near.has(feature))
}

const MOST_FIELDS = 50

/**
 * Asks the domain's rules of a diff against the map it is made for, under the map's lock.
 * @throws Refusal zoneBusyEdit, zoneBusyDelete, zoneIntersects, invalid
 */
export const refuseBrokenRules = async (
  checks: CourseChecks,
  tx: Tx,
  features: readonly CourseFeature[],
  diff: CourseDiff,
): Promise<void> => {
  const touched = [...diff.removed.map(({ id }) => id), ...diff.updated.map(([{ id }]) => id)]
  const bounds: MapBounds | null = await readBounds(tx)
  const checked = await checks.check({
    features: concernedBy(diff, features),
    diff,
    zoneTypes: await readZoneTypes(tx),
    bounds,
    busyZoneIds: touched.length === 0 ? new Set() : await busyTargets(tx, touched),
  })
  if (checked.ok) return
  const { kind, ids, at, fields } = checked.error
  const faults = Object.entries(fields)
  const named = Object.fromEntries(faults.slice(0, MOST_FIELDS).map(([field, fault]) => [`body.${field}`, fault]))
  const isBeyond = kind === 'invalid' && faults.every(([, { code }]) => code === 'beyondBounds')
  refuse(
    isBeyond ? 'beyondBoundsOfCourse' : kind,
    {},
    { fields: named, details: { ids: ids.slice(0, MOST_FIELDS), at } },
  )
}
