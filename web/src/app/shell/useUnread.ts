import { calls } from '@greensward/contract'
import { useCall, useCan } from '../../api/index.ts'

/** The number of unread notifications of this person. */
export function useUnread(): number {
  const mayRead = useCan('notifications.read')
  const { data } = useCall(calls.notifications.list, { query: { perPage: 1 } }, { enabled: mayRead })
  return data?.unread ?? 0
}
