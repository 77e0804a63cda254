/** The draft as it is kept in the browser, so that neither a reload nor an empty battery loses it. */
import { type CourseFeature, FEATURE_KINDS } from '@greensward/domain'
import type { EditHistory, EditStep } from './editHistory.ts'

/** One person's draft in this browser; another person who signs in here does not see it. */
export const entryOf = (userId: number): string => `mapDraft.${userId}`

const isThing = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

// A half-typed title is a draft too, so only what the map needs to draw it is asked for.
const isFeature = (value: unknown): value is CourseFeature =>
  isThing(value) &&
  typeof value.id === 'string' &&
  FEATURE_KINDS.some(kind => kind === value.kind) &&
  isThing(value.properties) &&
  isThing(value.geometry) &&
  Array.isArray(value.geometry.coordinates)

const isStep = (value: unknown): value is EditStep => {
  if (!isThing(value) || typeof value.label !== 'string' || !isThing(value.diff)) return false
  const { added, updated, removed } = value.diff
  return (
    Array.isArray(added) &&
    added.every(isFeature) &&
    Array.isArray(removed) &&
    removed.every(isFeature) &&
    Array.isArray(updated) &&
    updated.every(pair => Array.isArray(pair) && pair.length === 2 && pair.every(isFeature))
  )
}

export const writeDraft = ({ done, undone }: EditHistory): string => JSON.stringify({ version: 1, done, undone })

/** Undefined for anything but a draft of this version. */
export const readDraft = (text: string | null): EditHistory | undefined => {
  if (text === null) return undefined
  try {
    const value: unknown = JSON.parse(text)
    if (!isThing(value) || value.version !== 1) return undefined
    const { done, undone } = value
    if (!Array.isArray(done) || !Array.isArray(undone) || !done.every(isStep) || !undone.every(isStep)) return undefined
    return done.length + undone.length === 0 ? undefined : { done, undone }
  } catch {
    return undefined
  }
}
