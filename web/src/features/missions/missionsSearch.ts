/** The filters of the missions table in the address. */
import { type MissionStatus, missionStatus } from '@greensward/domain'
import { dayIn } from '../../ui/zonedTime.ts'

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
  /** The missions behind a figure of a report: the days on which they were started, both included, and whose they are. */
  readonly startedFrom: string | undefined
  readonly startedTo: string | undefined
  readonly zoneTypeId: string | undefined
  readonly holeId: string | undefined
  readonly createdById: string | undefined
  /** Ids of the missions of one notification, with commas between them. */
  readonly ids: string | undefined
}

/** Set by a report alone, and removed together. */
export const NO_REPORT = {
  startedFrom: undefined,
  startedTo: undefined,
  zoneTypeId: undefined,
  holeId: undefined,
  createdById: undefined,
} as const

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)
const whole = (value: unknown, otherwise: number): number => {
  const number = Number(value)
  return Number.isInteger(number) && number > 0 ? number : otherwise
}
/** Addresses may hold numbers as numbers. */
const count = (value: unknown): string | undefined => (/^\d{1,15}$/.test(String(value)) ? String(value) : undefined)

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
  from: dayIn(search.from),
  to: dayIn(search.to),
  startedFrom: dayIn(search.startedFrom),
  startedTo: dayIn(search.startedTo),
  zoneTypeId: text(search.zoneTypeId),
  holeId: text(search.holeId),
  createdById: count(search.createdById),
  ids: text(search.ids),
})

const REPORT_FILTERS = Object.keys(NO_REPORT) as (keyof typeof NO_REPORT)[]

/** Whether it shows the missions behind a figure of a report. */
export const isOfReport = (search: MissionsSearch): boolean => REPORT_FILTERS.some(name => search[name] !== undefined)

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
  ...(search.ids !== undefined ? { ids: search.ids } : {}),
  ...Object.fromEntries(REPORT_FILTERS.flatMap(name => (search[name] === undefined ? [] : [[name, search[name]]]))),
})

/** Beside the text that is searched. */
export const countFilters = (search: MissionsSearch): number =>
  Number(search.status.length > 0) +
  Number(isOfReport(search)) +
  [search.featureId, search.mowerId, search.from, search.to, search.ids].filter(value => value !== undefined).length

export const isFiltered = (search: MissionsSearch): boolean => search.search !== '' || countFilters(search) > 0
