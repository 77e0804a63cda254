/** From `../login/en.json` and its like to one tree with the folder's name as its first key. */
export const collect = (files: Readonly<Record<string, object>>): Readonly<Record<string, object>> =>
  Object.fromEntries(Object.entries(files).map(([path, texts]) => [path.split('/').at(-2) ?? path, texts]))
