/** The SQL of the list of missions: filtered, sorted, page by page, and whole for an export. */
import type { MissionStatus } from '@greensward/domain'
import { and, asc, count, desc, eq, gte, inArray, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Reader } from '../../platform/db/database.ts'
import { naturally } from '../../platform/db/listing.ts'
import { blades, courseFeatures, missions, mowers } from '../../platform/db/schema/index.ts'
import type { MissionRow } from './missionsStore.ts'

export interface MissionFilter {
  readonly sort?: string | undefined
  readonly search?: string | undefined
  readonly statuses?: readonly MissionStatus[] | undefined
  readonly ids?: readonly string[] | undefined
  readonly featureId?: string | undefined
  readonly mowerId?: string | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
  readonly startedFrom?: Date | undefined
  readonly startedTo?: Date | undefined
  readonly zoneTypeId?: string | undefined
  readonly holeId?: string | undefined
  readonly createdById?: number | undefined
}

const SORTS = {
  title: naturally(missions.title),
  status: missions.status,
  startsAt: missions.startsAt,
  createdAt: missions.createdAt,
  updatedAt: missions.updatedAt,
  startedAt: missions.startedAt,
  endedAt: missions.endedAt,
  progress: missions.progress,
  direction: missions.resolvedDirection,
  mowerId: missions.mowerId,
  duration: sql`(${missions.stats}->>'durationS')::double precision`,
} as const

export const MISSION_SORTS = Object.keys(SORTS)

const orderOf = (sort: string | undefined): SQL[] => {
  const falls = sort?.startsWith('-') ?? true
  const name = (sort ?? '-createdAt').replace(/^-/, '')
  const column = Object.hasOwn(SORTS, name) ? SORTS[name as keyof typeof SORTS] : missions.createdAt
  // Missing times come after the others, in either direction of the list.
  const nullable = name === 'startsAt' || name === 'startedAt' || name === 'endedAt'
  const order = falls ? desc(column) : asc(column)
  return [falls && nullable ? sql`${order} nulls last` : order, falls ? desc(missions.id) : asc(missions.id)]
}

/**
 * Searches a text in everything that a person would call a mission by: its title, who planned it, its field, its mower.
 * Field and mower are found first, so that the indexes of the missions can answer the rest.
 */
const matching = async (reader: Reader, search: string | undefined): Promise<SQL | undefined> => {
  const text = search?.trim() ?? ''
  if (text === '') return undefined
  const [grounds, machines] = await Promise.all([
    reader
      .select({ id: courseFeatures.id })
      .from(courseFeatures)
      .where(sql`strpos(lower(${courseFeatures.feature} #>> '{properties,title}'), lower(${text})) > 0`),
    reader.select({ id: mowers.id }).from(mowers).where(sql`strpos(lower(${mowers.name}), lower(${text})) > 0`),
  ])
  const named = sql`lower(${missions.title} || ' ' || ${missions.createdBy}) like '%' || lower(${text.replace(/[\\%_]/g, '\\$&')}) || '%'`
  return or(
    ...(machines.length === 0
      ? []
      : [
          inArray(
            missions.mowerId,
            machines.map(({ id }) => id),
          ),
        ]),
    ...(grounds.length === 0
      ? []
      : [
          inArray(
            missions.targetId,
            grounds.map(({ id }) => id),
          ),
        ]),
    named,
  )
}

/** Those whose target has this property on today's map; `none` are all others. */
const targetHas = (property: SQL, kinds: SQL, value: string): SQL => {
  const id = sql`${courseFeatures.feature} #>> ${property}`
  return value === 'none'
    ? sql`not exists (select 1 from ${courseFeatures} where ${courseFeatures.id} = ${missions.targetId}
        and ${courseFeatures.kind} in ${kinds} and ${id} is not null)`
    : sql`${missions.targetId} in (select ${courseFeatures.id} from ${courseFeatures}
        where ${courseFeatures.kind} in ${kinds} and ${id} = ${value})`
}

/** What the rows of a report are made of. */
const behindReport = ({ startedFrom, startedTo, zoneTypeId, holeId, createdById }: MissionFilter): SQL[] => [
  ...(startedFrom === undefined ? [] : [gte(missions.startedAt, startedFrom)]),
  ...(startedTo === undefined ? [] : [lt(missions.startedAt, startedTo)]),
  ...(zoneTypeId === undefined ? [] : [targetHas(sql`'{properties,zoneTypeId}'`, sql`('zone')`, zoneTypeId)]),
  ...(holeId === undefined ? [] : [targetHas(sql`'{properties,holeId}'`, sql`('zone', 'missionArea')`, holeId)]),
  ...(createdById === undefined
    ? []
    : [createdById === 0 ? isNull(missions.createdById) : eq(missions.createdById, createdById)]),
]

const whereOf = async (reader: Reader, filter: MissionFilter): Promise<SQL | undefined> => {
  const conditions: SQL[] = []
  if (filter.statuses !== undefined) conditions.push(inArray(missions.status, [...filter.statuses]))
  if (filter.ids !== undefined) conditions.push(inArray(missions.id, [...filter.ids]))
  if (filter.featureId !== undefined) conditions.push(eq(missions.targetId, filter.featureId))
  if (filter.mowerId !== undefined) conditions.push(eq(missions.mowerId, filter.mowerId))
  // A mission without a time of its own counts by the moment it was planned.
  const when = sql`coalesce(${missions.startsAt}, ${missions.createdAt})`
  if (filter.from !== undefined) conditions.push(gte(when, sql`${filter.from.toISOString()}::timestamptz`))
  if (filter.to !== undefined) conditions.push(lte(when, sql`${filter.to.toISOString()}::timestamptz`))
  conditions.push(...behindReport(filter))
  const search = await matching(reader, filter.search)
  if (search !== undefined) conditions.push(search)
  return conditions.length === 0 ? undefined : and(...conditions)
}

export interface MissionPage extends MissionFilter {
  readonly page: number
  readonly perPage: number
}

/**
 * One page and how many there are in all. The page is found by its ids alone, which an index holds, and only its rows are
 * read whole.
 */
export const listMissions = async (
  reader: Reader,
  filter: MissionPage,
): Promise<{ rows: MissionRow[]; total: number }> => {
  const where = await whereOf(reader, filter)
  const order = orderOf(filter.sort)
  const offset = (filter.page - 1) * filter.perPage
  const [page, total] = await Promise.all([
    reader
      .select({ id: missions.id })
      .from(missions)
      .where(where)
      .orderBy(...order)
      .limit(filter.perPage)
      .offset(offset),
    reader.select({ total: count() }).from(missions).where(where),
  ])
  const ids = page.map(({ id }) => id)
  return { rows: await readPage(reader, ids), total: total[0]?.total ?? 0 }
}

/** The missions with these ids, in the order of the ids. */
const readPage = async (reader: Reader, ids: readonly string[]): Promise<MissionRow[]> => {
  if (ids.length === 0) return []
  const rows = await reader
    .select()
    .from(missions)
    .where(inArray(missions.id, [...ids]))
  const byId = new Map(rows.map(row => [row.id, row]))
  return ids.flatMap(id => byId.get(id) ?? [])
}

/** All that the filter lets through, up to a number, with the names that their ids stand for today. */
export const exportMissions = async (reader: Reader, filter: MissionFilter, most: number) =>
  reader
    .select({
      mission: missions,
      area: sql<string | null>`${courseFeatures.feature} #>> '{properties,title}'`,
      mower: mowers.name,
      blade: blades.name,
    })
    .from(missions)
    .leftJoin(courseFeatures, eq(courseFeatures.id, missions.targetId))
    .leftJoin(mowers, eq(mowers.id, missions.mowerId))
    .leftJoin(blades, eq(blades.id, missions.bladeId))
    .where(await whereOf(reader, filter))
    .orderBy(...orderOf(filter.sort))
    .limit(most)
