import { LoadingState } from '../ui/index.ts'

export default function ZoneTypes() {
  return <LoadingState />
}
