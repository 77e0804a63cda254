import { groupedIds, type Notification } from '@greensward/domain'

type Placed = Pick<Notification, 'subject' | 'subjectId'> & Partial<Pick<Notification, 'values'>>

/** The address of what a notification is about, of a group of missions their list; undefined where that has no page. */
export function placeOf({ subject, subjectId, values = {} }: Placed): string | undefined {
  if (subjectId === null) {
    const ids = groupedIds(values)
    return subject === 'mission' && ids.length > 0 ? `/missions?ids=${encodeURIComponent(ids.join(','))}` : undefined
  }
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
