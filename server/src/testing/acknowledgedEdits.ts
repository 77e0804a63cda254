/** Edits on a grown deployment whose servers die: what one of them acknowledged must be kept by all. */
import { calls } from '@greensward/contract'
import { expect } from 'vitest'
import type { Replica } from './grownRig.ts'

export class AcknowledgedBlades {
  private readonly names: string[] = []

  get count(): number {
    return this.names.length
  }

  /** @returns the status of the answer; undefined where there was none */
  async create(from: Replica, name: string): Promise<number | undefined> {
    const body = { name, widthM: 1, missionSpeedMps: 1 }
    const answer = await from.call(calls.blades.create, { body }).catch(() => undefined)
    if (answer?.status === 200) this.names.push(name)
    return answer?.status
  }

  /** Fails the test where one is lost. @returns all blades */
  async expectKept(on: Replica) {
    const items = await bladesOn(on)
    expect(items.map(({ name }) => name)).toEqual(expect.arrayContaining(this.names))
    return items
  }
}

export const bladesOn = async (replica: Replica) =>
  (await replica.call(calls.blades.list, { query: { perPage: 500 } })).result.items

/** Adds a note to the map as it was at a revision. @returns the status of the answer */
export const addNote = async (from: Replica, baseRevision: number, label: string): Promise<number> => {
  const note = {
    type: 'Feature' as const,
    id: crypto.randomUUID(),
    kind: 'note' as const,
    geometry: { type: 'Point' as const, coordinates: [9.001, 48.001] as [number, number] },
    properties: { label, author: 'Ada', time: '2026-01-01T00:00:00.000Z' },
  }
  const body = { baseRevision, label, added: [note], updated: [], removed: [] }
  return (await from.call(calls.map.change, { body })).status
}
