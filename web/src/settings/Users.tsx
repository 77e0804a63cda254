import { LoadingState } from '../ui/index.ts'

export default function Users() {
  return <LoadingState />
}
