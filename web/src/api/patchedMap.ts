import type { calls, LiveMessage, ResultOf } from '@greensward/contract'

export type MapAnswer = ResultOf<typeof calls.map.get>

/** The map with one change, or undefined where the change does not follow on what is known. */
export function patchedMap(known: MapAnswer, change: LiveMessage<'map'>['message']): MapAnswer | undefined {
  if (change.revision <= known.revision) return known
  if (change.revision !== known.revision + 1 || change.upserted === undefined) return undefined
  const byId = new Map(known.features.map(feature => [feature.id, feature]))
  for (const id of change.removed) byId.delete(id)
  for (const feature of change.upserted) byId.set(feature.id, feature)
  return { revision: change.revision, features: [...byId.values()] }
}
