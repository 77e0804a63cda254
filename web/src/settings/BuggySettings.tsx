import { LoadingState } from '../ui/index.ts'

export default function BuggySettings() {
  return <LoadingState />
}
