/**
 * Records where every vehicle was: the newest of each second as a row that is kept for good, and every position packed.
 * The link to the vehicles never waits for it: positions are put into memory, and memory is bounded.
 */
import type { Telemetry } from '@greensward/domain'
import type { Logger } from 'pino'
import { databaseFailure } from '../../platform/db/database.ts'
import { type ClosedChunk, OpenChunks } from './openChunks.ts'
import type { Sample } from './samples.ts'
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
const MOST_AT_ONCE = 1_000
/** A database that is away this long costs the oldest positions, never memory without end. */
export const MOST_SECONDS_HELD = 50_000
export const MOST_CHUNKS_HELD = 5_000

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

interface Present {
  readonly missionId: string | null
  readonly telemetry: Telemetry
}

const positionsOf = (chunks: readonly ClosedChunk[]): number =>
  chunks.reduce((sum, { positions }) => sum + positions, 0)

class BatchRecorder implements TelemetryRecorder {
  private readonly options: RecorderOptions
  /** Of each vehicle, since the last full second. */
  private readonly newest = new Map<string, Present>()
  /** The last second of each vehicle that sends its own times, for which a row is being written. */
  private readonly lastSecond = new Map<string, number>()
  private readonly seconds = createQueue<PositionRow>(MOST_SECONDS_HELD, rows => this.drop(rows.length))
  private readonly chunks = createQueue<ClosedChunk>(MOST_CHUNKS_HELD, rows => this.drop(positionsOf(rows)))
  private readonly open = new OpenChunks(chunk => this.chunks.put([chunk]))
  private readonly sampling: NodeJS.Timeout
  private readonly flushing: NodeJS.Timeout
  private dropped = 0
  private reportedDropped = 0
  private writtenAt: Date | null = null
  private writing: Promise<void> | undefined

  constructor(options: RecorderOptions) {
    this.options = options
    this.sampling = setInterval(() => this.sample(), SAMPLE_MS)
    this.flushing = setInterval(() => void this.flushOnce(), WRITE_MS)
  }

  get state(): RecorderState {
    return { waiting: this.waiting, dropped: this.dropped, writtenAt: this.writtenAt }
  }

  note(vehicleId: string, missionId: string | null, telemetry: Telemetry): void {
    this.newest.set(vehicleId, { missionId, telemetry })
    const { position } = telemetry
    if (position === null) return
    this.open.addPresent(vehicleId, { atMs: this.options.now().getTime(), telemetry: { ...telemetry, position } })
  }

  keep(vehicleId: string, sample: Sample): void {
    const second = Math.floor(sample.atMs / SAMPLE_MS)
    if (this.lastSecond.get(vehicleId) !== second) {
      this.lastSecond.set(vehicleId, second)
      const { position, ...rest } = sample.telemetry
      const [lon, lat] = position
      this.seconds.put([{ ...rest, at: new Date(second * SAMPLE_MS), vehicleId, lon, lat, missionId: null }])
    }
    this.open.add(vehicleId, sample)
  }

  async close(): Promise<void> {
    clearInterval(this.sampling)
    clearInterval(this.flushing)
    this.sample()
    this.open.closeOld(this.options.now().getTime())
    await this.writing
    await this.flushOnce()
  }

  private get waiting(): number {
    return this.seconds.length + this.chunks.length
  }

  private drop(positions: number): void {
    this.dropped += positions
  }

  private sample(): void {
    const nowMs = this.options.now().getTime()
    const at = new Date(Math.floor(nowMs / SAMPLE_MS) * SAMPLE_MS)
    this.seconds.put([...this.newest].flatMap(([vehicleId, present]) => rowsOf(at, vehicleId, present)))
    this.newest.clear()
    this.open.closeOld(nowMs - CHUNK_MS)
  }

  private flushOnce(): Promise<void> {
    this.writing ??= this.flush().finally(() => {
      this.writing = undefined
    })
    return this.writing
  }

  private async flush(): Promise<void> {
    const { seconds, chunks, options } = this
    while (seconds.length > 0) {
      const rows = seconds.take(MOST_AT_ONCE)
      if (!(await this.writeBatch(rows, options.writeSeconds, seconds.putBack, ({ length }) => length))) return
    }
    while (chunks.length > 0) {
      const held = chunks.take(MOST_AT_ONCE / 4)
      const write = (rows: readonly ClosedChunk[]): Promise<void> => options.writeChunks(rows.map(({ row }) => row))
      if (!(await this.writeBatch(held, write, chunks.putBack, positionsOf))) return
    }
    this.reportDropped()
  }

  /** @returns false where the database has to be waited for */
  private async writeBatch<T>(
    rows: readonly T[],
    write: (rows: readonly T[]) => Promise<void>,
    putBack: (rows: readonly T[]) => void,
    countOf: (rows: readonly T[]) => number,
  ): Promise<boolean> {
    const { log, now } = this.options
    try {
      await write(rows)
      this.writtenAt = now()
      return true
    } catch (error) {
      if (databaseFailure(error) === 'outOfRange') {
        // It would be refused for ever and block everything behind it.
        log.error({ err: error }, 'Positions were refused by the database')
        this.drop(countOf(rows))
        return true
      }
      putBack(rows)
      log.warn({ err: error, waiting: this.waiting, dropped: this.dropped }, 'Positions wait for the database')
      return false
    }
  }

  private reportDropped(): void {
    const since = this.dropped - this.reportedDropped
    if (since === 0) return
    this.reportedDropped = this.dropped
    this.options.log.warn({ dropped: since }, 'Positions were dropped while the database was away')
    this.options.onRecovered(since)
  }
}

/** The row of one second, unless the vehicle does not know where it is. */
const rowsOf = (at: Date, vehicleId: string, { missionId, telemetry }: Present): PositionRow[] => {
  if (telemetry.position === null) return []
  const [lon, lat] = telemetry.position
  const { headingDeg, speedMps, accuracyM, fixType, battery, mode, bladeOn } = telemetry
  return [{ at, vehicleId, lon, lat, headingDeg, speedMps, accuracyM, fixType, battery, mode, bladeOn, missionId }]
}

export const createTelemetryRecorder = (options: RecorderOptions): TelemetryRecorder => new BatchRecorder(options)
