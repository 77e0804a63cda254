/**
 * For sorting as people do: Mower 2 before Mower 10.
 * @param language of the reader, as BCP 47; English where nobody reads the list in order
 */
export const compareNames = (a: string, b: string, language = 'en'): number =>
  a.localeCompare(b, language, { numeric: true })
