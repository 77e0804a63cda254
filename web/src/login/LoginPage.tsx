import { LoadingState } from '../ui/index.ts'

export default function LoginPage() {
  return <LoadingState />
}
