/** The memory of the grass as the map draws it. */
import { cutAt, type GrassMemory, grassMemory, type Position, unpackGrass } from '@greensward/domain'
import { calls, type ZoneAge } from '@greensward/domain/contract'
import { useEffect, useState } from 'react'
import { useCall } from '../api/index.ts'
import type { Course } from './courseReadings.ts'

const inflated = async (base64: string): Promise<Uint8Array> => {
  const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

const memoryOf = async (age: ZoneAge): Promise<GrassMemory | undefined> =>
  unpackGrass(age, age.mowerIds, await inflated(age.cells))

export interface Grass {
  /** Null until it is read. */
  readonly memories: readonly GrassMemory[] | null
  readonly error: unknown
}

/** Every zone that is mown, those that were never cut included. */
export function useGrass(enabled: boolean, { features, zoneTypes }: Course): Grass {
  const { data, error } = useCall(calls.grass.zones, {}, { enabled, refetchInterval: 60_000 })
  const [memories, setMemories] = useState<Grass['memories']>(null)
  useEffect(() => {
    if (!enabled || data === undefined) {
      setMemories(null)
      return
    }
    let isOver = false
    const ages = new Map(data.items.map(age => [age.zoneId, age]))
    const mowable = new Set(zoneTypes.filter(type => type.mowable).map(({ id }) => id))
    const zones = features.filter(feature => feature.kind === 'zone')
    void Promise.all(
      zones
        .filter(({ properties }) => mowable.has(properties.zoneTypeId) && !properties.hiddenForMower)
        .map(async zone => {
          const age = ages.get(zone.id)
          return grassMemory(zone.geometry, age === undefined ? undefined : await memoryOf(age))
        }),
    ).then(read => {
      if (!isOver) setMemories(read)
    })
    return () => {
      isOver = true
    }
  }, [enabled, data, features, zoneTypes])
  return { memories, error }
}

/** The last cut at a place, whichever zone it lies in. */
export const cutBelow = (memories: readonly GrassMemory[], position: Position) => {
  for (const memory of memories) {
    const cell = cutAt(memory, position)
    if (cell !== undefined) return cell
  }
  return undefined
}
