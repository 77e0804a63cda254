/** The changes in a line of the audit log, field by field. */

export interface ChangedField {
  readonly field: string
  readonly before: string
  readonly after: string
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)

/** Undefined for details without `before` and `after`; the time of the change does not count as a field. */
export const changedFields = (details: unknown): readonly ChangedField[] | undefined => {
  if (!isRecord(details) || !isRecord(details.before) || !isRecord(details.after)) return undefined
  const { before, after } = details
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter(field => field !== 'updatedAt')
    .map(field => ({ field, before: textOf(before[field]), after: textOf(after[field]) }))
    .filter(row => row.before !== row.after)
}
