/** A layer that a service offers, and what its readers share. */
import type { ResultOf } from '@greensward/contract'
import type { lateCalls } from '@greensward/contract/late'

export type Layer = ResultOf<typeof lateCalls.baseMap.layers>['layers'][number]

export interface Place {
  readonly lon: number
  readonly lat: number
}

/** @param box west, south, east, north in degrees; one whose west is greater than its east goes over the date line */
export const containsPlace = ([west = 0, south = 0, east = 0, north = 0]: readonly number[], place: Place): boolean => {
  const isBetween = west <= east ? place.lon >= west && place.lon <= east : place.lon >= west || place.lon <= east
  return isBetween && place.lat >= south && place.lat <= north
}

/** @param own as it was written */
export const queryOf = (own: string, params: Readonly<Record<string, string>>): string =>
  [
    ...(own === '' ? [] : [own]),
    ...Object.entries(params).map(([name, value]) => `${name}=${encodeURIComponent(value)}`),
  ].join('&')
