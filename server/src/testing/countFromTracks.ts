/**
 * Counts the work of a span from what was recorded of it alone: the paths, the positions and what each mower was learned to
 * use. It shares no code with the reports, neither their sums nor their geometry, so that the two can be compared.
 */
import { sql } from 'drizzle-orm'
import type { Reader } from '../platform/db/database.ts'
import { type LonLat, planeAround, SweptArea } from './sweptArea.ts'

export interface Counted {
  readonly missions: number
  /** Cut, each place once a mission. */
  readonly areaM2: number
  readonly drivenM: number
  readonly mownM: number
  readonly workS: number
  /** By the metres, and what a metre takes of each mower. */
  readonly kWh: number
  /** The same by what its battery reported. */
  readonly batteryKWh: number
  readonly interruptions: number
}

interface Mission {
  readonly id: string
  readonly mower_id: string
  readonly width_m: number | null
  readonly rings: LonLat[][] | null
  readonly plan_end: LonLat | null
}

interface Machine {
  readonly id: string
  readonly capacity: number | null
  readonly mowing: number
  readonly driving: number
}

interface Position {
  readonly s: number
  readonly battery: number
}

/** Positions of a drive are farther apart only where the mower was stopped. */
const PAUSE_S = 10
/** A drive that ends farther from the end of its plan was given up. */
const SHORT_M = 5

const metres = (points: readonly LonLat[]): number => {
  const [first] = points
  if (first === undefined) return 0
  const plane = points.map(planeAround(first))
  return plane.reduce((sum, [x, y], i) => {
    const [x0, y0] = plane[i - 1] ?? [x, y]
    return sum + Math.hypot(x - x0, y - y0)
  }, 0)
}

/** Recorded every few seconds, so a drive ends half of such a step after its last position, on average. */
const drivenTime = (positions: readonly Position[]): { readonly s: number; readonly pauses: number } => {
  const gaps = positions.slice(1).map(({ s }, i) => s - (positions[i]?.s ?? s))
  const driven = gaps.filter(gap => gap <= PAUSE_S)
  const s = driven.reduce((sum, gap) => sum + gap, 0)
  const pauses = gaps.length - driven.length
  return { s: s + (driven.length === 0 ? 0 : (s / driven.length) * (0.5 + pauses)), pauses }
}

const readMissions = async (db: Reader, from: Date, to: Date): Promise<Mission[]> =>
  (
    await db.execute<Mission & Record<string, unknown>>(sql`
      select m.id, m.mower_id, b.width_m, f.feature #> '{geometry,coordinates}' as rings,
        case when m.target_kind = 'zone' then p.plan #> '{legs,-1,points,-1}' end as plan_end
      from missions m
      join mission_plans p on p.mission_id = m.id
      left join blades b on b.id = m.blade_id
      left join course_features f on f.id = m.target_id and m.target_kind = 'zone'
      where exists (select 1 from positions x where x.mission_id = m.id
        and x.at >= ${from.toISOString()}::timestamptz and x.at < ${to.toISOString()}::timestamptz)
      order by m.id`)
  ).rows

const readMachines = async (db: Reader): Promise<ReadonlyMap<string, Machine>> => {
  const { rows } = await db.execute<Machine & Record<string, unknown>>(sql`
    select id, (energy ->> 'capacity')::float8 as capacity,
      (energy_use #>> '{mowing,rate}')::float8 as mowing, (energy_use #>> '{driving,rate}')::float8 as driving
    from mowers`)
  return new Map(rows.map(row => [row.id, row]))
}

/** The tracks of the missions that began within the span. */
export const countFromTracks = async (db: Reader, from: Date, to: Date): Promise<Counted> => {
  const machines = await readMachines(db)
  const sum = { missions: 0, areaM2: 0, drivenM: 0, mownM: 0, workS: 0, kWh: 0, batteryKWh: 0, interruptions: 0 }
  for (const mission of await readMissions(db, from, to)) {
    const { rows: stretches } = await db.execute<{ blade_on: boolean; points: LonLat[] }>(sql`
      select blade_on, points from mission_stretches where mission_id = ${mission.id} order by id`)
    const { rows: positions } = await db.execute<Position & Record<string, unknown>>(sql`
      select extract(epoch from at)::float8 as s, battery::float8 as battery from positions
      where mission_id = ${mission.id} and vehicle_id = ${mission.mower_id}
        and at >= ${from.toISOString()}::timestamptz and at < ${to.toISOString()}::timestamptz order by at`)
    const area = mission.rings === null ? undefined : new SweptArea(mission.rings)
    let [drivenM, mownM] = [0, 0]
    for (const { blade_on: isOn, points } of stretches) {
      const lengthM = metres(points)
      drivenM += lengthM
      if (!isOn) continue
      mownM += lengthM
      area?.sweep(points, mission.width_m ?? 0)
    }
    const time = drivenTime(positions)
    const end = stretches.at(-1)?.points.at(-1)
    const isShort = mission.plan_end !== null && end !== undefined && metres([end, mission.plan_end]) > SHORT_M
    const machine = machines.get(mission.mower_id)
    const capacity = machine?.capacity ?? 0
    const { mowing = 0, driving = 0 } = machine ?? {}
    sum.missions += 1
    sum.areaM2 += area?.sweptM2 ?? 0
    sum.drivenM += drivenM
    sum.mownM += mownM
    sum.workS += time.s
    sum.kWh += capacity * (mownM * mowing + (drivenM - mownM) * driving)
    sum.batteryKWh += capacity * ((positions[0]?.battery ?? 0) - (positions.at(-1)?.battery ?? 0))
    sum.interruptions += time.pauses + Number(isShort)
  }
  return sum
}
