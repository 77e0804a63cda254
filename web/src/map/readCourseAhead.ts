/** Asks for the course before its screen is there, so that program and data travel at the same time. */
import { calls } from '@greensward/domain/contract'
import { readAhead } from '../api/index.ts'

/** Lists that are short by nature are read whole. */
export const WHOLE = { query: { perPage: 500 } } as const

export const readCourseAhead = (): void => {
  readAhead(calls.map.get, {})
  readAhead(calls.settings.get, {})
  readAhead(calls.zoneTypes.list, WHOLE)
}
