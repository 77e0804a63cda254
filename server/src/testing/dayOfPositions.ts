/** A day of a fleet that reported once a second, for measurements of the replay. */
import { sql } from 'drizzle-orm'
import type { TestServer } from './testServer.ts'

export const DAY_S = 86_400
const HOUR_S = 3_600

interface Day {
  readonly from: Date
  readonly vehicleIds: readonly string[]
  /** The area of their drives. */
  readonly around: readonly [lon: number, lat: number]
}

export const writeDayOfPositions = async (
  { app }: TestServer,
  { from, vehicleIds, around: [lon, lat] }: Day,
): Promise<void> => {
  // An hour at a time, or one statement takes longer on a loaded host than any statement may take.
  for (let fromS = 0; fromS < DAY_S; fromS += HOUR_S)
    await app.ctx.db.execute(sql`
      insert into positions (at, vehicle_id, lon, lat, heading_deg, speed_mps, fix_type, battery, mode, blade_on)
      select ${from.toISOString()}::timestamptz + second * interval '1 second', vehicle,
        ${lon}::float8 + sin(second / 200.0) / 1000, ${lat}::float8 + cos(second / 170.0 + n) / 1000,
        second % 360, 1.5, 'rtkFixed', 0.8, 'auto', true
      from generate_series(${fromS}::integer, ${fromS + HOUR_S - 1}::integer) as second,
        unnest(${sql.param(vehicleIds)}::uuid[]) with ordinality as fleet (vehicle, n)`)
  await app.ctx.db.execute(sql`vacuum analyze positions`)
}
