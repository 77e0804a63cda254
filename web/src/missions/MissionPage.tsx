import { LoadingState } from '../ui/index.ts'

export default function MissionPage() {
  return <LoadingState />
}
