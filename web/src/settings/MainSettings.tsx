import { LoadingState } from '../ui/index.ts'

export default function MainSettings() {
  return <LoadingState />
}
