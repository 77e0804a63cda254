/** Text that PostgreSQL cannot hold is refused before any schema looks at it. */

/** Path of the first string that holds U+0000 or half a surrogate pair, or undefined. */
export const unstorableText = (value: unknown, path: string): string | undefined => {
  if (typeof value === 'string') return value.includes('\u0000') || !value.isWellFormed() ? path : undefined
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value)) {
    // Long lists of positions hold no text.
    for (const [index, item] of value.entries()) {
      if (typeof item === 'number') continue
      const found = unstorableText(item, `${path}.${index}`)
      if (found !== undefined) return found
    }
    return undefined
  }
  for (const [key, item] of Object.entries(value)) {
    if (unstorableText(key, path) !== undefined) return path
    const found = unstorableText(item, `${path}.${key}`)
    if (found !== undefined) return found
  }
  return undefined
}
