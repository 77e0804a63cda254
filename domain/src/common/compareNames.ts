const collators = new Map<string, Intl.Collator>()

const collatorOf = (language: string): Intl.Collator => {
  const known = collators.get(language) ?? new Intl.Collator(language, { numeric: true })
  collators.set(language, known)
  return known
}

/**
 * For sorting as people do: Mower 2 before Mower 10.
 * @param language of the reader, as BCP 47; English where nobody reads the list in order
 */
export const compareNames = (a: string, b: string, language = 'en'): number => collatorOf(language).compare(a, b)
