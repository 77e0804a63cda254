/** The details of a line of the audit log, field by field. */

export interface DetailField {
  /** From the outermost name to the innermost, with dots between. */
  readonly field: string
  readonly value: string
}

export interface ChangedField {
  readonly field: string
  readonly before: string
  readonly after: string
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null

/** Longer lists, such as the points of a boundary, say only how many there are. */
const MOST_SHOWN = 12

const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  if (!Array.isArray(value)) return String(value)
  return value.every(isPlain) && value.length <= MOST_SHOWN ? value.join(', ') : `${value.length} ×`
}

/** A role is stored with its name and its slug: people know the name. */
const isRole = (value: unknown): value is { readonly name: string; readonly slug: string } =>
  isRecord(value) && typeof value.name === 'string' && typeof value.slug === 'string' && Object.keys(value).length === 2

const fieldsIn = (value: unknown, path: string): readonly DetailField[] =>
  isRole(value)
    ? [{ field: path, value: value.name }]
    : isRecord(value)
      ? Object.entries(value).flatMap(([name, inner]) => fieldsIn(inner, path === '' ? name : `${path}.${name}`))
      : [{ field: path, value: textOf(value) }]

/** Every value of the details. */
export const detailFields = (details: unknown): readonly DetailField[] =>
  fieldsIn(details, '').filter(({ field }) => field !== '')

const isListChanged = (before: unknown, after: unknown): boolean => JSON.stringify(before) !== JSON.stringify(after)

/** Undefined for details without `before` and `after`; the time of the change does not count as a field. */
export const changedFields = (details: unknown): readonly ChangedField[] | undefined => {
  if (!isRecord(details) || !isRecord(details.before) || !isRecord(details.after)) return undefined
  const { before, after } = details
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter(name => name !== 'updatedAt' && isListChanged(before[name], after[name]))
    .flatMap(name => {
      const [was, is] = [before[name], after[name]].map(
        value => new Map(fieldsIn(value ?? null, name).map(({ field, value: text }) => [field, text])),
      )
      return [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])].map(field => ({
        field,
        before: was?.get(field) ?? '',
        after: is?.get(field) ?? '',
      }))
    })
    .filter(row => row.before !== row.after || /×$/.test(row.after))
}
