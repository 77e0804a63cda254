import { LoadingState } from '../ui/index.ts'

export default function SchedulePage() {
  return <LoadingState />
}
