/** Checks the input of a caller against its schema; an invalid value is refused with the path of its field. */
import { faultOf } from '@greensward/domain'
import { type Said, said } from '@greensward/messages'
import { z } from 'zod'
import { createBreather } from '../threads/breather.ts'
import { isLongList } from '../threads/jsonInSlices.ts'
import { unstorableText } from './plainText.ts'
import { refuse, refuseFields } from './refusal.ts'

const MOST_FIELDS = 50
/** A missing value is another fault than one of a wrong type. */
const NAMING_INPUT = { reportInput: true }

type Issue = z.core.$ZodIssue

const fieldsOf = (issues: readonly Issue[], where: string): Record<string, Said> => {
  const fields: Record<string, Said> = {}
  for (const issue of issues.slice(0, MOST_FIELDS)) {
    if (issue.code === 'unrecognized_keys') {
      for (const name of issue.keys.slice(0, MOST_FIELDS))
        fields[[where, ...issue.path, name].join('.')] = said('unknownKey')
      continue
    }
    fields[[where, ...issue.path].join('.')] ??= faultOf(issue)
  }
  return fields
}

const refuseUnstorable = (value: unknown, where: string): void => {
  const unstorable = unstorableText(value, where)
  if (unstorable !== undefined) refuseFields({ [unstorable]: said('unstorable') })
}

/**
 * @param where `params`, `query` or `body`, the first word of the paths in `fields`
 * @throws Refusal
 */
export const acceptable = (
  schema: z.ZodType | undefined,
  value: unknown,
  where: string,
  wrongIs: 'invalid' | 'badRequest' = 'invalid',
): unknown => {
  refuseUnstorable(value, where)
  if (schema === undefined) {
    const isEmpty =
      value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0)
    return isEmpty ? undefined : refuseFields({ [where]: said('takesNothing') })
  }
  const parsed = schema.safeParse(value, NAMING_INPUT)
  if (parsed.success) return parsed.data
  return refuse(wrongIs, undefined, { fields: fieldsOf(parsed.error.issues, where) })
}

/** The members of a body that are long lists and whose schema says what an item is. */
const longListsOf = (schema: z.ZodType | undefined, value: unknown): readonly (readonly [string, z.ZodArray])[] => {
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return []
  // Rules over the whole of an object need the whole.
  if ((schema.def.checks?.length ?? 0) > 0) return []
  return Object.entries(value).flatMap(([key, member]): [string, z.ZodArray][] => {
    const list: unknown = Object.hasOwn(schema.shape, key) ? schema.shape[key] : undefined
    return isLongList(member) && list instanceof z.ZodArray ? [[key, list]] : []
  })
}

/**
 * The same for a body, whose long lists are read item by item, so that a whole course holds nobody else up.
 * @throws Refusal
 */
export const acceptableBody = async (schema: z.ZodType | undefined, body: unknown): Promise<unknown> => {
  const lists = longListsOf(schema, body)
  if (lists.length === 0 || !(schema instanceof z.ZodObject)) return acceptable(schema, body, 'body')
  const breathe = createBreather()
  const issues: Issue[] = []
  const read: Record<string, unknown[]> = {}
  const rest: Record<string, unknown> = { ...(body as object) }
  for (const [key, list] of lists) {
    const items = rest[key] as readonly unknown[]
    const element = list.element as z.ZodType
    const done: unknown[] = []
    for (const [index, item] of items.entries()) {
      refuseUnstorable(item, `body.${key}.${index}`)
      const parsed = element.safeParse(item, NAMING_INPUT)
      if (parsed.success) done.push(parsed.data)
      else issues.push(...parsed.error.issues.map(issue => ({ ...issue, path: [key, index, ...issue.path] })))
      if (issues.length >= MOST_FIELDS) refuse('invalid', {}, { fields: fieldsOf(issues, 'body') })
      await breathe()
    }
    read[key] = done
    // How many there may be is still the list's to say.
    rest[key] = items.map(() => 0)
  }
  const counted = lists.map(([key, list]): [string, z.ZodType] => [
    key,
    new z.ZodArray({ ...list.def, element: z.any() }),
  ])
  const whole = new z.ZodObject({ ...schema.def, shape: { ...schema.shape, ...Object.fromEntries(counted) } })
  refuseUnstorable(rest, 'body')
  const parsed = whole.safeParse(rest, NAMING_INPUT)
  if (!parsed.success || issues.length > 0)
    return refuse('invalid', {}, { fields: fieldsOf([...issues, ...(parsed.error?.issues ?? [])], 'body') })
  return { ...parsed.data, ...read }
}
