/** The version of a feature, by which a program finds out that somebody else has changed it meanwhile (RFC 9110, 8.8.3). */
import { createHash } from 'node:crypto'
import { type CourseNames, flatFeature } from '@greensward/course-io/columns'
import type { CourseFeature } from '@greensward/domain'
import { refuse } from '../../platform/http/refusal.ts'

/** The database does not keep the order of members, and the same feature has to have the same version on every server. */
const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, ordered(member)]),
  )
}

/** Of the feature, and of the names that are shown with it. */
export const etagOf = (feature: CourseFeature, names: CourseNames): string => {
  const { zoneType, color, hole } = flatFeature(feature, names)
  const text = JSON.stringify([ordered(feature), zoneType, color, hole])
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
}

/**
 * @param ifMatch the header as it was sent; without it the change is made to the feature of today
 * @throws Refusal preconditionFailed
 */
export const refuseStale = (ifMatch: string | undefined, etag: string): void => {
  if (ifMatch === undefined || ifMatch.trim() === '*') return
  // A weak one never matches here; one of ours holds no comma.
  if (!ifMatch.split(',').some(tag => tag.trim() === etag)) refuse('preconditionFailed')
}
