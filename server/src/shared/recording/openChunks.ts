/** The positions of each vehicle that will be packed into its next chunk. */
import { LONGEST_CHUNK_MS, packSamples, type Sample } from './samples.ts'
import type { ChunkRow } from './telemetryStore.ts'

/** The most positions in one chunk, at any rate. */
const MOST_IN_CHUNK = 400
/** A chunk of a vehicle with times of its own ends this long before the longest that can be packed. */
const SPARE_MS = 1_000

export interface ClosedChunk {
  readonly row: ChunkRow
  readonly positions: number
}

export class OpenChunks {
  private readonly open = new Map<string, Sample[]>()
  private readonly onClosed: (chunk: ClosedChunk) => void

  constructor(onClosed: (chunk: ClosedChunk) => void) {
    this.onClosed = onClosed
  }

  /** Adds the present position of a vehicle. */
  addPresent(vehicleId: string, { atMs, telemetry }: Sample): void {
    const samples = this.open.get(vehicleId)
    if (samples === undefined) {
      this.open.set(vehicleId, [{ atMs, telemetry }])
      return
    }
    // A clock that was set back would otherwise put the past behind the present.
    samples.push({ atMs: Math.max(atMs, samples.at(-1)?.atMs ?? atMs), telemetry })
    if (samples.length < MOST_IN_CHUNK) return
    this.open.delete(vehicleId)
    this.close(vehicleId, samples)
  }

  /** Adds a position of any time: one that does not follow the others begins a chunk of its own. */
  add(vehicleId: string, sample: Sample): void {
    const samples = this.open.get(vehicleId)
    const [first, last] = [samples?.[0], samples?.at(-1)]
    const fits =
      first !== undefined &&
      last !== undefined &&
      sample.atMs >= last.atMs &&
      sample.atMs - first.atMs < LONGEST_CHUNK_MS - SPARE_MS &&
      (samples?.length ?? 0) < MOST_IN_CHUNK
    if (samples !== undefined && fits) samples.push(sample)
    else {
      if (samples !== undefined) this.close(vehicleId, samples)
      this.open.set(vehicleId, [sample])
    }
  }

  /** Closes the chunks that began at this time or before it. */
  closeOld(latestMs: number): void {
    for (const [vehicleId, samples] of this.open) {
      const [first] = samples
      if (first === undefined || first.atMs > latestMs) continue
      this.open.delete(vehicleId)
      this.close(vehicleId, samples)
    }
  }

  private close(vehicleId: string, samples: readonly Sample[]): void {
    const [first, last] = [samples[0], samples.at(-1)]
    if (first === undefined || last === undefined) return
    const row = {
      fromAt: new Date(first.atMs),
      toAt: new Date(last.atMs),
      vehicleId,
      samples: packSamples(samples),
    }
    this.onClosed({ row, positions: samples.length })
  }
}
