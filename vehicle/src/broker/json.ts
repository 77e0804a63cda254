/** Reads JSON of a machine field by field: one that is missing or makes no sense is unknown, and the others still count. */

/** @returns undefined for what is not JSON, or longer than its machine publishes */
export const parsedJson = (payload: string, mostCharacters: number): unknown => {
  if (payload.length > mostCharacters) return undefined
  try {
    return JSON.parse(payload)
  } catch {
    return undefined
  }
}

/** @returns an object without fields for what is none */
export const objectIn = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}

export const numberIn = (value: unknown, least: number, most: number): number | null =>
  typeof value === 'number' && value >= least && value <= most ? value : null

/** Longer texts of a machine are cut. */
export const MOST_TEXT = 300

export const textIn = (value: unknown): string | null => (typeof value === 'string' ? value.slice(0, MOST_TEXT) : null)

export const flagIn = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null)

/** @returns its objects; none for what is not a list */
export const listIn = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.map(objectIn) : []
