/** The entries of local storage, by the one name each has. */
export const STORAGE = {
  refreshToken: 'refreshToken',
  accessToken: 'accessToken',
  mapLayer: 'currentMapLayer',
  filters: 'filters',
  language: 'language',
  units: 'units',
  orderSound: 'orderSound',
} as const

/** The part of `Storage` that the session needs; a `Map` in tests, local storage in a browser. */
export type Entries = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
