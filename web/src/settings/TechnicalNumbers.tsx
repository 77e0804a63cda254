import { LoadingState } from '../ui/index.ts'

export default function TechnicalNumbers() {
  return <LoadingState />
}
