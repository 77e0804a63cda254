/** The SQL of the fleet. */
import type { Position } from '@greensward/domain'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Reader } from '../../../platform/db/database.ts'
import { missions, mowers, positions } from '../../../platform/db/schema/index.ts'
import type { Actor } from '../../../shared/missionLife/moveMission.ts'

/** The planned mission of a mower that starts soonest; missions without a time are last. */
export const nextPlanned = async (reader: Reader, mowerId: string): Promise<string | undefined> => {
  const [row] = await reader
    .select({ id: missions.id })
    .from(missions)
    .where(and(eq(missions.mowerId, mowerId), eq(missions.status, 'planned')))
    .orderBy(sql`${missions.startsAt} asc nulls last`, asc(missions.createdAt))
    .limit(1)
  return row?.id
}

/** A stop by a person. */
interface PersonStop {
  readonly actor: Actor
  readonly at: Date
  /** The mower did not acknowledge it. */
  readonly isOwed: boolean
}

/**
 * The last stop of a mission's mower by a person, as long as no person has started or released anything on that mower since, or
 * set this mission. In the order in which the audit log was written: the clocks of servers differ.
 */
export const stopHolding = async (
  reader: Reader,
  { id, mowerId }: { readonly id: string; readonly mowerId: string },
): Promise<PersonStop | undefined> => {
  const { rows } = await reader.execute<{ user_id: number | null; who: string; at_ms: number; is_owed: boolean }>(sql`
    with stop as (
      select id, user_id, who, at, action = 'mower.stop' and details ->> 'acknowledged' = 'false' as is_owed from audit
      where subject = 'mower' and subject_id = ${mowerId} and who <> 'system'
        and (action in ('mower.stop', 'mower.disarm') or (action = 'mower.clear' and details ->> 'order' = 'clear'))
      order by id desc limit 1
    )
    select user_id::integer, who, (extract(epoch from at) * 1000)::double precision as at_ms, is_owed is true as is_owed
    from stop where not exists (
      select 1 from audit press where press.id > stop.id and press.who <> 'system' and (
        (press.action in ('mission.create', 'mission.update', 'mission.move') and press.subject_id = ${id})
        or (press.action in ('mission.start', 'mission.resume')
          and exists (select 1 from missions where missions.id::text = press.subject_id and mower_id::text = ${mowerId}))
        or (press.action = 'shift.continue' and press.details ->> 'mower' = ${mowerId})
        or (press.action = 'shift.release' and press.details -> 'mowers' @> to_jsonb(${mowerId}::text))
      )
    )`)
  const [stop] = rows
  if (stop === undefined) return undefined
  const actor: Actor = { user: { id: stop.user_id, fullname: stop.who } }
  return { actor, at: new Date(stop.at_ms), isOwed: stop.is_owed }
}

/** The newest recorded position of each mower. */
export const lastPositions = async (reader: Reader): Promise<ReadonlyMap<string, Position>> => {
  const { rows } = await reader.execute<{ mowerId: string; lon: number; lat: number }>(sql`
    select ${mowers.id} as "mowerId", p.lon, p.lat
    from ${mowers} cross join lateral (
      select * from ${positions} where ${positions.vehicleId} = ${mowers.id} order by ${positions.at} desc limit 1) p`)
  return new Map(rows.map(({ mowerId, lon, lat }) => [mowerId, [lon, lat]]))
}
