/** The memories of the grass in this process: read from the database, and each laid over the outline of its zone. */

import type { ZoneAge } from '@greensward/contract'
import { type GrassMemory, grassMemory, type Zone } from '@greensward/domain'
import type { Database } from '../../platform/db/database.ts'
import { createBreather } from '../../platform/threads/breather.ts'
import { deflated, memoryTimes, readMemories } from './grassStore.ts'

export interface KnownMemory {
  readonly zone: Zone
  readonly writtenAt: number
  readonly memory: GrassMemory
  /** Packed when it is first asked for. */
  age: ZoneAge | undefined
}

export class KnownMemories {
  private readonly db: Database
  /** By zone; valid until the memory or the outline of the zone changes. */
  private readonly known = new Map<string, KnownMemory>()

  constructor(db: Database) {
    this.db = db
  }

  /** The memories of these zones; those that were never cut are not among them. */
  async of(zones: readonly Zone[]): Promise<ReadonlyMap<string, KnownMemory>> {
    const written = await memoryTimes(this.db)
    const old = zones.filter(zone => {
      const at = written.get(zone.id)
      const entry = this.known.get(zone.id)
      return at !== undefined && (entry?.writtenAt !== at || entry.zone !== zone)
    })
    await this.read(old)
    return new Map(
      zones.flatMap(({ id }) => {
        const entry = written.has(id) ? this.known.get(id) : undefined
        return entry === undefined ? [] : [[id, entry] as const]
      }),
    )
  }

  private async read(zones: readonly Zone[]): Promise<void> {
    const ids = zones.map(({ id }) => id)
    const stored = new Map((await readMemories(this.db, ids)).map(each => [each.zoneId, each]))
    const breathe = createBreather()
    for (const zone of zones) {
      await breathe()
      const found = stored.get(zone.id)
      if (found === undefined) continue
      this.known.set(zone.id, {
        zone,
        writtenAt: found.updatedAt.getTime(),
        memory: grassMemory(zone.geometry, found.memory),
        age: undefined,
      })
    }
  }
}

/** A memory as the contract sends it. */
export const ageOf = (zoneId: string, memory: GrassMemory): ZoneAge => ({
  zoneId,
  origin: [memory.origin[0], memory.origin[1]],
  minX: memory.minX,
  minY: memory.minY,
  columns: memory.columns,
  rows: memory.rows,
  mowerIds: [...memory.mowerIds],
  cells: deflated(memory).toString('base64'),
})

export const knownAge = (entry: KnownMemory): ZoneAge => {
  entry.age ??= ageOf(entry.zone.id, entry.memory)
  return entry.age
}
