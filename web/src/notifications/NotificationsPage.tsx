import { LoadingState } from '../ui/index.ts'

export default function NotificationsPage() {
  return <LoadingState />
}
