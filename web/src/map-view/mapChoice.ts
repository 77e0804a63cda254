/** The layers and filters that a person chose: in local storage for this browser, and in the address for sharing. */
import type { MissionStatus } from '@greensward/domain'
import { BASES, type Base, LAYERS, type LayerId, type MapObject, type ViewState } from '../map-canvas/scene.ts'
import { isDay } from '../ui/zonedTime.ts'

export interface MapLayerChoice {
  readonly base: Base
  readonly hidden: readonly LayerId[]
  /** The orthophoto that is shown; null is the newest. */
  readonly photo: string | null
  /** The one it is compared with. */
  readonly compared: string | null
  /** Of the picture of the ground, in hundredths. */
  readonly opacity: number
  /** Colours the ground by the age of its last cut. */
  readonly grass: boolean
}

export interface MapFilters {
  /** Ids of zone types; none means all. */
  readonly types: readonly string[]
  readonly hole: string | null
  /** Of missions; none means all that are planned or active. */
  readonly statuses: readonly MissionStatus[]
  /** A mower or cart; null means all. */
  readonly vehicle: string | null
}

export interface MapChoice extends MapLayerChoice, MapFilters {
  readonly selection: MapObject | null
  readonly day: string | null
  readonly at: Pick<ViewState, 'centre' | 'zoom' | 'rotationDeg'> | null
  /** The moment of the past that is shown instead of the present. */
  readonly replay: string | null
  /** The shift whose plan is shown as a film, instead of what was recorded. */
  readonly film: string | null
}

/** Finished missions are not on the map, so only these can be filters. */
export const SHOWN_STATUSES = [
  'planned',
  'uploading',
  'working',
  'stopped',
  'interrupted',
] as const satisfies readonly MissionStatus[]

/** These show more than most people need, so they are off by default. */
const HIDDEN_AT_FIRST: readonly LayerId[] = ['contours', 'player']
const AT_FIRST: MapLayerChoice = {
  base: 'orthophoto',
  hidden: HIDDEN_AT_FIRST,
  photo: null,
  compared: null,
  opacity: 100,
  grass: false,
}
/** Fainter than this it is invisible. */
export const LEAST_OPACITY = 10

const THINGS = ['feature', 'mower', 'cart', 'mission'] as const
const ID = /^[0-9a-f-]{36}$/i

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const among = <T extends string>(known: readonly T[], value: unknown): readonly T[] =>
  known.filter(item => text(value).split(',').includes(item))

const thing = (value: unknown): MapObject | null => {
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

const idOf = (value: unknown): string | null => (ID.test(text(value)) ? text(value) : null)

const opacityOf = (value: unknown): number => {
  const number = Math.round(Number(text(value)))
  return number >= LEAST_OPACITY && number < 100 ? number : 100
}

const momentOf = (value: unknown): string | null => {
  const ms = Date.parse(text(value))
  return /^\d{4}-\d\d-\d\dT/.test(text(value)) && Number.isFinite(ms) ? new Date(ms).toISOString() : null
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
    replay: momentOf(search.replay),
    film: idOf(search.film),
    ...(base === undefined
      ? { ...stored, grass: stored.grass || text(search.grass) === '1' }
      : {
          base,
          hidden: among(LAYERS, search.hide),
          types: text(search.types)
            .split(',')
            .filter(id => ID.test(id)),
          hole: idOf(search.hole),
          vehicle: idOf(search.vehicle),
          photo: idOf(search.photo),
          compared: idOf(search.compare),
          opacity: opacityOf(search.opacity),
          grass: text(search.grass) === '1',
          statuses: among(SHOWN_STATUSES, search.status),
        }),
  }
}

export const writeMapChoice = (choice: MapChoice): Record<string, string> => ({
  base: choice.base,
  ...(choice.hidden.length > 0 ? { hide: choice.hidden.join(',') } : {}),
  ...(choice.types.length > 0 ? { types: choice.types.join(',') } : {}),
  ...(choice.hole !== null ? { hole: choice.hole } : {}),
  ...(choice.vehicle !== null ? { vehicle: choice.vehicle } : {}),
  ...(choice.photo !== null ? { photo: choice.photo } : {}),
  ...(choice.compared !== null ? { compare: choice.compared } : {}),
  ...(choice.opacity !== 100 ? { opacity: String(choice.opacity) } : {}),
  ...(choice.grass ? { grass: '1' } : {}),
  ...(choice.statuses.length > 0 ? { status: choice.statuses.join(',') } : {}),
  ...(choice.day !== null ? { day: choice.day } : {}),
  ...(choice.replay !== null ? { replay: choice.replay } : {}),
  ...(choice.film !== null ? { film: choice.film } : {}),
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
    base: BASES.find(name => name === l.base) ?? AT_FIRST.base,
    hidden: Array.isArray(l.hidden) ? LAYERS.filter(name => strings(l.hidden).includes(name)) : AT_FIRST.hidden,
    photo: idOf(l.photo),
    compared: idOf(l.compared),
    opacity: opacityOf(l.opacity),
    grass: l.grass === true,
    types: strings(f.types).filter(id => ID.test(id)),
    hole: idOf(f.hole),
    vehicle: idOf(f.vehicle),
    statuses: SHOWN_STATUSES.filter(name => strings(f.statuses).includes(name)),
  }
}

/** With the item where it was missing, without it where it was. */
export const toggled = <T extends string>(list: readonly T[], item: T): readonly T[] =>
  list.includes(item) ? list.filter(other => other !== item) : [...list, item]
