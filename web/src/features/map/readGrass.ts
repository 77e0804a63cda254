/** Reads what the server remembers of the grass; loaded when somebody shows that layer. */

import type { ZoneAge } from '@greensward/contract'
import {
  type CourseFeature,
  type CutCell,
  cutAt,
  type GrassMemory,
  grassMemory,
  type Position,
  unpackGrass,
  type ZoneType,
} from '@greensward/domain'

export interface GrassReading {
  readonly memories: readonly GrassMemory[]
  /** The last cut at a position, in any zone. */
  readonly cutBelow: (position: Position) => CutCell | undefined
}

const inflated = async (base64: string): Promise<Uint8Array> => {
  const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

const memoryOf = async (age: ZoneAge): Promise<GrassMemory | undefined> =>
  unpackGrass(age, age.mowerIds, await inflated(age.cells))

/** Every zone that is mown, those that were never cut included. */
export const readGrass = async (
  features: readonly CourseFeature[],
  zoneTypes: readonly ZoneType[],
  ages: readonly ZoneAge[],
): Promise<GrassReading> => {
  const byZone = new Map(ages.map(age => [age.zoneId, age]))
  const mowable = new Set(zoneTypes.filter(type => type.mowable).map(({ id }) => id))
  const memories = await Promise.all(
    features
      .filter(feature => feature.kind === 'zone')
      .filter(({ properties }) => mowable.has(properties.zoneTypeId) && !properties.hiddenForMower)
      .map(async zone => {
        const age = byZone.get(zone.id)
        return grassMemory(zone.geometry, age === undefined ? undefined : await memoryOf(age))
      }),
  )
  const cutBelow = (position: Position): CutCell | undefined => {
    for (const memory of memories) {
      const cell = cutAt(memory, position)
      if (cell !== undefined) return cell
    }
    return undefined
  }
  return { memories, cutBelow }
}
