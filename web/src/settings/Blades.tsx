import { LoadingState } from '../ui/index.ts'

export default function Blades() {
  return <LoadingState />
}
