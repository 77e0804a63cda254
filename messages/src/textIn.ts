/** A text of a tree of texts, by a key such as `check.battery`. */
export const textIn = (tree: unknown, key: string): string | undefined => {
  const found = key
    .split('.')
    .reduce<unknown>(
      (at, name) =>
        typeof at === 'object' && at !== null && Object.hasOwn(at, name)
          ? (at as Readonly<Record<string, unknown>>)[name]
          : undefined,
      tree,
    )
  return typeof found === 'string' ? found : undefined
}
