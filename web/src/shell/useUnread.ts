import { calls } from '@greensward/domain/contract'
import { useCall, useCan } from '../api/index.ts'

/** How many notifications nobody of this role's person has read yet. */
export function useUnread(): number {
  const mayRead = useCan('notifications.read')
  const { data } = useCall(calls.notifications.list, { query: { perPage: 1 } }, { enabled: mayRead })
  return data?.unread ?? 0
}
