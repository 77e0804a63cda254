/**
 * Records where every vehicle was: the newest of each second as a row that is kept for good, and every position packed.
 * The link to the vehicles never waits for it: positions are put into memory, and memory is bounded.
 */
import type { Telemetry } from '@greensward/domain'
import type { Logger } from 'pino'
import { databaseFailure } from '../../platform/db/database.ts'
import { LONGEST_CHUNK_MS, packSamples, type Sample } from './samples.ts'
import type { ChunkRow, PositionRow } from './telemetryStore.ts'

export interface TelemetryRecorder {
  /** Keeps a position; costs microseconds and never waits. */
  note(vehicleId: string, missionId: string | null, telemetry: Telemetry): void
  /** Keeps a position of any time, from vehicles that send their own times; a late one is kept as well. */
  keep(vehicleId: string, sample: Sample): void
  readonly state: RecorderState
  /** Writes what is held and ends. */
  close(): Promise<void>
}

export interface RecorderState {
  /** Rows that wait for the database. */
  readonly waiting: number
  /** Positions that were dropped. */
  readonly dropped: number
  readonly writtenAt: Date | null
}

export interface RecorderOptions {
  readonly writeSeconds: (rows: readonly PositionRow[]) => Promise<void>
  readonly writeChunks: (rows: readonly ChunkRow[]) => Promise<void>
  readonly now: () => Date
  readonly log: Logger
  /** The database accepts positions again, after some had to be dropped. */
  readonly onRecovered: (dropped: number) => void
}

const SAMPLE_MS = 1_000
const WRITE_MS = 3_000
const CHUNK_MS = 10_000
/** The most positions in one chunk, at any rate. */
const MOST_IN_CHUNK = 400
const MOST_AT_ONCE = 1_000
/** A database that is away this long costs the oldest positions, never memory without end. */
export const MOST_SECONDS_HELD = 50_000
export const MOST_CHUNKS_HELD = 5_000

interface HeldChunk {
  readonly row: ChunkRow
  readonly positions: number
}

/** Rows of one table that wait for the database, oldest first. */
const createQueue = <T>(most: number, onDrop: (rows: readonly T[]) => void) => {
  let held: T[] = []
  return {
    put: (rows: readonly T[]): void => {
      held.push(...rows)
      if (held.length > most) onDrop(held.splice(0, held.length - most))
    },
    take: (count: number): T[] => held.splice(0, count),
    putBack: (rows: readonly T[]): void => {
      held = [...rows, ...held]
      if (held.length > most) onDrop(held.splice(0, held.length - most))
    },
    get length() {
      return held.length
    },
  }
}

export const createTelemetryRecorder = (options: RecorderOptions): TelemetryRecorder => {
  const { now, log } = options
  const newest = new Map<string, { missionId: string | null; telemetry: Telemetry }>()
  const open = new Map<string, Sample[]>()
  /** The last second of each vehicle that sends its own times, for which a row is being written. */
  const lastSecond = new Map<string, number>()
  let dropped = 0
  let reportedDropped = 0
  let writtenAt: Date | null = null
  let writing: Promise<void> | undefined
  const drop = (positions: number): void => {
    dropped += positions
  }
  const seconds = createQueue<PositionRow>(MOST_SECONDS_HELD, rows => drop(rows.length))
  const chunks = createQueue<HeldChunk>(MOST_CHUNKS_HELD, rows =>
    drop(rows.reduce((sum, { positions }) => sum + positions, 0)),
  )

  const closeChunk = (vehicleId: string, samples: readonly Sample[]): void => {
    const [first, last] = [samples[0], samples.at(-1)]
    if (first === undefined || last === undefined) return
    const row = {
      fromAt: new Date(first.atMs),
      toAt: new Date(last.atMs),
      vehicleId,
      samples: packSamples(samples),
    }
    chunks.put([{ row, positions: samples.length }])
  }

  /** @param leastMs chunks that began so long ago are closed */
  const closeChunks = (leastMs: number): void => {
    const nowMs = now().getTime()
    for (const [vehicleId, samples] of open) {
      const [first] = samples
      if (first === undefined || nowMs - first.atMs < leastMs) continue
      open.delete(vehicleId)
      closeChunk(vehicleId, samples)
    }
  }

  const sample = (): void => {
    const at = new Date(Math.floor(now().getTime() / SAMPLE_MS) * SAMPLE_MS)
    const rows: PositionRow[] = []
    for (const [vehicleId, { missionId, telemetry }] of newest) {
      if (telemetry.position === null) continue
      const [lon, lat] = telemetry.position
      rows.push({
        at,
        vehicleId,
        lon,
        lat,
        headingDeg: telemetry.headingDeg,
        speedMps: telemetry.speedMps,
        accuracyM: telemetry.accuracyM,
        fixType: telemetry.fixType,
        battery: telemetry.battery,
        mode: telemetry.mode,
        bladeOn: telemetry.bladeOn,
        missionId,
      })
    }
    newest.clear()
    seconds.put(rows)
    closeChunks(CHUNK_MS)
  }

  /** @returns false where the database has to be waited for */
  const writeBatch = async <T>(
    rows: readonly T[],
    write: (rows: readonly T[]) => Promise<void>,
    putBack: (rows: readonly T[]) => void,
    positionsOf: (rows: readonly T[]) => number,
  ): Promise<boolean> => {
    try {
      await write(rows)
      writtenAt = now()
      return true
    } catch (error) {
      if (databaseFailure(error) === 'outOfRange') {
        // It would be refused for ever and block everything behind it.
        log.error({ err: error }, 'Positions were refused by the database')
        drop(positionsOf(rows))
        return true
      }
      putBack(rows)
      log.warn({ err: error, waiting: seconds.length + chunks.length, dropped }, 'Positions wait for the database')
      return false
    }
  }

  const flush = async (): Promise<void> => {
    while (seconds.length > 0) {
      const rows = seconds.take(MOST_AT_ONCE)
      if (!(await writeBatch(rows, options.writeSeconds, seconds.putBack, ({ length }) => length))) return
    }
    while (chunks.length > 0) {
      const held = chunks.take(MOST_AT_ONCE / 4)
      const write = (rows: readonly HeldChunk[]): Promise<void> => options.writeChunks(rows.map(({ row }) => row))
      const count = (rows: readonly HeldChunk[]): number => rows.reduce((sum, { positions }) => sum + positions, 0)
      if (!(await writeBatch(held, write, chunks.putBack, count))) return
    }
    if (dropped === reportedDropped) return
    const since = dropped - reportedDropped
    reportedDropped = dropped
    log.warn({ dropped: since }, 'Positions were dropped while the database was away')
    options.onRecovered(since)
  }

  const flushOnce = (): Promise<void> => {
    writing ??= flush().finally(() => {
      writing = undefined
    })
    return writing
  }

  const sampling = setInterval(sample, SAMPLE_MS)
  const flushing = setInterval(() => void flushOnce(), WRITE_MS)

  return {
    note: (vehicleId, missionId, telemetry) => {
      newest.set(vehicleId, { missionId, telemetry })
      const { position } = telemetry
      if (position === null) return
      const atMs = now().getTime()
      const samples = open.get(vehicleId)
      if (samples === undefined) {
        open.set(vehicleId, [{ atMs, telemetry: { ...telemetry, position } }])
        return
      }
      // A clock that was set back would otherwise put the past behind the present.
      samples.push({ atMs: Math.max(atMs, samples.at(-1)?.atMs ?? atMs), telemetry: { ...telemetry, position } })
      if (samples.length < MOST_IN_CHUNK) return
      open.delete(vehicleId)
      closeChunk(vehicleId, samples)
    },
    keep: (vehicleId, sample) => {
      const { atMs, telemetry } = sample
      const second = Math.floor(atMs / SAMPLE_MS)
      if (lastSecond.get(vehicleId) !== second) {
        lastSecond.set(vehicleId, second)
        const { position, ...rest } = telemetry
        const [lon, lat] = position
        seconds.put([{ ...rest, at: new Date(second * SAMPLE_MS), vehicleId, lon, lat, missionId: null }])
      }
      const samples = open.get(vehicleId)
      const [first, last] = [samples?.[0], samples?.at(-1)]
      const fits =
        first !== undefined &&
        last !== undefined &&
        atMs >= last.atMs &&
        atMs - first.atMs < LONGEST_CHUNK_MS - SAMPLE_MS &&
        (samples?.length ?? 0) < MOST_IN_CHUNK
      if (samples !== undefined && fits) samples.push(sample)
      else {
        if (samples !== undefined) closeChunk(vehicleId, samples)
        open.set(vehicleId, [sample])
      }
    },
    get state() {
      return { waiting: seconds.length + chunks.length, dropped, writtenAt }
    },
    close: async () => {
      clearInterval(sampling)
      clearInterval(flushing)
      sample()
      closeChunks(0)
      await writing
      await flushOnce()
    },
  }
}
