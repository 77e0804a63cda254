/** JSON of large values, written item by item: what is said to others meanwhile is not held up. */
import { createBreather } from './breather.ts'

/** Shorter lists are written at once. */
const LONG_LIST = 50

export const isLongList = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length > LONG_LIST

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

const hasToJson = (value: object): boolean => 'toJSON' in value && typeof value.toJSON === 'function'

/** A long list in the value, or in what it holds by name. */
export const holdsLongList = (value: unknown): boolean =>
  isLongList(value) || (isPlain(value) && Object.values(value).some(holdsLongList))

/** The same text as `JSON.stringify` for every JSON value; 'null' where that gives nothing. */
export const jsonInSlices = async (value: unknown): Promise<string> => {
  const breathe = createBreather()
  const write = async (part: unknown): Promise<string | undefined> => {
    if (isLongList(part)) {
      const items: string[] = []
      for (const item of part) {
        items.push(JSON.stringify(item) ?? 'null')
        await breathe()
      }
      return `[${items.join(',')}]`
    }
    if (!isPlain(part) || hasToJson(part)) return JSON.stringify(part)
    const members: string[] = []
    for (const [key, member] of Object.entries(part)) {
      const text = await write(member)
      if (text !== undefined) members.push(`${JSON.stringify(key)}:${text}`)
    }
    return `{${members.join(',')}}`
  }
  return (await write(value)) ?? 'null'
}
