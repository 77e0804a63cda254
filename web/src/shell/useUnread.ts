import { calls } from '@greensward/domain/contract'
import { useCall, useMay } from '../api/index.ts'

/** How many notifications nobody of this role's person has read yet. */
export function useUnread(): number {
  const mayRead = useMay('notifications.read')
  const { data } = useCall(calls.notifications.list, { query: { perPage: 1 } }, { enabled: mayRead })
  return data?.unread ?? 0
}
