/** The filters of the missions table in the address. */
import { type MissionStatus, missionStatus } from '@greensward/domain'
import { isDay } from '../../ui/zonedTime.ts'

export interface MissionsSearch {
  readonly page: number
  readonly perPage: number
  readonly sort: string
  readonly search: string
  readonly status: readonly MissionStatus[]
  readonly featureId: string | undefined
  readonly mowerId: string | undefined
  /** Days of the course, both included. */
  readonly from: string | undefined
  readonly to: string | undefined
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
const whole = (value: unknown, otherwise: number): number => {
  const number = Number(value)
  return Number.isInteger(number) && number > 0 ? number : otherwise
}
const day = (value: unknown): string | undefined => {
  const found = text(value)
  return found !== undefined && isDay(found) ? found : undefined
}

export const DEFAULT_SORT = '-startsAt'

/** Reads any address; what it does not understand is as if it were not there. */
export const readMissionsSearch = (search: Readonly<Record<string, unknown>>): MissionsSearch => ({
  page: whole(search.page, 1),
  perPage: Math.min(whole(search.perPage, 25), 100),
  sort: text(search.sort) ?? DEFAULT_SORT,
  search: text(search.search) ?? '',
  status: (text(search.status) ?? '')
    .split(',')
    .filter((name): name is MissionStatus => missionStatus.safeParse(name).success),
  featureId: text(search.featureId),
  mowerId: text(search.mowerId),
  from: day(search.from),
  to: day(search.to),
})

/** The address for these filters, without what is the default. */
export const writeMissionsSearch = (search: MissionsSearch): Record<string, unknown> => ({
  ...(search.page > 1 ? { page: search.page } : {}),
  ...(search.perPage !== 25 ? { perPage: search.perPage } : {}),
  ...(search.sort !== DEFAULT_SORT ? { sort: search.sort } : {}),
  ...(search.search !== '' ? { search: search.search } : {}),
  ...(search.status.length > 0 ? { status: search.status.join(',') } : {}),
  ...(search.featureId !== undefined ? { featureId: search.featureId } : {}),
  ...(search.mowerId !== undefined ? { mowerId: search.mowerId } : {}),
  ...(search.from !== undefined ? { from: search.from } : {}),
  ...(search.to !== undefined ? { to: search.to } : {}),
})

/** Beside the text that is searched. */
export const countFilters = (search: MissionsSearch): number =>
  Number(search.status.length > 0) +
  [search.featureId, search.mowerId, search.from, search.to].filter(value => value !== undefined).length

export const isFiltered = (search: MissionsSearch): boolean => search.search !== '' || countFilters(search) > 0
