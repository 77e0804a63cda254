import { LoadingState } from '../ui/index.ts'

export default function Holes() {
  return <LoadingState />
}
