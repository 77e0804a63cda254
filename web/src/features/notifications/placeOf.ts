import type { Notification } from '@greensward/domain'

/** The address of what a notification is about; undefined where that has no page. */
export function placeOf({ subject, subjectId }: Pick<Notification, 'subject' | 'subjectId'>): string | undefined {
  if (subjectId === null) return undefined
  const id = encodeURIComponent(subjectId)
  switch (subject) {
    case 'mission':
      return `/missions/${id}`
    case 'mower':
    case 'cart':
      return `/map?sel=${subject}:${id}`
    case 'zone':
      return `/map?sel=feature:${id}`
    case 'order':
      return '/restaurant?view=orders'
    case 'system':
      return undefined
  }
}
