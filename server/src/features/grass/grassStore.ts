/** The SQL of the memory of the grass. */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Direction, GrassMemory, Position } from '@greensward/domain'
import { packGrass, unpackGrass } from '@greensward/domain'
import { asc, eq, gte, sql } from 'drizzle-orm'
import { laterThan, type Reader, type Tx } from '../../platform/db/database.ts'
import { blades, directionLedger, grassMemories, missionStretches, missions } from '../../platform/db/schema/index.ts'
import { LEDGER_SHARE } from '../../shared/missionLife/missionsStore.ts'

export interface NewStretch {
  readonly id: number
  readonly at: Date
  readonly points: readonly Position[]
  readonly missionId: string
  readonly mowerId: string
  readonly holeBaseAngleDeg: number
  /** Null where the blade is not known any more. */
  readonly widthM: number | null
}

/** One server at a time remembers, until its transaction ends; any number, as long as nothing else takes it. */
const LOCK = 7_264_905

export const lockMemories = async (tx: Tx): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`)
}

/** Stretches with the blade on that are not in the memory yet, in the order in which they were written. */
export const newStretches = (tx: Tx, limit: number): Promise<NewStretch[]> =>
  tx
    .select({
      id: missionStretches.id,
      at: missionStretches.at,
      points: missionStretches.points,
      missionId: missions.id,
      mowerId: missions.mowerId,
      holeBaseAngleDeg: missions.holeBaseAngleDeg,
      widthM: blades.widthM,
    })
    .from(missionStretches)
    .innerJoin(missions, eq(missions.id, missionStretches.missionId))
    .leftJoin(blades, eq(blades.id, missions.bladeId))
    .where(sql`${missionStretches.bladeOn} and not ${missionStretches.isRemembered}`)
    .orderBy(asc(missionStretches.id))
    .limit(limit)

export const markRemembered = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  await tx
    .update(missionStretches)
    .set({ isRemembered: true })
    .where(sql`${missionStretches.id} = any(${sql.param([...ids])}::bigint[])`)
}

export interface StoredMemory {
  readonly zoneId: string
  readonly memory: GrassMemory
  readonly updatedAt: Date
}

const storedOf = (row: typeof grassMemories.$inferSelect): StoredMemory[] => {
  const { featureId, originLon, originLat, minX, minY, columns, rows, mowerIds, updatedAt } = row
  const lattice = { origin: [originLon, originLat] as [number, number], minX, minY, columns, rows }
  const memory = unpackGrass(lattice, mowerIds, inflateRawSync(row.cells))
  return memory === undefined ? [] : [{ zoneId: featureId, memory, updatedAt }]
}

/** When each memory was last written, which says whether one that was read already is still right. */
export const memoryTimes = async (reader: Reader): Promise<ReadonlyMap<string, number>> => {
  const rows = await reader
    .select({ featureId: grassMemories.featureId, updatedAt: grassMemories.updatedAt })
    .from(grassMemories)
  return new Map(rows.map(({ featureId, updatedAt }) => [featureId, updatedAt.getTime()]))
}

export const readMemories = async (reader: Reader, zoneIds: readonly string[]): Promise<StoredMemory[]> => {
  if (zoneIds.length === 0) return []
  const rows = await reader
    .select()
    .from(grassMemories)
    .where(sql`${grassMemories.featureId} = any(${sql.param([...zoneIds])}::uuid[])`)
  return rows.flatMap(storedOf)
}

export const deflated = (memory: GrassMemory): Buffer => deflateRawSync(packGrass(memory), { level: 3 })

export const writeMemory = async (
  tx: Tx,
  zoneId: string,
  memory: GrassMemory,
  before: Date | undefined,
  now: Date,
): Promise<void> => {
  const { origin, minX, minY, columns, rows, mowerIds } = memory
  const values = {
    originLon: origin[0],
    originLat: origin[1],
    minX,
    minY,
    columns,
    rows,
    mowerIds,
    cells: deflated(memory),
    updatedAt: before === undefined ? now : laterThan(before, now),
  }
  await tx
    .insert(grassMemories)
    .values({ featureId: zoneId, ...values })
    .onConflictDoUpdate({ target: grassMemories.featureId, set: values })
}

export interface LedgerLine {
  readonly missionId: string
  readonly featureId: string
  readonly direction: Direction
  readonly at: Date
  readonly lengths: readonly number[]
  readonly share: number
}

export const lineKey = ({ missionId, featureId }: Pick<LedgerLine, 'missionId' | 'featureId'>): string =>
  `${missionId} ${featureId}`

/** Of all lines of these missions that count them, by `lineKey`. */
export const readLengths = async (
  tx: Tx,
  missionIds: readonly string[],
): Promise<ReadonlyMap<string, readonly number[]>> => {
  const { missionId, featureId, lengths } = directionLedger
  const rows = await tx
    .select({ missionId, featureId, lengths })
    .from(directionLedger)
    .where(sql`${missionId} = any(${sql.param([...missionIds])}::uuid[])`)
  return new Map(rows.flatMap(row => (row.lengths === null ? [] : [[lineKey(row), row.lengths] as const])))
}

const LINES_AT_ONCE = 500

export const writeLedger = async (tx: Tx, lines: readonly LedgerLine[]): Promise<void> => {
  for (let from = 0; from < lines.length; from += LINES_AT_ONCE)
    await tx
      .insert(directionLedger)
      .values(lines.slice(from, from + LINES_AT_ONCE))
      .onConflictDoUpdate({
        target: [directionLedger.missionId, directionLedger.featureId],
        set: {
          direction: sql`excluded.direction`,
          at: sql`excluded.at`,
          lengths: sql`excluded.lengths`,
          share: sql`excluded.share`,
        },
      })
}

/** The newest direction that was cut on each feature. */
export const lastDirections = async (reader: Reader): Promise<ReadonlyMap<string, Direction>> => {
  const rows = await reader
    .selectDistinctOn([directionLedger.featureId], {
      featureId: directionLedger.featureId,
      direction: directionLedger.direction,
    })
    .from(directionLedger)
    .where(gte(directionLedger.share, LEDGER_SHARE))
    .orderBy(directionLedger.featureId, sql`${directionLedger.at} desc`)
  return new Map(rows.map(({ featureId, direction }) => [featureId, direction]))
}

/** The planned mission of each feature that starts soonest. */
export const nextMissions = async (
  reader: Reader,
): Promise<ReadonlyMap<string, { readonly id: string; readonly startsAt: Date | null }>> => {
  const rows = await reader
    .selectDistinctOn([missions.targetId], {
      targetId: missions.targetId,
      id: missions.id,
      startsAt: missions.startsAt,
    })
    .from(missions)
    .where(eq(missions.status, 'planned'))
    .orderBy(missions.targetId, sql`${missions.startsAt} asc nulls last`)
  return new Map(rows.map(({ targetId, id, startsAt }) => [targetId, { id, startsAt }]))
}
