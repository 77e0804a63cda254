/** The SQL of the memory of the grass. */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Direction, GrassMemory, Position } from '@greensward/domain'
import { packGrass, unpackGrass } from '@greensward/domain'
import { and, asc, eq, gte, inArray, sql } from 'drizzle-orm'
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
    .where(inArray(missionStretches.id, [...ids]))
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

export const readLengths = async (
  tx: Tx,
  missionId: string,
  featureId: string,
): Promise<readonly number[] | undefined> => {
  const [row] = await tx
    .select({ lengths: directionLedger.lengths })
    .from(directionLedger)
    .where(and(eq(directionLedger.missionId, missionId), eq(directionLedger.featureId, featureId)))
  return row?.lengths ?? undefined
}

export interface LedgerLine {
  readonly missionId: string
  readonly featureId: string
  readonly direction: Direction
  readonly at: Date
  readonly lengths: readonly number[]
  readonly share: number
}

export const writeLedger = async (tx: Tx, line: LedgerLine): Promise<void> => {
  const { direction, at, lengths, share } = line
  await tx
    .insert(directionLedger)
    .values(line)
    .onConflictDoUpdate({
      target: [directionLedger.missionId, directionLedger.featureId],
      set: { direction, at, lengths, share },
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
