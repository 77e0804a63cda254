/** Records where every vehicle was, once a second, in batches that the link to the vehicles never waits for. */
import type { Telemetry } from '@greensward/domain'
import type { Logger } from 'pino'
import type { PositionRow } from './telemetryStore.ts'

export interface TelemetryRecorder {
  /** Keeps the newest of each second. */
  note(vehicleId: string, missionId: string | null, telemetry: Telemetry): void
  /** Writes what is held and ends. */
  close(): Promise<void>
}

export interface RecorderOptions {
  readonly write: (rows: readonly PositionRow[]) => Promise<void>
  readonly now: () => Date
  readonly log: Logger
}

const SAMPLE_MS = 1_000
const WRITE_MS = 3_000
const MOST_AT_ONCE = 1_000
/** A database that is away this long costs the oldest positions, never memory without end. */
const MOST_HELD = 50_000

export const createTelemetryRecorder = ({ write, now, log }: RecorderOptions): TelemetryRecorder => {
  const newest = new Map<string, { missionId: string | null; telemetry: Telemetry }>()
  let held: PositionRow[] = []
  let writing: Promise<void> | undefined

  const sample = (): void => {
    const at = new Date(Math.floor(now().getTime() / SAMPLE_MS) * SAMPLE_MS)
    for (const [vehicleId, { missionId, telemetry }] of newest) {
      if (telemetry.position === null) continue
      const [lon, lat] = telemetry.position
      held.push({
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
    if (held.length > MOST_HELD) held = held.slice(-MOST_HELD)
  }

  const flush = async (): Promise<void> => {
    while (held.length > 0) {
      const rows = held.splice(0, MOST_AT_ONCE)
      try {
        await write(rows)
      } catch (error) {
        held = [...rows, ...held]
        log.warn({ err: error, held: held.length }, 'Positions wait for the database')
        return
      }
    }
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
    },
    close: async () => {
      clearInterval(sampling)
      clearInterval(flushing)
      sample()
      await writing
      await flushOnce()
    },
  }
}
