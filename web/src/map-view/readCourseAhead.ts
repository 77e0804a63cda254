/** Asks for the course before its screen is there, so that program and data travel at the same time. */
import { calls } from '@greensward/contract'
import { prefetch } from '../api/index.ts'

/** Lists that are short by nature are read whole. */
export const WHOLE = { query: { perPage: 500 } } as const

export const readCourseAhead = (): void => {
  prefetch(calls.map.get, {})
  prefetch(calls.settings.get, {})
  prefetch(calls.zoneTypes.list, WHOLE)
}
