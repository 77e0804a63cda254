/** Filters of the settings tables in the address. */
import { type RoleSlug, roleSlug } from '@greensward/domain'

export interface ListSearch {
  readonly page?: number
  readonly perPage?: number
  readonly search?: string
}

const positive = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined

export function listSearch(search: Record<string, unknown>): ListSearch {
  const page = positive(search.page)
  const perPage = positive(search.perPage)
  return {
    ...(page === undefined ? {} : { page }),
    ...(perPage === undefined ? {} : { perPage: Math.min(perPage, 500) }),
    ...(search.search === undefined || search.search === '' ? {} : { search: String(search.search) }),
  }
}

export interface AuditSearch extends ListSearch {
  readonly subject?: string
  /** Days of the course. */
  readonly from?: string
  readonly to?: string
}

const text = (value: unknown, pattern: RegExp): string | undefined =>
  typeof value === 'string' && pattern.test(value) ? value : undefined

export function auditSearch(search: Record<string, unknown>): AuditSearch {
  const subject = text(search.subject, /^\w{1,60}$/)
  const from = text(search.from, /^\d{4}-\d\d-\d\d$/)
  const to = text(search.to, /^\d{4}-\d\d-\d\d$/)
  return {
    ...listSearch(search),
    ...(subject === undefined ? {} : { subject }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  }
}

export interface UsersSearch extends ListSearch {
  readonly role?: RoleSlug
}

export function usersSearch(search: Record<string, unknown>): UsersSearch {
  const role = roleSlug.safeParse(search.role)
  return { ...listSearch(search), ...(role.success ? { role: role.data } : {}) }
}
