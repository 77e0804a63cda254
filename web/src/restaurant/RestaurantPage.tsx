import { LoadingState } from '../ui/index.ts'

export default function RestaurantPage() {
  return <LoadingState />
}
