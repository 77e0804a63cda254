/** Filters of the notifications in the address. */
import { notificationLevel, notificationSubject } from '@greensward/domain'
import { dayIn } from '../../ui/zonedTime.ts'

export interface NotificationsSearch {
  readonly level?: (typeof notificationLevel.options)[number]
  readonly subject?: (typeof notificationSubject.options)[number]
  /** First and last day, both shown. */
  readonly from?: string
  readonly to?: string
  readonly page?: number
  readonly perPage?: number
}

const count = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined

export function notificationsSearch(search: Record<string, unknown>): NotificationsSearch {
  const level = notificationLevel.safeParse(search.level)
  const subject = notificationSubject.safeParse(search.subject)
  const from = dayIn(search.from)
  const to = dayIn(search.to)
  const page = count(search.page)
  const perPage = count(search.perPage)
  return {
    ...(level.success ? { level: level.data } : {}),
    ...(subject.success ? { subject: subject.data } : {}),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(page === undefined ? {} : { page }),
    ...(perPage === undefined ? {} : { perPage: Math.min(perPage, 500) }),
  }
}
