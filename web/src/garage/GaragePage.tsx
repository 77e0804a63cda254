import { LoadingState } from '../ui/index.ts'

export default function GaragePage() {
  return <LoadingState />
}
