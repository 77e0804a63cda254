import { LoadingState } from '../ui/index.ts'

export default function MapPage() {
  return <LoadingState />
}
