/** What a person chose to see: kept in local storage for this browser, and in the address, so that it can be shared. */
import type { MissionStatus } from '@greensward/domain'
import { isDay } from '../ui/zonedTime.ts'
import { BASES, type Base, LAYERS, type LayerId, type Thing, type ViewState } from './canvas/scene.ts'

export interface MapLayerChoice {
  readonly base: Base
  readonly hidden: readonly LayerId[]
}

export interface MapFilters {
  /** Ids of zone types; none means all. */
  readonly types: readonly string[]
  readonly hole: string | null
  /** Of missions; none means all that are planned or under way. */
  readonly statuses: readonly MissionStatus[]
}

export interface MapChoice extends MapLayerChoice, MapFilters {
  readonly selection: Thing | null
  readonly day: string | null
  readonly at: Pick<ViewState, 'centre' | 'zoom' | 'rotationDeg'> | null
}

/** Missions that are over have no place on the map, so these alone can be filtered by. */
export const SHOWN_STATUSES = ['planned', 'uploading', 'working', 'stopped'] as const satisfies readonly MissionStatus[]

const NO_FILTERS: MapFilters = { types: [], hole: null, statuses: [] }
const ALL_SHOWN: MapLayerChoice = { base: 'orthophoto', hidden: [] }

const THINGS = ['feature', 'mower', 'cart', 'mission'] as const
const ID = /^[0-9a-f-]{36}$/i

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const among = <T extends string>(known: readonly T[], value: unknown): readonly T[] =>
  known.filter(item => text(value).split(',').includes(item))

const thing = (value: unknown): Thing | null => {
  const [kind = '', id = ''] = text(value).split(':')
  const known = THINGS.find(name => name === kind)
  return known !== undefined && ID.test(id) ? { kind: known, id } : null
}

const at = (value: unknown): MapChoice['at'] => {
  const numbers = text(value).split(',').map(Number)
  const [lon, lat, zoom, rotationDeg = 0] = numbers
  return numbers.length >= 3 &&
    numbers.every(Number.isFinite) &&
    lon !== undefined &&
    lat !== undefined &&
    zoom !== undefined &&
    Math.abs(lon) <= 180 &&
    Math.abs(lat) <= 85
    ? { centre: [lon, lat], zoom, rotationDeg }
    : null
}

type Search = Readonly<Record<string, unknown>>

/** An address that names the ground says everything about layers and filters; any other leaves them to the storage. */
export const readMapChoice = (search: Search, stored: MapLayerChoice & MapFilters): MapChoice => {
  const day = text(search.day)
  const base = BASES.find(name => name === search.base)
  return {
    selection: thing(search.sel),
    day: isDay(day) ? day : null,
    at: at(search.at),
    ...(base === undefined
      ? stored
      : {
          base,
          hidden: among(LAYERS, search.hide),
          types: text(search.types)
            .split(',')
            .filter(id => ID.test(id)),
          hole: ID.test(text(search.hole)) ? text(search.hole) : null,
          statuses: among(SHOWN_STATUSES, search.status),
        }),
  }
}

export const writeMapChoice = (choice: MapChoice): Record<string, string> => ({
  base: choice.base,
  ...(choice.hidden.length > 0 ? { hide: choice.hidden.join(',') } : {}),
  ...(choice.types.length > 0 ? { types: choice.types.join(',') } : {}),
  ...(choice.hole !== null ? { hole: choice.hole } : {}),
  ...(choice.statuses.length > 0 ? { status: choice.statuses.join(',') } : {}),
  ...(choice.day !== null ? { day: choice.day } : {}),
  ...(choice.selection !== null ? { sel: `${choice.selection.kind}:${choice.selection.id}` } : {}),
  ...(choice.at !== null
    ? {
        at: [
          choice.at.centre[0].toFixed(6),
          choice.at.centre[1].toFixed(6),
          choice.at.zoom.toFixed(2),
          choice.at.rotationDeg.toFixed(0),
        ].join(','),
      }
    : {}),
})

/** Reads the two entries of local storage; what is not as expected counts as not there. */
export const readStored = (layer: string | null, filters: string | null): MapLayerChoice & MapFilters => {
  const parsed = (entry: string | null): Search => {
    try {
      const value: unknown = JSON.parse(entry ?? '{}')
      return typeof value === 'object' && value !== null ? (value as Search) : {}
    } catch {
      return {}
    }
  }
  const l = parsed(layer)
  const f = parsed(filters)
  const strings = (value: unknown): readonly string[] =>
    Array.isArray(value) ? value.filter(item => typeof item === 'string') : []
  return {
    base: BASES.find(name => name === l.base) ?? ALL_SHOWN.base,
    hidden: LAYERS.filter(name => strings(l.hidden).includes(name)),
    types: strings(f.types).filter(id => ID.test(id)),
    hole: typeof f.hole === 'string' && ID.test(f.hole) ? f.hole : NO_FILTERS.hole,
    statuses: SHOWN_STATUSES.filter(name => strings(f.statuses).includes(name)),
  }
}
